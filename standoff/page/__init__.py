"""The page in a browser, where a turn is set up, solved and shared as a link, and the static site.

It answers messages through the front door; no rule and no reader of orders is here.
"""
