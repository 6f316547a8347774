"""Tefuda: the card table for games that other tables neglect."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tefuda.sim.batch import batch

__all__ = ["batch"]


def __getattr__(name: str) -> Any:
    """Loads what needs NumPy when it is asked for: a process that only plays at a table never pays for it."""
    if name == "batch":
        from tefuda.sim.batch import batch

        return batch
    raise AttributeError(f"module 'tefuda' has no attribute '{name}'")
