"""What the browser tests need: Chromium, from the system or Playwright's own."""

import os
import shutil
from typing import Any

import hypothesis
import pytest

from server_process import server  # noqa: F401

CHROMIUM = next((path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None)
QUIET = ("--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update")

hypothesis.settings.register_profile("tefuda", deadline=None, database=None)  # tests hold no timings
hypothesis.settings.load_profile("tefuda")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], playwright: Any) -> dict[str, Any]:
    """The system's Chromium, else Playwright's; without either, browser tests are skipped, but never in CI."""
    path = CHROMIUM or playwright.chromium.executable_path
    if not os.path.exists(path):
        reason = "no Chromium: install it, or run '.venv/bin/playwright install chromium'"
        pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)
    flags = [*QUIET, "--disable-dev-shm-usage", "--disable-sync", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    return {**browser_type_launch_args, "executable_path": path, "args": flags}
