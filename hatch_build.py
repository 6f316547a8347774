"""Builds the page in web/ into the package's static folder, before a wheel or an sdist is made."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WebBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        root = Path(self.root)
        index = root / "src" / "tefuda" / "static" / "index.html"
        if version == "editable" or os.environ.get("TEFUDA_WEB") == "skip":
            return  # a developer builds the page with make
        if (root / "PKG-INFO").exists() and index.exists():
            return  # a source distribution carries the built page
        npm = shutil.which("npm")
        if npm is None:
            raise SystemExit("npm (Node.js 20.19 or newer) is needed to build the page from a checkout")
        self.app.display_info("building the page with npm")
        for arguments in (["ci", "--no-audit", "--no-fund"], ["run", "build"]):
            subprocess.run([npm, *arguments], cwd=root / "web", check=True)
