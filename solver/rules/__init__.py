"""What can be chosen before a turn is adjudicated: the options, the rulebooks, house rules, and the variants.

It stands below `law`, which asks it.
"""
