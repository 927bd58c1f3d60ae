"""Pictures: every province, unit and order in its place, every outcome with its mark, nothing that breaks the page."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections import Counter
from math import dist
from pathlib import Path

import pytest

from standoff.cases.course import play_case
from standoff.cases.origins import read
from standoff.map import Board, Position, StandoffError, load_board, starting_position
from standoff.pictures import Drawing, PictureError, draw, draw_strengths, geometry_of, order_of as order_named
from standoff.pictures.curves import nearest
from standoff.pictures.labels import initials, short_names
from standoff.pictures.layout import OrderPaths
from standoff.pictures.result_scenes import scene_of_result
from standoff.pictures.scene import ActionKind
from standoff.pictures.svg import Point
from standoff.solver import ParadoxKind, explain, resolutions, rulebook
from standoff.turn.turn import Turn
from tests.helpers.command import as_file, refused, run
from tests.helpers.paths import FALL, PARADOX
from tests.helpers.turns import library_cases, standard_board

SVG = "{http://www.w3.org/2000/svg}"


def tree_of(drawing: Drawing | str) -> ET.Element:
    return ET.fromstring(str(drawing))


def of_class(tree: ET.Element, name: str) -> list[ET.Element]:
    return [e for e in tree.iter() if name in e.get("class", "").split()]


def order_of(tree: ET.Element, text: str) -> ET.Element:
    (group,) = [e for e in of_class(tree, "order") if e.get("data-order") == text]
    return group


def marks_of(tree: ET.Element, text: str) -> str:
    """Return everything that is drawn for an order, as SVG."""
    return "".join(ET.tostring(e, encoding="unicode") for e in tree.iter() if e.get("data-order") == text)


def drawn(turn: str, **kwargs: str) -> ET.Element:
    return tree_of(draw(read(turn).adjudicate(), **kwargs))  # pyright: ignore[reportArgumentType]


# -- elements and ids -------------------------------------------------------------------------------------------------


def sound(tree: ET.Element) -> None:
    """Assert that no id stands twice, that what is referred to is there, and that every number is one."""
    ids = Counter(e.get("id") for e in tree.iter() if e.get("id"))
    assert [name for name, count in ids.items() if count > 1] == []
    for element in tree.iter():
        href = element.get("href")
        assert href is None or href[1:] in ids, href
        for value in element.attrib.values():
            assert not re.search(r"\bnan\b|\binf\b|^None$", value), value
            for name in re.findall(r"url\(#(.+?)\)", value):
                assert name in ids


@pytest.mark.parametrize("theme", ["light", "dark", "print"])
def test_every_province_unit_and_order_is_an_element(theme: str) -> None:
    turn = read(FALL)
    tree = tree_of(draw(turn.adjudicate(), theme=theme))
    sound(tree)
    provinces = {e.get("data-province") for e in tree.iter() if e.get("id", "").startswith("province-")}
    assert provinces == {province.id for province in turn.board.provinces}
    assert len(of_class(tree, "unit")) == 34
    assert {(e.get("data-power"), e.get("data-order")) for e in of_class(tree, "order")} == {
        (order.power, str(order)) for order in turn.orders
    }
    assert {e.get("data-unit") for e in of_class(tree, "unit")} == {str(unit) for unit in turn.position.units}
    assert all(e.get("data-outcome") for e in of_class(tree, "order"))


def test_title_and_desc_say_the_orders_in_words() -> None:
    drawing = draw(read(FALL).adjudicate())
    assert len(drawing.svg.encode()) < 150_000
    tree = tree_of(drawing)
    assert (tree[0].tag, tree[0].text) == (f"{SVG}title", "Fall 1906")
    sentences = (tree[1].text or "").splitlines()
    assert tree[1].tag == f"{SVG}desc"
    assert len(sentences) == 34
    assert "Germany: F Denmark - North Sea: moves; attack strength 2 exceeds hold strength 1" in "\n".join(sentences)
    assert drawing.words == tuple(sentences)


@pytest.mark.slow
@pytest.mark.parametrize("pattern", ["datc-6.F.1*", "datc-6.H.1*", "datc-6.J*", "variant*"])
def test_all_phases_of_the_library_give_sound_pictures(pattern: str) -> None:
    for case in library_cases(pattern):
        rules = rulebook(case.rules[0], **case.options)
        for _, result, position in play_case(case, rules):
            tree = tree_of(draw(result, board=case.board, rules=rules))
            sound(tree)
            sound(tree_of(draw(position, board=case.board, rules=rules)))
            seen = {(e.get("data-power"), e.get("data-order")) for e in tree.iter() if e.get("data-power")}
            notes = "".join(tree.itertext())
            for order_result in result:
                assert (order_result.order.power, str(order_result.order)) in seen or str(order_result.outcome) in notes


def test_ids_begin_with_the_prefix() -> None:
    tree = tree_of(draw(read(PARADOX).adjudicate(), prefix="p1-"))
    sound(tree)
    assert all(e.get("id", "p1-").startswith("p1-") for e in tree.iter())


# -- hostile text -----------------------------------------------------------------------------------------------------


def test_hostile_text_stays_text() -> None:
    hostile = "</svg><script>alert('x')</script>&amp;\"]]>"
    board = standard_board()
    board["provinces"]["PAR"]["name"] = hostile
    board["powers"]["FRANCE"]["name"] = "<b>&\"'"
    start = starting_position()
    tree = tree_of(draw(start, board=Board(board), names="long", title=f"{hostile}\0\x1b"))
    assert not [e for e in tree.iter() if "script" in e.tag or e.tag.endswith("}b")]
    assert tree[0].text == hostile
    sound(tree)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"theme": "lihgt"}, "no theme 'lihgt'; known: light, dark, print"),
        ({"language": "de"}, "no language 'de'"),
        ({"names": "tall"}, "no names 'tall'"),
        ({"width_px": 0}, "0 px wide"),
        ({"prefix": "1<"}, "no id can begin like that"),
        ({"order": "A MOS - UKR"}, "no orders are 'A MOS - UKR'"),
        ({"order": "ENG"}, "expected one of: F LON S F WAL - ENG; F WAL - ENG"),
    ],
)
def test_what_cannot_be_drawn_is_said(wrong: dict[str, object], message: str) -> None:
    with pytest.raises(PictureError, match=re.escape(message)):
        draw(read(PARADOX).adjudicate(), **wrong)  # pyright: ignore[reportArgumentType]


# -- the marks of outcomes --------------------------------------------------------------------------------------------

CROSS, WAVE = "#cross", "#wave"


@pytest.mark.parametrize(
    ("turn", "order", "outcome", "marks"),
    [
        ("FRANCE: A PAR - BUR", "A PAR - BUR", "moves", ()),
        ("FRANCE: A PAR - BUR\nGERMANY: A BUR H", "A PAR - BUR", "bounces", (CROSS,)),
        ("FRANCE: A PAR S A MAR - BUR\nFRANCE: A MAR - BUR", "A PAR S A MAR - BUR", "supports", ("<circle",)),
        ("FRANCE: A PAR S A BUR\nFRANCE: A BUR H", "A PAR S A BUR", "supports", ("<g fill",)),
        ("FRANCE: A PAR S A BUR, A BUR H\nGERMANY: A PIC - PAR", "A PAR S A BUR", "cut", (CROSS,)),
        ("FRANCE: A PAR H", "A PAR H", "holds", ("<circle",)),
        ("ENGLAND: F NTH C A YOR - NWY, A YOR - NWY", "F NTH C A YOR - NWY", "convoys", (WAVE,)),
        ("FRANCE: A PAR S A MAR - BUR, A MAR H", "A PAR S A MAR - BUR", "void", ("sign void",)),
        ("FRANCE: A PAR - MOS", "A PAR - MOS", "illegal", ("sign illegal",)),
    ],
)
def test_each_outcome_has_its_mark(turn: str, order: str, outcome: str, marks: tuple[str, ...]) -> None:
    tree = drawn(turn)
    assert order_of(tree, order).get("data-outcome") == outcome
    shown = marks_of(tree, order)
    for mark in marks:
        assert mark in shown.replace("ns0:", "")
    if outcome in ("moves", "supports", "holds", "convoys"):
        assert CROSS not in shown
        assert "sign" not in shown


def test_a_standoff_is_a_burst_in_the_empty_province() -> None:
    tree = drawn("FRANCE: A PAR - BUR\nGERMANY: A MUN - BUR")
    (burst,) = of_class(tree, "burst")
    x, y = geometry_of(load_board()).anchor("BUR", "unit")
    assert burst.get("transform") == f"translate({x:g} {y:g})"
    assert not of_class(tree, "cross")


def test_retreat_options_and_choices() -> None:
    before = read("6.H.9").next()
    options = tree_of(draw(before.position))
    ways = {e.get("data-order") for e in of_class(options, "option")}
    assert {"F KIE R HOL", "F KIE R BAL", "F KIE R BER"} <= ways
    assert of_class(options, "traces")
    settled = tree_of(draw(before.adjudicate()))
    chosen = [e.get("data-order") for e in of_class(settled, "retreat")]
    assert "F KIE - BER" in chosen
    assert "F KIE R BER" not in {e.get("data-order") for e in of_class(settled, "option")}
    assert len(of_class(settled, "removed")) == 1


def test_an_unjudged_turn_shows_orders_and_no_outcomes() -> None:
    drawing = draw(read("FRANCE: A PAR - BUR, A MAR S A PAR - BUR\nGERMANY: A BUR H, A MUN - BOH"))
    tree = tree_of(drawing)
    assert len(of_class(tree, "order")) == 4
    assert drawing.words[0] == "France: A Paris - Burgundy"
    assert not [one for one in ("moves", "dislodged", "strength") if one in drawing.svg]
    assert not of_class(tree, "cross")


# -- arrows -----------------------------------------------------------------------------------------------------------


def layout_of(turn: Turn) -> OrderPaths:
    result = turn.adjudicate()
    return OrderPaths(scene_of_result(result.phase_result, turn.board, rules=result.rules), geometry_of(turn.board))


@pytest.mark.parametrize("case", ["6.C.5", "6.E.1", "6.G.1"])
def test_opposite_moves_lie_apart(case: str) -> None:
    layout = layout_of(read(case))
    moves = [path for path in layout.paths if path.action.kind is ActionKind.MOVE]
    pairs = [(a, b) for a in moves for b in moves if a.action.at == b.action.to[:3] and a.action.at < b.action.at]
    for one, two in pairs:
        middle = one.line[len(one.line) // 2]
        assert nearest(two.line, middle) > 4


def test_a_support_ends_on_the_arrow_that_it_supports() -> None:
    layout = layout_of(read(FALL))
    moves = {(p.action.at, p.action.to): p.line for p in layout.paths if p.action.kind is ActionKind.MOVE}
    supports = [p for p in layout.paths if p.action.kind is ActionKind.SUPPORT_MOVE]
    assert len(supports) == 7
    for path in supports:
        assert path.joint is not None
        assert nearest(moves[path.action.target, path.action.to], path.joint) < 1


def test_a_convoyed_army_passes_its_fleets_in_their_order() -> None:
    turn = read("ENGLAND: A LON - TUN, F ENG C A LON - TUN, F MAO C A LON - TUN, F WES C A LON - TUN")
    (move,) = [path for path in layout_of(turn).paths if path.action.kind is ActionKind.MOVE]
    assert move.action.route == ("ENG", "MAO", "WES")
    assert not move.action.broken


# -- several maps -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chapter", ["datc-6.F.*", "datc-6.G.*"])
def test_every_failure_has_one_mark_apart_from_the_others_and_a_core_is_gold(chapter: str) -> None:
    """Crosses are on the middle part of the order's own line; a convoy is broken at the fleet that fails."""
    geometry, cores = geometry_of(load_board()), 0
    for case in library_cases(chapter):
        result = read(case.id).adjudicate()
        scene = scene_of_result(result.phase_result, load_board(), rules=result.rules)
        paradoxes = [one for one in result.paradoxes if one.kind is not ParadoxKind.CIRCULAR_MOVEMENT]
        core = {(order.power, str(order)) for paradox in paradoxes for order in paradox.core}
        assert scene.core == core, case.id
        cores += bool(core)
        signs: list[Point] = []
        for path in OrderPaths(scene, geometry).paths:
            action = path.action
            seen = [nearest(path.line, geometry.anchor(fleet)) for fleet in action.route]
            assert all(away < 1 for away in seen), (case.id, action.order, seen)
            if action.broken:
                fleet = next(sea for sea in action.route if sea in action.broken)
                assert dist(path.line[path.broken], geometry.anchor(fleet)) < 12, case.id
            if path.sign is not None and action.kind is ActionKind.MOVE and len(path.line) > 2:
                far = [dist(path.sign, end) for end in (path.line[0], path.line[-1])]
                assert nearest(path.line, path.sign) < 1
                assert action.broken or action.route or min(far) > 0.2 * sum(far), (case.id, action.order)
            if path.sign is not None:
                assert all(dist(path.sign, other) > 6 for other in signs), (case.id, action.order)
                signs.append(path.sign)
    assert cores >= (8 if "F" in chapter else 1)


