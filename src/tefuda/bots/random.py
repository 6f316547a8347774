"""The random bot, for every game: any legal act, each as likely as the others."""

from collections.abc import MutableSequence
from typing import Any

from tefuda.core import chance
from tefuda.core.game import Buffer, Kernel
from tefuda.core.rule import rule


@rule
def choose(kernel: Kernel, rules: Any, view: Any, seat: int, buffer: Buffer, stream: MutableSequence[int]) -> int:
    """One of the legal acts of the seat, drawn from its stream."""
    return buffer[chance.pick(stream, kernel.legal(rules, view, buffer))]
