"""The columns of a record: what is noted of each unit of a movement phase that is solved."""

SUCCEEDS = 0  # 1 if its order succeeds; of a hold, if it stays
FAULT = 1  # the number of the fault that makes the order illegal (`faults.Illegal`), or 0
VOID = 2  # the number of the fault that makes it void (`faults.Void`), or 0
ATTACKER = 3  # the unit that dislodged it, or -1
PLACE = 4  # the number of the location where it stands afterwards, or -1 if it was dislodged
REASON = 5  # the number of the reason (`reasons.Reason`); an illegal or void order is looked at as a hold
ATTACK, HOLD, PREVENT = 6, 7, 8  # the strengths that the reason compares, 0 where it compares none
CONVOYED = 9  # 1 if it moved by convoy

RECORD_COLUMNS = 10

WORD = 62
"""A set of locations is kept in words of so many bits."""