def test_each_resolution_gets_a_map_the_core_a_mark_and_the_adopted_one_a_frame() -> None:
    drawing = draw(read("6.F.14").resolutions())
    assert len(drawing.svg.encode()) < 60_000
    tree = tree_of(drawing)
    sound(tree)
    assert len(of_class(tree, "map")) == 2
    assert len(of_class(tree, "adopted")) == 1
    assert {e.get("data-order") for e in of_class(tree, "core")} == {
        "F LON S F WAL - ENG",
        "F WAL - ENG",
        "F ENG C A BRE - LON",
    }
    written = "".join(tree.itertext())
    assert "settled by szykman" in written
    assert "simple convoy paradox" in written
    faded = [e.get("data-order") for e in of_class(tree, "order") if e.get("opacity")]
    assert set(faded) == {"A BRE - LON"}
    outcomes = [e.get("data-outcome") for e in of_class(tree, "order") if e.get("data-order") == "F WAL - ENG"]
    assert outcomes == ["moves", "bounces"]


def test_without_a_resolution_the_adopted_outcome_stands_alone() -> None:
    tree = tree_of(draw(read("6.F.16").resolutions()))
    assert len(of_class(tree, "map")) == 1
    assert "No consistent resolution" in "".join(tree.itertext())


@pytest.mark.slow
def test_a_comparison_has_a_map_for_each_outcome_and_fades_what_agrees() -> None:
    comparison = read("6.F.24").compare()
    tree = tree_of(draw(comparison))
    sound(tree)
    assert len(of_class(tree, "map")) == len(comparison)
    assert "paradox_backup=all-hold" in "".join(tree.itertext())
    assert any(e.get("opacity") for e in of_class(tree, "order"))


