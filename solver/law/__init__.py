"""What the rulebooks say, once: integer functions that plain Python runs and compiled code compiles.

No orders and no text.
"""
