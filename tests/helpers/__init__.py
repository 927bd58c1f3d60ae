"""Shared test code."""
