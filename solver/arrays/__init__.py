"""Many movement phases in arrays, by the functions of `law`, compiled.

It states no rule of its own, and nothing else in the solver imports it: without it everything else works.
"""
