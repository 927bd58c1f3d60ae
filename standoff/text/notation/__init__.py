"""Orders as people and programs write them: one grammar per notation, and the same order objects from all of them."""
