"""What the rulebooks say, stated once: functions of integers and masks, which run plain and compiled.

No order objects and no text may be in here.
"""