def test_an_explanation_emphasizes_the_chain_of_causes() -> None:
    tree = tree_of(draw(read(FALL).adjudicate(), order="A SER - RUM"))
    clear = {e.get("data-order") for e in of_class(tree, "order") if not e.get("opacity")}
    assert clear == {
        "A SER - RUM",
        "A BUD S A SER - RUM",
        "A GAL - BUD",
        "F RUM S F SEV - BLA",
        "A BUL S F RUM",
    }
    assert "attack strength 1 does not exceed hold strength 2" in "".join(tree.itertext())


# -- boards, languages, themes ----------------------------------------------------------------------------------------


def strengths(turn: Turn, order: str) -> list[tuple[str, str, int, int]]:
    """Return the bars of a move: name, value, the units that count, those that do not."""
    result = turn.adjudicate()
    drawing = draw_strengths(explain(result.phase_result)[order_named(result, order)], turn.board)
    sound(tree_of(drawing))
    bars: list[tuple[str, str, int, int]] = []
    for bar in of_class(tree_of(drawing), "strength"):
        texts = [one.text or "" for one in bar.findall(f"{SVG}text")]
        bars.append((texts[0], texts[1], len(of_class(bar, "counts")), len(of_class(bar, "lost"))))
    return bars


@pytest.mark.parametrize(
    ("turn", "order", "bars"),
    [
        ("6.F.14", "A BRE - LON", [("attack", "0", 0, 1), ("hold", "1", 1, 0)]),
        ("6.F.14", "F WAL - ENG", [("attack", "2", 2, 0), ("hold", "1", 1, 0)]),
        ("FRANCE: A PAR - BUR", "A PAR - BUR", [("attack", "1", 1, 0), ("hold", "0", 0, 1)]),
        (
            "FRANCE: A PAR - BUR, A MAR S A PAR - BUR\nGERMANY: A MUN - BUR\nITALY: A PIE - MAR",
            "A PAR - BUR",
            [("attack", "1", 1, 1), ("prevent", "1", 1, 0)],
        ),
        (
            "GERMANY: A MUN - BUR, A BUR H, A RUH S A BUR",
            "A MUN - BUR",
            [("attack", "0", 0, 1), ("hold", "2", 2, 0)],
        ),
        ("FRANCE: A PAR - BUR\nGERMANY: A BUR - PAR", "A PAR", [("attack", "1", 1, 0), ("defend", "1", 1, 0)]),
    ],
)
def test_the_strengths_of_a_move_are_bars_with_a_segment_for_each_unit(
    turn: str, order: str, bars: list[tuple[str, str, int, int]], tmp_path: Path
) -> None:
    one = read(turn)
    assert strengths(one, order) == bars
    source = as_file(tmp_path, "turn.txt", turn) if ":" in turn else turn
    shown = run("draw", source, "--explain", order).output
    assert [element.get("class") for element in of_class(tree_of(shown), "strength")] == [
        f"strength {b[0]}" for b in bars
    ]
    assert '<g class="strength' in one.adjudicate().explain(order)._repr_html_()


