"""Other programs: adapters, stand-ins, random turns, the cross-check and the score card."""
