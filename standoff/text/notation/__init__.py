"""Notations of orders: one grammar each, with the same order objects as results."""