def test_an_order_that_no_strengths_decided_has_no_bars() -> None:
    assert "no strengths decided 'A PAR H'; expected a move" in refused(
        "draw", "FRANCE: A PAR H", "--explain", "A PAR H"
    )
    assert "cannot be combined" in refused("draw", "6.F.14", "--explain", "A BRE", "--order", "A BRE")
    assert "<svg" not in read("FRANCE: A PAR H").adjudicate().explain("PAR")._repr_html_()


def test_the_boards_of_1962() -> None:
    for name in ("czech1962", "czech1962-three"):
        start = starting_position(name)
        tree = tree_of(draw(start))
        sound(tree)
        assert len(of_class(tree, "unit")) == len(start.units)


def test_a_board_without_a_drawing_is_drawn_from_its_graphs() -> None:
    from tests.helpers.boards import FAMILIES

    family = FAMILIES[0]
    board, layout = Board(family.board(10)), family.lay(10)
    turn = Turn(layout.position, layout.orders, board=board)
    tree = tree_of(draw(turn.adjudicate()))
    sound(tree)
    assert len(of_class(tree, "order")) == len(layout.orders)


@pytest.mark.parametrize(
    ("language", "name", "short"), [("en", "North Sea", "NTH"), ("cs", "Severní", "SevM"), ("ru", "Северное", "СевМ")]
)
def test_names_long_and_short(language: str, name: str, short: str) -> None:
    long = "".join(tree_of(draw(starting_position(), language=language, names="long")).itertext())
    assert name in long
    assert short in "".join(tree_of(draw(starting_position(), language=language)).itertext())
    assert len(set(short_names(load_board(), language).values())) == 75
    assert len(set(initials(load_board(), language).values())) == 7


