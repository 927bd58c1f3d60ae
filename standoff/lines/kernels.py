"""Compiled code for blocks of lines: texts are scanned and looked up, orders checked, answers written.

Numba-compatible: integers and arrays only. Texts are bytes of UTF-8 in long arrays, each given by its start and length.
There are no rules and no words here: `text_index`, `canonical` and `answer_templates` supply them. An unusual line is
only marked. Needs the extra ``fast``.
"""

# pyright: basic, reportPrivateUsage=false, reportCallIssue=false, reportAttributeAccessIssue=false
# Numba works on functions whose types it finds itself.
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit, types
from numba.core.cgutils import raw_memcpy
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from ..map import location_and_fleet, lowest, unit_key
from ..solver import HOLDS, MOST_NAMED, MOST_UNITS, WORD, compiled, unowned

UNKNOWN = -2
"""The number of a text that is not in a table."""

SLACK = 32
"""The bytes after the last text that may be read, and after written texts that may be overwritten."""

UNUSUAL = -1
"""The setting of a line for `codec`."""

# field numbers of an interchange line
ID, UNITS, ORDERS, CENTERS = 0, 1, 2, 3
KEYS = ("id", "units", "orders", "centers", "phase", "rules", "map", "season", "options")
OPTIONS = 8

# the columns of a text, of a list of texts, and of a line
TEXT_AT, TEXT_LENGTH, TEXT_HASH = 0, 1, 2
LIST_KEY, LIST_POWER, LIST_FIRST, LIST_LAST = 0, 1, 2, 3
LINE_SETTING, LINE_ID_AT, LINE_ID_LENGTH, LINE_GIVEN, HEAD_AT, HEAD_LENGTH = 0, 1, 2, 3, 4, 5

KIND, UNIT, TARGET, TO, VIA, NATIONALITY = range(6)
"""The columns of an order (`solver.OrderRow`)."""

