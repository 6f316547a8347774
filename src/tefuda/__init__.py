"""Tefuda."""