# -- the dependency graph ---------------------------------------------------------------------------------------------


def test_the_dependency_graph_has_signs() -> None:
    from standoff.pictures.dependencies import draw_dependencies

    turn = read("6.F.14")
    every_resolution = resolutions(turn.position, turn.orders)
    drawing = draw_dependencies(every_resolution, every_resolution.components[0])
    assert set(drawing.words) == {
        "F LON S F WAL - ENG helps F WAL - ENG",
        "F WAL - ENG hinders F ENG C A BRE - LON",
        "F ENG C A BRE - LON hinders F LON S F WAL - ENG",
    }
    tree = tree_of(drawing)
    sound(tree)
    assert sorted(e.get("data-sign", "") for e in of_class(tree, "influence")) == ["+", "−", "−"]
    assert len(of_class(tree, "box")) == 3
    assert "core" in "".join(of_class(tree, "legend")[0].itertext())


# -- notebooks --------------------------------------------------------------------------------------------------------


def test_notebooks_show_pictures() -> None:
    turn = read("6.F.14")
    shown = [
        one._repr_svg_() or "" for one in (turn.position, turn, turn.adjudicate(), turn.resolutions(), turn.compare())
    ]
    ids = [{e.get("id") for e in tree_of(svg).iter() if e.get("id")} for svg in shown]
    for number, one in enumerate(ids):
        assert one
        assert not any(one & other for other in ids[:number])
    assert turn.adjudicate()._repr_html_().startswith("<div><svg")