_IN_CODE = {"nogil": True, "error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
_helper = njit(forceinline=True, **_IN_CODE)
_part = njit(**_IN_CODE)


@intrinsic
def _copy_some(_context: Any, to: Any, at: Any, data: Any, first: Any) -> Any:
    """Copy `SLACK` bytes even if the text is shorter, which is faster than copying a variable number."""

    def code(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
        into, begin, source, start = arguments
        target = builder.gep(make_array(to)(context, builder, into).data, [begin])
        source = builder.gep(make_array(data)(context, builder, source).data, [start])
        raw_memcpy(builder, target, source, context.get_constant(types.int64, SLACK), 1)
        return context.get_dummy_value()

    return types.void(to, types.int64, data, types.int64), code


@intrinsic
def _copy(_context: Any, to: Any, at: Any, data: Any, first: Any, length: Any) -> Any:
    """Copy bytes from one array to another, without checks."""

    def code(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
        into, begin, source, start, count = arguments
        target = builder.gep(make_array(to)(context, builder, into).data, [begin])
        raw_memcpy(builder, target, builder.gep(make_array(data)(context, builder, source).data, [start]), count, 1)
        return context.get_dummy_value()

    return types.void(to, types.int64, data, types.int64, types.int64), code


class Texts(NamedTuple):
    """Consecutive texts: their bytes, and the start of each, followed by the end of the last."""

    data: Any
    start: Any


class Table(NamedTuple):
    """A hash table from texts to numbers: its slots (`SLOT_TEXT`, `SLOT_HASH`), and the texts."""

    slots: Any
    value: Any
    data: Any
    start: Any


# -- texts and tables ------------------------------------------------------------------------------------------------

# the columns of a slot: 1 + the index of a text, 0 if it is empty, and its hash
SLOT_TEXT, SLOT_HASH = 0, 1

_HASH_BASIS, _HASH_PRIME = -3750763034362895579, 1099511628211  # FNV-1a, 64 bits


@_helper
def _hash(data: Any, first: int, last: int) -> int:
    hashed = _HASH_BASIS
    for at in range(first, last):
        hashed = (hashed ^ data[at]) * _HASH_PRIME
    return hashed


@_helper
def _slot(hashed: int, slots: Any) -> int:
    return (hashed ^ (hashed >> 32)) & (len(slots) - 1)


@_part
def _find(table: Any, data: Any, first: int, length: int, hashed: int) -> int:
    """Return the number of a text, `UNKNOWN` if it is not in the table."""
    slot = _slot(hashed, table.slots)
    count = len(table.start) - 1
    while table.slots[slot, SLOT_TEXT]:
        n = table.slots[slot, SLOT_TEXT] - 1
        # another thread may be adding a text that is not in this table
        if table.slots[slot, SLOT_HASH] == hashed and n < count:
            begin = table.start[n]
            if table.start[n + 1] - begin == length:
                same = True
                for k in range(length):
                    if table.data[begin + k] != data[first + k]:
                        same = False
                        break
                if same:
                    return table.value[n]
        slot = (slot + 1) & (len(table.slots) - 1)
    return UNKNOWN


def _enter(slots: Any, data: Any, start: Any, first: int, last: int) -> None:
    """Add the texts from `first` to before `last` to a table."""
    for n in range(first, last):
        hashed = _hash(data, start[n], start[n + 1])
        slot = _slot(hashed, slots)
        while slots[slot, SLOT_TEXT]:
            slot = (slot + 1) & (len(slots) - 1)
        slots[slot, SLOT_HASH] = hashed
        slots[slot, SLOT_TEXT] = n + 1


# -- reading ---------------------------------------------------------------------------------------------------------


@_helper
def _past_blanks(data: Any, at: int, end: int) -> int:
    while at < end and (data[at] == 32 or data[at] == 9 or data[at] == 10 or data[at] == 13):
        at += 1
    return at


@_helper
def _may_be_unseen(letter: int, second: int, third: int) -> bool:
    """Return whether these bytes may begin a character that `text.unseen` escapes, such as half of a surrogate pair."""
    return (
        letter == 127
        or (letter == 0xC2 and second < 0xA0)
        or (letter == 0xD8 and second == 0x9C)
        or (letter == 0xE2 and ((second == 0x80 and (third >= 0xA8 or third < 0x90)) or second == 0x81))
        or (letter == 0xED and second >= 0xA0)
        or (letter == 0xEF and second >= 0xBB)
        or letter == 0xF3
    )


@_part
def _text_end(data: Any, at: int, end: int) -> int:
    """Return the end of the text that begins at `at`, -1 if it has none or is unusual."""
    while at < end:
        letter = data[at]
        if letter == 34:
            return at
        if letter < 32 or letter == 92 or (letter >= 127 and _may_be_unseen(letter, data[at + 1], data[at + 2])):
            return -1
        at += 1
    return -1


@_part
def _word_end(data: Any, at: int, end: int) -> int:
    """Return the end of the whole number, or of true, false or null, at `at`; -1 if there is none."""
    begin = at
    if data[at] == 45:
        at += 1
    if at < end and 48 <= data[at] <= 57:
        if data[at] == 48 and (at > begin or (at + 1 < end and 48 <= data[at + 1] <= 57)):
            return -1
        while at < end and 48 <= data[at] <= 57:
            at += 1
        return at if at - begin <= 18 else -1
    if _says(data, begin, end, _NULL_LETTERS) or _says(data, begin, end, _TRUE_LETTERS):
        return begin + 4
    return begin + 5 if _says(data, begin, end, _FALSE_LETTERS) else -1


_NULL_LETTERS, _TRUE_LETTERS, _FALSE_LETTERS = tuple(b"null"), tuple(b"true"), tuple(b"false")


@_part
def _says(data: Any, at: int, end: int, letters: Any) -> bool:
    if at + len(letters) > end:
        return False
    same = True
    for k in range(len(letters)):
        same &= data[at + k] == letters[k]
    return same


@_part
def _options_end(data: Any, at: int, end: int) -> int:
    """Return the end of the object of texts at `at`, -1 if there is none."""
    at = _past_blanks(data, at + 1, end)
    if at < end and data[at] == 125:
        return at + 1
    while True:
        for mark in (58, 44):  # a colon after a key, a comma after a value
            if at >= end or data[at] != 34:
                return -1
            at = _text_end(data, at + 1, end)
            if at < 0:
                return -1
            at = _past_blanks(data, at + 1, end)
            if mark == 44 and at < end and data[at] == 125:
                return at + 1
            if at >= end or data[at] != mark:
                return -1
            at = _past_blanks(data, at + 1, end)


@_part
def _note_text(data: Any, at: int, end: int, texts: Any, count: int) -> int:
    """Note the text in quotation marks at `at`; return the position after it, -1 if there is none."""
    if at >= end or data[at] != 34:
        return -1
    last = _text_end(data, at + 1, end)
    if last < 0:
        return -1
    texts[count, TEXT_AT] = at + 1
    texts[count, TEXT_LENGTH] = last - at - 1
    texts[count, TEXT_HASH] = _hash(data, at + 1, last)
    return last + 1


@_part
def _scan_lists(data: Any, at: int, end: int, key: int, texts: Any, lists: Any, count: int, listed: int) -> Any:
    """Note the lists of texts of an object; return the position after it (-1 for a fault), and their number."""
    if at >= end or data[at] != 123:
        return -1, count, listed
    at = _past_blanks(data, at + 1, end)
    if at < end and data[at] == 125:
        return at + 1, count, listed
    while True:
        at = _note_text(data, at, end, texts, count)
        if at < 0:
            break
        lists[listed, LIST_KEY] = key
        lists[listed, LIST_POWER] = count
        count += 1
        lists[listed, LIST_FIRST] = count
        at = _past_blanks(data, at, end)
        if at >= end or data[at] != 58:
            break
        at = _past_blanks(data, at + 1, end)
        if at >= end or data[at] != 91:
            break
        at = _past_blanks(data, at + 1, end)
        if at < end and data[at] == 93:
            at += 1
        else:
            while True:
                at = _note_text(data, at, end, texts, count)
                if at < 0:
                    return -1, count, listed
                count += 1
                at = _past_blanks(data, at, end)
                if at >= end or (data[at] != 44 and data[at] != 93):
                    return -1, count, listed
                at += 1
                if data[at - 1] == 93:
                    break
                at = _past_blanks(data, at, end)
        lists[listed, LIST_LAST] = count
        listed += 1
        at = _past_blanks(data, at, end)
        if at < end and data[at] == 125:
            return at + 1, count, listed
        if at >= end or data[at] != 44:
            break
        at = _past_blanks(data, at + 1, end)
    return -1, count, listed


@_part
def _scan_line(
    data: Any, at: int, end: int, keys: Any, line: Any, texts: Any, lists: Any, count: int, listed: int, heads: Any
) -> Any:
    """Note the contents of a line; return whether it is canonical, and the numbers of texts and lists so far."""
    line[LINE_ID_LENGTH] = 0
    line[LINE_GIVEN] = 0
    head, keys_seen = line[HEAD_AT], 0
    at = _past_blanks(data, at, end)
    if at >= end or data[at] != 123:
        return False, count, listed
    at = _past_blanks(data, at + 1, end)
    more = at >= end or data[at] != 125
    while more:
        begin = at
        if at >= end or data[at] != 34:
            return False, count, listed
        last = _text_end(data, at + 1, end)
        if last < 0:
            return False, count, listed
        key = _find(keys, data, at + 1, last - at - 1, _hash(data, at + 1, last))
        if key < 0 or keys_seen >> key & 1:
            return False, count, listed
        keys_seen |= 1 << key
        name_end = last + 1
        at = _past_blanks(data, name_end, end)
        if at >= end or data[at] != 58:
            return False, count, listed
        at = _past_blanks(data, at + 1, end)
        if at >= end:
            return False, count, listed
        value = at
        if UNITS <= key <= CENTERS:
            if _says(data, at, end, _NULL_LETTERS):
                at += 4
            else:
                before = listed
                at, count, listed = _scan_lists(data, at, end, key, texts, lists, count, listed)
                if key == CENTERS:
                    line[LINE_GIVEN] = listed > before
        elif data[at] == 34:
            at = _text_end(data, at + 1, end) + 1
            if at == 0:
                return False, count, listed
        elif key == ID:
            at = _word_end(data, at, end)
        elif key == OPTIONS and data[at] == 123:
            at = _options_end(data, at, end)
        elif _says(data, at, end, _NULL_LETTERS):
            at += 4
        else:
            return False, count, listed
        if at < 0:
            return False, count, listed
        if key == ID:
            line[LINE_ID_AT] = value
            line[LINE_ID_LENGTH] = at - value
        elif key > CENTERS:
            head = _copied(heads, head, data, begin, name_end)
            heads[head] = 58
            head = _copied(heads, head + 1, data, value, at)
            heads[head] = 44
            head += 1
        at = _past_blanks(data, at, end)
        if at >= end or (data[at] != 44 and data[at] != 125):
            return False, count, listed
        more = data[at] == 44
        if more:
            at = _past_blanks(data, at + 1, end)
    line[HEAD_LENGTH] = head - line[HEAD_AT]
    return _past_blanks(data, at + 1, end) == end, count, listed


@_helper
def _copied(out: Any, to: int, data: Any, first: int, last: int) -> int:
    _copy(out, to, data, first, last - first)
    return to + last - first


def _scan(
    data: Any, start: Any, keys: Any, settings: Any, lines: Any, first_list: Any, texts: Any, lists: Any, heads: Any
) -> int:
    """Note the contents of each line; return the number of texts.

    Args:
        data: uint8: the lines, one after the other, and a blank at the end.
        start: By line, its start, followed by the end of the last one.
        keys: The numbers of `KEYS`.
        settings: The numbers of the settings: everything in a line except its lists and its id.
        lines: Output: by line, the columns from `LINE_SETTING` on; `UNKNOWN` for a new setting.
        first_list: Output: by line, the start of its lists, and their number.
        texts, lists: Output: the texts and the lists of texts.
        heads: Output: by line, its key in `settings`, as the inside of a JSON object.
    """
    keys, settings, lines, texts, lists = unowned((keys, settings, lines, texts, lists))
    data, heads = unowned((data, heads))
    count = listed = head = 0
    for n in range(len(start) - 1):
        first_list[n] = listed
        line = lines[n]
        line[HEAD_AT] = head
        usual, now, then = _scan_line(data, start[n], start[n + 1], keys, line, texts, lists, count, listed, heads)
        line[LINE_SETTING] = UNUSUAL
        if usual:
            count, listed = now, then
            length = line[HEAD_LENGTH]
            line[LINE_SETTING] = _find(settings, heads, head, length, _hash(heads, head, head + length))
            head += length
    first_list[len(start) - 1] = listed
    return count


# -- looking up ------------------------------------------------------------------------------------------------------


class TextTables(NamedTuple):
    """The tables of a board."""

    power: Table
    unit: Table
    order: Table
    center: Table


def _look_up(chosen: Any, data: Any, texts: Any, first_list: Any, lists: Any, tables: Any, number: Any) -> int:
    """Fill in the numbers of the texts of the lines `chosen`; return the number of unknown orders."""
    data, texts, lists, tables = unowned((data, texts, lists, tables))
    unknown = 0
    for n in chosen:
        for entry in range(first_list[n], first_list[n + 1]):
            key, power = lists[entry, LIST_KEY], lists[entry, LIST_POWER]
            for text in range(power, lists[entry, LIST_LAST]):  # the name of the power, then the texts
                at, length, hashed = texts[text, TEXT_AT], texts[text, TEXT_LENGTH], texts[text, TEXT_HASH]
                if text == power:
                    number[text] = _find(tables.power, data, at, length, hashed)
                elif key == UNITS:
                    number[text] = _find(tables.unit, data, at, length, hashed)
                elif key == CENTERS:
                    number[text] = _find(tables.center, data, at, length, hashed)
                else:
                    number[text] = _find(tables.order, data, at, length, hashed)
                    unknown += number[text] == UNKNOWN
    return unknown


# -- into arrays -----------------------------------------------------------------------------------------------------


class WordIndex(NamedTuple):
    """The meaning of the numbers of a board (`text_index.TextIndex`)."""

    province: Any
    columns: Any
    holds: Any
    centers: int
    unnamed_power: bool


class Rows(NamedTuple):
    """The rows of lines, as `canonical.Block` has them; `start`, by line, of units, orders and centers."""

    start: Any
    unit: Any
    units: Any
    unit_orders: Any
    order: Any
    orders: Any
    center: Any
    centers: Any


# the columns of the rows of orders (`Rows.orders`)
ORDER_POWER, ORDER_UNIT = 0, 1


@_part
def _encode_line(
    lists: Any, first: int, last: int, number: Any, words: Any, rows: Any, begin: Any, at: Any, taken: Any, owned: Any
) -> Any:
    """Write the rows of a line; return the numbers of units, orders and centers so far, -1 for an unusual line."""
    base, order, center = begin
    fault = -1, 0, 0
    unit = base
    powers = np.zeros(4, dtype=np.int64)
    for entry in range(first, last):
        key, power = lists[entry, LIST_KEY], number[lists[entry, LIST_POWER]]
        if power < 0 or powers[key] >> power & 1:
            return fault
        powers[key] |= 1 << power
        if key == UNITS:
            for text in range(lists[entry, LIST_FIRST], lists[entry, LIST_LAST]):
                key_of_unit = number[text]
                if key_of_unit < 0 or unit - base == MOST_UNITS:
                    return fault
                location, fleet = location_and_fleet(key_of_unit)
                province = words.province[location]
                if taken[province]:
                    return fault
                taken[province] = 1
                at[unit_key(province, fleet)] = unit  # a unit's coast may be left out
                at[key_of_unit] = unit
                rows.unit[unit] = key_of_unit
                rows.units[unit, 0] = fleet
                rows.units[unit, 1] = location
                rows.units[unit, 2] = power
                rows.unit_orders[unit, 0] = HOLDS
                rows.unit_orders[unit, 1] = -1
                rows.unit_orders[unit, 2] = -1
                rows.unit_orders[unit, 3] = 0
                unit += 1
        elif key == CENTERS:
            if lists[entry, LIST_FIRST] == lists[entry, LIST_LAST]:
                rows.center[center] = -1
                rows.centers[center] = power
                center += 1
            for text in range(lists[entry, LIST_FIRST], lists[entry, LIST_LAST]):
                place = number[text]
                if place < 0 or owned[place]:
                    return fault
                owned[place] = 1
                rows.center[center] = place
                rows.centers[center] = power
                center += 1
    ordered = 0
    for entry in range(first, last):
        if lists[entry, LIST_KEY] != ORDERS:
            continue
        power = number[lists[entry, LIST_POWER]]
        for text in range(lists[entry, LIST_FIRST], lists[entry, LIST_LAST]):
            if number[text] < 0:
                return fault
            # one order per unit, from its own power; it names each unit exactly, or one where there is none
            columns = words.columns[number[text]]
            ordered_unit = at[columns[UNIT]]
            if ordered_unit < 0 or rows.units[ordered_unit, 2] != power or ordered >> (ordered_unit - base) & 1:
                return fault
            ordered |= 1 << (ordered_unit - base)
            target = -1
            if columns[TARGET] >= 0:
                target = at[columns[TARGET]]
                if target >= 0:
                    owner = rows.units[target, 2]
                    if columns[NATIONALITY] >= 0:
                        if columns[NATIONALITY] != owner:
                            return fault
                    elif owner != power and not words.unnamed_power:
                        return fault
                    target -= base
                elif taken[words.province[location_and_fleet(columns[TARGET])[0]]]:
                    return fault
            rows.unit_orders[ordered_unit, 0] = columns[KIND]
            rows.unit_orders[ordered_unit, 1] = target
            rows.unit_orders[ordered_unit, 2] = columns[TO]
            rows.unit_orders[ordered_unit, 3] = columns[VIA]
            rows.order[order] = number[text]
            rows.orders[order, ORDER_POWER] = power
            rows.orders[order, ORDER_UNIT] = ordered_unit
            order += 1
    return unit, order, center


def _encode(chosen: Any, first_list: Any, lists: Any, number: Any, words: Any, rows: Any, kept: Any) -> int:
    """Fill in the rows of the lines `chosen` without the unusual ones; return the number of lines kept.

    Args:
        chosen: The numbers of the lines.
        first_list, lists: As filled by `scan`.
        number: As filled by `look_up`.
        words: The meaning of the numbers.
        rows: Output.
        kept: Output: the numbers of the lines that are kept.
    """
    lists, number, words, rows = unowned((lists, number, words, rows))
    provinces = 0
    for province in words.province:
        provinces = max(provinces, province + 1)
    at = np.full(unit_key(len(words.province), 0), -1, dtype=np.int64)
    taken, owned = np.zeros(provinces, dtype=np.uint8), np.zeros(words.centers, dtype=np.uint8)
    count = 0
    begin = 0, 0, 0
    for n in chosen:
        for column in range(3):
            rows.start[count, column] = begin[column]
        at[:] = -1
        taken[:] = 0
        owned[:] = 0
        end = _encode_line(lists, first_list[n], first_list[n + 1], number, words, rows, begin, at, taken, owned)
        if end[0] >= 0:
            kept[count] = n
            count += 1
            begin = end
    for column in range(3):
        rows.start[count, column] = begin[column]
    return count


# -- answers ---------------------------------------------------------------------------------------------------------


def _find_templates(
    orders: Any, answers: Any, retreats: Any, numbers: Any, places: Any, number: Any, place: Any
) -> int:
    """Fill in, by unit, the number and the index of the template of its order; return how many are new.

    Args:
        orders: As in `batch.Batch`.
        answers, retreats: As in `batch.Outcomes`.
        numbers, places: The numbers that have a template, ascending, and the indices of the templates.
        number, place: Output; the index is -1 for a new number.
    """
    new = 0
    for unit in range(len(place)):
        template = orders[unit, 0] + 0  # 64 bits
        dislodged = answers[unit].attacker >= 0
        template = template << 2 | (dislodged + (dislodged and not (retreats[unit, 0] or retreats[unit, 1])))
        template = template << 7 | answers[unit].prevent
        template = template << 7 | answers[unit].hold
        template = template << 7 | answers[unit].attack
        template = template << 7 | answers[unit].reason
        template = template << 5 | answers[unit].void
        template = template << 7 | answers[unit].fault
        template = template << 1 | answers[unit].succeeds
        number[unit] = template
        low, high = 0, len(numbers)
        while low < high:
            middle = (low + high) >> 1
            if numbers[middle] < template:
                low = middle + 1
            else:
                high = middle
        if low < len(numbers) and numbers[low] == template:
            place[unit] = places[low]
        else:
            place[unit] = -1
            new += 1
    return new


# -- writing ---------------------------------------------------------------------------------------------------------


class ReplyPieces(NamedTuple):
    """The pieces of the answers on a board under a rulebook.

    Attributes:
        fixed: The fixed phrases, by the numbers from `OPEN` on.
        powers, units, centers, locations: By number, in quotation marks, preceded by a comma and a blank.
        power_names: By power, its name in a sentence.
        keys, names: By order, its given text as a key, preceded by a comma and a blank; and its text in a sentence.
        before, head, tail, after: By template, its pieces.
        blank, why: By template: `answer_templates._Wording`.
        center_at: By province, the number of its center, -1 for none.
        sorted_places: The numbers of the locations in the order of their texts.
        province: By location, its province.
    """

    fixed: Texts
    powers: Texts
    units: Texts
    centers: Texts
    locations: Texts
    power_names: Texts
    keys: Texts
    names: Texts
    before: Texts
    head: Texts
    tail: Texts
    after: Texts
    blank: Any
    why: Any
    center_at: Any
    sorted_places: Any
    province: Any


FIXED = (
    *('{"id": ', ', "orders": {', '}, "units": {', '}, "dislodged": {', '}, "contested": [', '], "paradoxes": '),
    *(', "centers": {', "}}\n", "}\n"),
    *(": {", ": [", "}", "]", '{"success": true}', '{"success": false}'),
    *(' (', "; ", ": ", ")"),
    *(': {"power": ', ', "from": ', ', "by_convoy": true, "retreats": [', ', "by_convoy": false, "retreats": [', "]}"),
    *("null", "[]", "[", '", "'),
)  # fmt: skip
"""The phrases of an answer that do not depend on the turn."""

(_OPEN, ORDERS_KEY, _UNITS, _DISLODGED, _CONTESTED, _PARADOXES, _CENTERS, _CLOSE_CENTERS, _CLOSE, _OBJECT) = range(10)
(_LIST, _END_OBJECT, _END_LIST, _GOOD, _BAD, _PAREN, _SEMICOLON, _COLON, _END_PAREN) = range(10, 19)
(_POWER, _FROM, _BY_CONVOY, _BY_LAND, _END_FATE, _NULL, _NO_LIST, _BEGIN_LIST, _NEXT_TEXT) = range(19, 28)


class SolvedBlock(NamedTuple):
    """A solved block: its lines, its rows, the outcomes, and the texts that only Python code can write.

    Attributes:
        data, ids: The bytes of all lines, and the start of the ``id`` of each line in them, and its length.
        settled, with_centers: By line, whether it is autumn, and whether it has the owners of the centers.
        start, unit, units, order, orders, center, centers: `Rows`.
        order_of_unit: By unit, the number of its order; a unit without an order holds.
        answers, decided_by, contested, retreats: `batch.Outcomes`.
        template: By unit, the index of its template.
        paradox_start: By line, its first row of `paradoxes`, with their number at the end.
        paradoxes: The core of each paradox, as a mask over the units of the turn, and the number of its template.
        paradox_heads, paradox_tails: By template of a paradox, the text before its core, with a comma, and after it.
        fallback_text: By line, the number of the text for all paradoxes if the plain solver solved it; otherwise -1.
        extra: The texts for these, then those for orders that are only counted.
        paradox_kind: By unit, the kind of the first paradox with its order in the core, from 1; 0 for none; for rows.
    """

    data: Any
    ids: Any
    settled: Any
    with_centers: Any
    start: Any
    unit: Any
    units: Any
    order: Any
    orders: Any
    center: Any
    centers: Any
    order_of_unit: Any
    answers: Any
    decided_by: Any
    contested: Any
    retreats: Any
    template: Any
    paradox_start: Any
    paradoxes: Any
    paradox_heads: Texts
    paradox_tails: Texts
    fallback_text: Any
    extra: Texts
    paradox_kind: Any


@_helper
def _bytes(out: Any, at: int, data: Any, first: int, last: int) -> int:
    """Write bytes at `at`, or only count them if there is no room; return their end."""
    length = last - first
    if at + length + SLACK <= len(out):
        _copy(out, at, data, first, length)
    return at + length


@_helper
def _write_text(out: Any, at: int, texts: Any, n: int, skip: int = 0) -> int:
    """Write a text without its first `skip` bytes."""
    first, last = texts.start[n] + skip, texts.start[n + 1]
    end = at + last - first
    if end + SLACK <= len(out):
        _copy_some(out, at, texts.data, first)
        if last - first > SLACK:
            _copy(out, at + SLACK, texts.data, first + SLACK, last - first - SLACK)
    return end


@_helper
def _opened(out: Any, at: int, pieces: Any, power: int, before: int, opening: int) -> int:
    """Write the opening of the object or list of a power; `before` is the power before it, -1 for none."""
    if before >= 0:
        at = _write_text(out, at, pieces.fixed, _END_OBJECT if opening == _OBJECT else _END_LIST)
    at = _write_text(out, at, pieces.powers, power, 0 if before >= 0 else 2)
    return _write_text(out, at, pieces.fixed, opening)


@_helper
def _places(out: Any, at: int, pieces: Any, words: Any, order: Any) -> int:
    """Write the locations of a mask (in words of bits), in the given order."""
    first = True
    for place in order:
        if words[place // WORD] >> place % WORD & 1:
            at = _write_text(out, at, pieces.locations, place, 2 if first else 0)
            first = False
    return at


@_helper
def _reason(out: Any, at: int, pieces: Any, block: Any, unit: int, first: int) -> int:
    """Write the sentence of the reason of a unit's order; `first` is the first unit of the turn."""
    while True:
        n = block.template[unit]
        by = 0 if block.answers[unit].fault > 0 else block.decided_by[unit]
        at = _write_text(out, at, pieces.head, n)
        last = -1
        if by:
            blank = pieces.blank[n]
            if not blank:
                at = _write_text(out, at, pieces.fixed, _PAREN)
            count = more = 0
            left = by
            while left:
                bit = lowest(left)
                left &= left - 1
                last = first + bit
                count += 1
                if count > MOST_NAMED:
                    more += 1
                    continue
                if count > 1:
                    at = _write_text(out, at, pieces.fixed, _SEMICOLON)
                if blank:
                    at = _write_text(out, at, pieces.names, block.order_of_unit[last])
                    at = _write_text(out, at, pieces.fixed, _PAREN)
                    at = _write_text(out, at, pieces.power_names, block.units[last, 2])
                    at = _write_text(out, at, pieces.fixed, _END_PAREN)
                else:
                    at = _write_text(out, at, pieces.power_names, block.units[last, 2])
                    at = _write_text(out, at, pieces.fixed, _COLON)
                    at = _write_text(out, at, pieces.names, block.order_of_unit[last])
            if more:
                at = _write_text(out, at, pieces.fixed, _SEMICOLON)
                at = _write_text(out, at, block.extra, len(block.extra.start) - 2 - MOST_UNITS + more)
            if not blank:
                at = _write_text(out, at, pieces.fixed, _END_PAREN)
        at = _write_text(out, at, pieces.tail, n)
        if not by or not pieces.why[n]:
            return at
        unit = last


@_helper
def _owned(out: Any, at: int, pieces: Any, block: Any, line: int, waits: bool, owner: Any) -> int:
    """Write the owners of the centers."""
    first, last = block.start[line, 2], block.start[line + 1, 2]
    at = _write_text(out, at, pieces.fixed, _CENTERS)
    before = -1
    if waits or not block.settled[line]:
        for row in range(first, last):
            power, center = block.centers[row], block.center[row]
            new = power != before
            if new:
                at = _opened(out, at, pieces, power, before, _LIST)
            before = power
            if center >= 0:
                at = _write_text(out, at, pieces.centers, center, 2 if new else 0)
    else:
        owner[:] = -1
        for row in range(first, last):
            if block.center[row] >= 0:
                owner[block.center[row]] = block.centers[row]
        for unit in range(block.start[line, 0], block.start[line + 1, 0]):
            place = block.answers[unit].place
            if place >= 0:
                center = pieces.center_at[pieces.province[place]]
                if center >= 0:
                    owner[center] = block.units[unit, 2]
        for power in range(len(pieces.powers.start) - 1):
            at = _opened(out, at, pieces, power, before, _LIST)
            before = power
            skip = 2
            for center in range(len(owner)):
                if owner[center] == power:
                    at = _write_text(out, at, pieces.centers, center, skip)
                    skip = 0
    if before >= 0:
        at = _write_text(out, at, pieces.fixed, _END_LIST)
    return _write_text(out, at, pieces.fixed, _CLOSE_CENTERS)


@_helper
def _paradoxes(out: Any, at: int, pieces: Any, block: Any, line: int) -> int:
    """Write the paradoxes of a line."""
    first, last = block.paradox_start[line], block.paradox_start[line + 1]
    if block.fallback_text[line] >= 0:
        return _write_text(out, at, block.extra, block.fallback_text[line])
    if first == last:
        return _write_text(out, at, pieces.fixed, _NO_LIST)
    at = _write_text(out, at, pieces.fixed, _BEGIN_LIST)
    for row in range(first, last):
        core, template = block.paradoxes[row]
        at = _write_text(out, at, block.paradox_heads, template, 2 if row == first else 0)
        left = core
        while left:
            if left != core:
                at = _write_text(out, at, pieces.fixed, _NEXT_TEXT)
            unit = block.start[line, 0] + lowest(left)
            left &= left - 1
            at = _write_text(out, at, pieces.names, block.order_of_unit[unit])
        at = _write_text(out, at, block.paradox_tails, template)
    return _write_text(out, at, pieces.fixed, _END_LIST)


def _write(block: Any, pieces: Any, brief: bool, out: Any, ends: Any) -> int:
    """Write the answers, a line each; return their length. Answers for which there is no room are not written.

    Args:
        block, pieces: The contents and the pieces of the answers.
        brief: Give only whether each order succeeds.
        out: Output: the answers.
        ends: Output: by line, the end of its answer.
    """
    block, pieces, out, ends = unowned((block, pieces, out, ends))
    at = 0
    owner = np.empty(len(pieces.centers.start) - 1, dtype=np.int64)
    all_places = np.arange(len(pieces.province))
    for line in range(len(block.ids)):
        at = _write_text(out, at, pieces.fixed, _OPEN)
        if block.ids[line, 1]:
            at = _bytes(out, at, block.data, block.ids[line, 0], block.ids[line, 0] + block.ids[line, 1])
        else:
            at = _write_text(out, at, pieces.fixed, _NULL)
        first, last = block.start[line, 0], block.start[line + 1, 0]
        # orders
        at = _write_text(out, at, pieces.fixed, ORDERS_KEY)
        before = -1
        for row in range(block.start[line, 1], block.start[line + 1, 1]):
            power, unit = block.orders[row, ORDER_POWER], block.orders[row, ORDER_UNIT]
            new = power != before
            if new:
                at = _opened(out, at, pieces, power, before, _OBJECT)
            before = power
            at = _write_text(out, at, pieces.keys, block.order[row], 2 if new else 0)
            if brief:
                at = _write_text(out, at, pieces.fixed, _GOOD if block.answers[unit].succeeds > 0 else _BAD)
            else:
                at = _write_text(out, at, pieces.before, block.template[unit])
                at = _reason(out, at, pieces, block, unit, first)
                at = _write_text(out, at, pieces.after, block.template[unit])
        if before >= 0:
            at = _write_text(out, at, pieces.fixed, _END_OBJECT)
        # units
        at = _write_text(out, at, pieces.fixed, _UNITS)
        before = -1
        out_of = 0
        for unit in range(first, last):
            place = block.answers[unit].place
            if place < 0:
                out_of += 1
                continue
            power = block.units[unit, 2]
            new = power != before
            if new:
                at = _opened(out, at, pieces, power, before, _LIST)
            before = power
            at = _write_text(out, at, pieces.units, unit_key(place, block.units[unit, 0]), 2 if new else 0)
        if before >= 0:
            at = _write_text(out, at, pieces.fixed, _END_LIST)
        # the dislodged
        at = _write_text(out, at, pieces.fixed, _DISLODGED)
        waits, several = False, False
        for unit in range(first, last if out_of else first):
            if block.answers[unit].attacker < 0:
                continue
            attacker = first + block.answers[unit].attacker
            at = _write_text(out, at, pieces.units, block.unit[unit], 0 if several else 2)
            several = True
            at = _write_text(out, at, pieces.fixed, _POWER)
            at = _write_text(out, at, pieces.powers, block.units[unit, 2], 2)
            at = _write_text(out, at, pieces.fixed, _FROM)
            at = _write_text(out, at, pieces.locations, pieces.province[block.units[attacker, 1]], 2)
            at = _write_text(out, at, pieces.fixed, _BY_CONVOY if block.answers[attacker].convoyed else _BY_LAND)
            ways = block.retreats[unit]
            waits |= ways[0] != 0 or ways[1] != 0
            at = _places(out, at, pieces, ways, all_places)
            at = _write_text(out, at, pieces.fixed, _END_FATE)
        # the contested provinces, the paradoxes and the centers
        at = _write_text(out, at, pieces.fixed, _CONTESTED)
        contested = block.contested[line]
        if contested[0] or contested[1]:
            at = _places(out, at, pieces, contested, pieces.sorted_places)
        at = _write_text(out, at, pieces.fixed, _PARADOXES)
        at = _paradoxes(out, at, pieces, block, line)
        if block.with_centers[line]:
            at = _owned(out, at, pieces, block, line, waits, owner)
        else:
            at = _write_text(out, at, pieces.fixed, _CLOSE)
        ends[line] = at
    return at


# the fixed phrases of rows, after those of `FIXED`; the last one is the first of those for paradoxes
ROW_OPEN, ROW_NULL, ROW_RULES, ROW_GOOD, ROW_BAD, ROW_PARADOX = range(len(FIXED), len(FIXED) + 6)


@_helper
def _id_in_csv(out: Any, at: int, data: Any, first: int, length: int) -> int:
    """Write an ``id`` for CSV: a text has quotation marks only if it contains a comma."""
    if _says(data, first, first + length, _NULL_LETTERS):
        return at
    quoted = data[first] == 34
    for place in range(first, first + length):
        if data[place] == 44:
            quoted = False
    return _bytes(out, at, data, first + quoted, first + length - quoted)


def _write_rows(block: Any, pieces: Any, brief: bool, as_csv: bool, out: Any, ends: Any) -> int:
    """Write the answers as rows, one per order; return their length. Rows without room are not written.

    Args:
        block, pieces: The contents and the pieces of the answers; `powers`, `keys` and `units` are cells of a row.
        brief: Give only whether each order succeeds.
        as_csv: CSV, not JSON.
        out: Output: the rows.
        ends: Output: by line, the end of its rows.
    """
    block, pieces, out, ends = unowned((block, pieces, out, ends))
    at = 0
    for line in range(len(block.ids)):
        id_at, id_length = block.ids[line, 0], block.ids[line, 1]
        for row in range(block.start[line, 1], block.start[line + 1, 1]):
            power, unit = block.orders[row, ORDER_POWER], block.orders[row, ORDER_UNIT]
            at = _write_text(out, at, pieces.fixed, ROW_OPEN)
            if not id_length:
                at = _write_text(out, at, pieces.fixed, ROW_NULL)
            elif as_csv:
                at = _id_in_csv(out, at, block.data, id_at, id_length)
            else:
                at = _bytes(out, at, block.data, id_at, id_at + id_length)
            at = _write_text(out, at, pieces.fixed, ROW_RULES)
            at = _write_text(out, at, pieces.powers, power)
            at = _write_text(out, at, pieces.keys, block.order[row])
            at = _write_text(out, at, pieces.units, block.unit[unit])
            if brief:
                at = _write_text(out, at, pieces.fixed, ROW_GOOD if block.answers[unit].succeeds > 0 else ROW_BAD)
                continue
            at = _write_text(out, at, pieces.before, block.template[unit])
            at = _reason(out, at, pieces, block, unit, block.start[line, 0])
            at = _write_text(out, at, pieces.after, block.template[unit])
            at = _write_text(out, at, pieces.fixed, ROW_PARADOX + block.paradox_kind[unit])
        ends[line] = at
    return at


enter = compiled(_enter)
scan = compiled(_scan)
look_up = compiled(_look_up)
encode = compiled(_encode)
find_templates = compiled(_find_templates)
write = compiled(_write)
write_rows = compiled(_write_rows)
