"""Options, rulebooks, house rules and variants. `law` depends on this package.
"""