# -- text, files and commands -----------------------------------------------------------------------------------------


def test_what_can_be_read_can_be_drawn() -> None:
    """As `standoff draw` draws it."""
    for source in ("6.F.14", PARADOX):
        subject = source if source == "6.F.14" else Path(source)
        assert f"{draw(subject).svg}\n" == run("draw", source).output
    assert of_class(tree_of(draw("FRANCE: A PAR - BUR")), "order")
    with pytest.raises(StandoffError, match="neither orders nor a case"):
        draw("6.Z.1")


def test_draw_prints_or_writes(tmp_path: Path) -> None:
    file = tmp_path / "turn.svg"
    assert run("draw", "6.F.14", "-o", str(file), "--language", "cs").exit_code == 0
    tree = tree_of(file.read_text(encoding="utf-8"))
    assert (tree[0].text or "").startswith("datc-6.F.14: ")
    assert "Anglie" in "".join(tree.itertext())
    for show, count in (("before", 0), ("after", 5), ("resolutions", 0), ("compare", 0)):
        tree = tree_of(run("draw", PARADOX, "--show", show).output)
        sound(tree)
        assert len(of_class(tree, "option")) == count


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("draw", PARADOX, "-o", "turn.jpg"), "a picture file ends in .svg, .png, .pdf, not in '.jpg'"),
        (("draw", PARADOX, "-o", "nowhere/at/all.svg"), "No such file or directory"),
        (("adjudicate", PARADOX, "--picture", "x.gif"), "a picture file ends in"),
    ],
)
def test_what_cannot_be_written_is_said(args: tuple[str, ...], message: str) -> None:
    assert message in refused(*args)


@pytest.mark.parametrize(("ending", "magic"), [(".png", b"\x89PNG"), (".pdf", b"%PDF")])
def test_png_and_pdf(tmp_path: Path, ending: str, magic: bytes) -> None:
    pytest.importorskip("cairosvg")
    file = tmp_path / f"turn{ending}"
    assert run("draw", PARADOX, "-o", str(file)).exit_code == 0
    assert file.read_bytes().startswith(magic)


def test_commands_draw_what_they_find(tmp_path: Path) -> None:
    file = tmp_path / "picture.svg"
    for args in (
        ("adjudicate", PARADOX),
        ("explain", PARADOX, "A BRE"),
        ("resolutions", PARADOX),
        ("compare", PARADOX),
    ):
        assert run(*args, "--picture", str(file)).exit_code in (0, 1)
        sound(tree_of(file.read_text(encoding="utf-8")))
        file.unlink()


def test_a_game_is_drawn_phase_by_phase(tmp_path: Path) -> None:
    """Two phases of a game as the `diplomacy` package saves them."""
    units = {"FRANCE": ["A PAR", "A MAR"]}
    phases = [
        {"name": "S1901M", "state": {"units": units}, "orders": {"FRANCE": ["A PAR - BUR"]}},
        {"name": "F1901M", "state": {"units": {"FRANCE": ["A BUR", "A MAR"]}}, "orders": {"FRANCE": ["A BUR - BEL"]}},
    ]
    game = as_file(tmp_path, "game.json", json.dumps({"map": "standard", "phases": phases}))
    assert run("replay", game, "--picture", str(tmp_path / "g.svg")).exit_code == 0
    assert sorted(p.name for p in tmp_path.glob("g-*")) == ["g-F1901M.svg", "g-S1901M.svg"]


@pytest.mark.parametrize(
    ("position", "shown"),
    [
        (starting_position("france-austria"), {"MAO", "ENG", "SPA", "ADR", "GAL"}),
        (Position.parse("standard W1901A FRANCE:ASPA FRANCE:PAR,BRE,SPA - - - -"), {"PAR", "BRE"}),
    ],
)
def test_a_crop_shows_where_units_may_go_or_be_built(position: Position, shown: set[str]) -> None:
    tree = tree_of(draw(position))
    left, top, width, height = (float(number) for number in tree[2].find(f"{SVG}clipPath/{SVG}rect").attrib.values())  # type: ignore[union-attr]
    for place in shown:
        x, y = geometry_of(load_board()).anchor(place, "unit")
        assert left < x < left + width, place
        assert top < y < top + height, place
