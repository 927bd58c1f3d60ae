"""Orders as people and programs write them: names, notations, languages, several meanings, faults."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from standoff.map import ARMY, FLEET, Board, Position, Unit, load_board
from standoff.map.names import LANGUAGES, language_data, simplified
from standoff.map.phases import Phase
from standoff.solver import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    OrderError,
    Outcome,
    Retreat,
    Support,
    UnitName,
    Waive,
    adjudicate_phase,
    rulebook,
)
from standoff.solver.order import Unclear
from standoff.text import WRITTEN, NotationError, read_order, read_place, write_order
from standoff.text.notation.compound import read_each
from standoff.text.notation.lexicon import Lexicon
from standoff.text.notation.reader import package_order
from standoff.turn import order_fields
from tests.helpers.orders import read_orders
from tests.helpers.turns import standard_board

BOARD = load_board()


def read_as(text: str, power: str = "ENGLAND") -> list[str]:
    return [str(order) for order in read_orders(text, power)]


# -- names ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_province_and_power_has_a_name_that_is_found(language: str) -> None:
    for province in BOARD.provinces:
        assert BOARD.names.find(BOARD.names.name(province.id, language)) == (province.id,)
    for power in BOARD.powers:
        assert BOARD.names.power(BOARD.names.name(power, language)) == power


def test_every_form_of_a_name_is_found_without_accents_and_in_capitals() -> None:
    for language in LANGUAGES:
        for pid, entry in language_data(language)["provinces"].items():
            for form in entry.get("forms", ()):
                assert pid in BOARD.names.find(form), form
                assert pid in BOARD.names.find(form.upper()), form
    assert BOARD.names.find("PRAHA") == ()
    assert BOARD.names.find("skagerraku") == ("SKA",)
    assert BOARD.names.find("rimem") == ("ROM",)


def test_another_board_s_provinces_do_not_get_the_names_of_the_standard_one() -> None:
    data = standard_board()
    data["name"] = "other"
    data["provinces"]["BAL"]["name"] = "Baleares"
    other = Board(data)
    assert other.names.find("Baltské moře") == ()
    assert other.names.name("BAL", "cs") == "Baleares"
    assert other.names.find("Severní moře") == ("NTH",)


@pytest.mark.parametrize("name", ["standard", "czech1962", "czech1962-three"])
def test_a_name_in_two_spellings_has_one_meaning(name: str) -> None:
    """``Mid Atlantic`` and ``Mid-Atlantic``, ``St Pete`` and ``St. Pete``, are one name each."""
    board = load_board(name)
    for written, ids in board.names.provinces.items():
        assert len(set(ids)) == len(ids), written
    for province in board.provinces:
        for written in (province.id, province.name, *province.aliases):
            assert province.id in board.names.provinces[simplified(written)]


def test_no_word_of_an_order_is_also_a_name() -> None:
    for reports in (False, True):
        lexicon = Lexicon(BOARD, reports=reports)
        assert set(lexicon.words) & set(lexicon.places) == {"na"}  # Czech for "to", before a name
        assert not set(lexicon.words) & set(lexicon.powers)
        assert not set(lexicon.places) & set(lexicon.powers)


TABLES = (
    "ADR Adr ADS|AEG Aeg|ALB Alb|ANK Ank|APU Apu|ARM Arm|BAL Bal|BAR Bar|BEL Bel|BER Ber|BLA Bla|BOH Boh|BOT Bot GoB|"
    "BRE Bre|BUD Bud|BUL Bul|BUR Bur|CLY Cly|CON Con|DEN Den|EAS Eas EMS|EDI Edi|ENG Eng|FIN Fin|GAL Gal|GAS Gas|"
    "LYO GoL Lyo|GRE Gre|HEL Hel|HOL Hol|ION Ion|IRI Iri|KIE Kie|LVP Lpl Lvp|LON Lon|LVN Lvn|MAR Mar|MAO MAt Mid MAO|"
    "MOS Mos|MUN Mun|NAF NAf|NAP Nap|NAO NAt NAO|NWG Nrg NWG|NTH Nth|NWY Nwy|PAR Par|PIC Pic|PIE Pie|POR Por|PRU Pru|"
    "ROM Rom|RUH Ruh|RUM Rum|SER Ser|SEV Sev|SIL Sil|SKA Ska|SMY Smy|SPA Spa|STP StP|SWE Swe|SYR Syr|TRI Tri|TUN Tun|"
    "TUS Tus|TYS Tyn TYS|TYR Tyr|UKR Ukr|VEN Ven|VIE Vie|WAL Wal|WAR War|WES Wes WMS|YOR Yor"
)


def test_the_abbreviations_of_both_tables() -> None:
    rows = [row.split() for row in TABLES.split("|")]
    assert {row[0] for row in rows} == {province.id for province in BOARD.provinces}
    for pid, *abbreviations in rows:
        for abbreviation in abbreviations:
            assert read_place(abbreviation, BOARD) == pid
    assert set(BOARD.names.find("Liv")) == {"LVN", "LVP"}


# -- as it is written ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        # the editions
        ("A Tyr-Mun", "A TYR - MUN"),
        ("A Bur S A Tyr-Mun", "A BUR S A TYR - MUN"),
        ("F Lon-Удерживать", "F LON H"),
        ("A Pru— Удерживать", "A PRU H"),
        ("A Par S A Mar Bur", "A PAR S A MAR - BUR"),
        ("F Bla C A Ank—Sev", "F BLA C A ANK - SEV"),
        ("F Mid C Lon—Tun", "F MAO C LON - TUN"),
        ("F Con-Bul EC", "F CON - BUL/EC"),
        ("F Nap—Тун", "F NAP - TYS"),
        ("F Iri S Bre-Eng", "F IRI S BRE - ENG"),
        ("A Spa—Port", "A SPA - POR"),
        ("<u>F Mar—Удерживать</u>", "F MAR H"),
        ("Armáda Porúří do Holandska", "A RUH - HOL"),
        ("- Flotila Kiel podporuje armádu Porúří do Holandska", "F KIE S A RUH - HOL"),
        ("Flotila Severní moře konvojuje armádu Londýn do Holandska (<– konvoj)", "F NTH C A LON - HOL"),
        ("Flotila Severního moře konvojuje Armáda Yorkshire do Norska", "F NTH C A YOR - NWY"),
        ("Fleet Brest do Lamanšského průlivu", "F BRE - ENG"),
        ("Flotila St. Petersburg (severní pobřeží) do Norska", "F STP/NC - NWY"),
        ("Armáda Prusko podporuje armádu Slezsko", "A PRU S A SIL"),
        ("Černomořská flotila do Sevastopolu", "F BLA - SEV"),
        ("Arménie podporuje Černomořskou flotilu do Sevastopolu", "ARM S F BLA - SEV"),
        ("Armáda Galicie Ukrajině", "A GAL - UKR"),
        ("Flotila Terst drží", "F TRI H"),
        ("Berlín útočí na Kiel za podpory Mnichova", "BER - KIE"),
        ("Mnichov podporuje Berlín v útoku na Kiel", "MUN S BER - KIE"),
        ("Berlín stojí", "BER H"),
        ("Berlín se vzájemně podporuje s Mnichovem ve stání", "BER S MUN|MUN S BER"),
        ("Severní moře konvojuje Kiel v útoku na Londýn za podpory Kanálu La Manche", "NTH C KIE - LON"),
        ("Kiel útočí na Londýn za podpory Kanálu La Manche konvojován Severním mořem", "KIE - NTH - LON VIA"),
        (
            "Kanál La Manche podporuje Kiel v útoku na Londýn, který je konvojován Severním mořem",
            "ENG S KIE - LON",
        ),
        ("Anglie staví F Edi", "F EDI B"),
        ("A Hol-Bel, F Bel-Nth; F Nth-Hol", "A HOL - BEL|F BEL - NTH|F NTH - HOL"),
        ("Армия Париж поддерживает армию Марсель в Бургундию", "A PAR S A MAR - BUR"),
        # programs
        ("((ENG FLT LON) HLD)", "F LON H"),
        ("((ENG AMY LVP) MTO YOR)", "A LVP - YOR"),
        ("((ENG FLT NTH) CVY (ENG AMY YOR) CTO NWY)", "F NTH C A YOR - NWY"),
        ("((ENG AMY YOR) CTO NWY VIA (NTH NWG))", "A YOR - NTH - NWG - NWY VIA"),
        ("((ENG FLT ECH) SUP (FRA AMY PAR) MTO PIC)", "F ENG S A PAR - PIC"),
        ("((ENG FLT (SPA NCS)) RTO GOL)", "F SPA/NC R LYO"),
        ("((ENG AMY LON) BLD)", "A LON B"),
        ("((ENG AMY LON) REM)", "A LON D"),
        ("(ENG WVE)", "WAIVE"),
        ("Army London -> North Sea -> Norway.", "A LON - NTH - NWY"),
        ("Fleet St. Petersburg (south coast) -> Gulf of Bothnia.", "F STP/SC - BOT"),
        ("Fleet Black Sea SUPPORT Russian Army Sevastopol -> Rumania.", "F BLA S A SEV - RUM"),
        ("Builds an army in Kiel.", "A KIE B"),
        ("A LON - NTH - BEL", "A LON - NTH - BEL"),
        ("BUILD F STP/NC", "F STP/NC B"),
        ("REMOVE A PAR", "A PAR D"),
        ("A LON - BEL VIA", "A LON - BEL VIA"),
        ("F NTH C A LON - BEL", "F NTH C A LON - BEL"),
        ("The army at Paris support move to Burgundy from army at Marseilles", "A PAR S A MAR - BUR"),
        ("The fleet at North Sea convoy to Norway from Yorkshire", "F NTH C YOR - NWY"),
        ("The army at London move to Belgium via convoy", "A LON - BEL VIA"),
        ("The fleet at Spain (North Coast) support hold to Gascony", "F SPA/NC S GAS"),
        # passives, verbs in full, "army from Paris", shorter names
        ("Армия Москва держится", "A MOS H"),
        ("Армия Москва обороняется", "A MOS H"),
        ("Армия Москва защищается", "A MOS H"),
        ("Армия в Москве стоит", "A MOS H"),
        ("А Мос - удержание", "A MOS H"),
        ("А Пар - Бур", "A PAR - BUR"),
        ("Армия из Варшавы продвигается в Галицию", "A WAR - GAL"),
        ("Армия Варшава поддерживается армией Москва", "A MOS S A WAR"),
        ("Армия Варшава поддержана армией из Москвы", "A MOS S A WAR"),
        ("Армия Париж поддерживает атаку армии Марсель на Бургундию", "A PAR S A MAR - BUR"),
        ("Армия Париж поддерживает удержание армии Марсель", "A PAR S A MAR"),
        ("Армия Лондон сопровождается флотом Северное море в Норвегию", "F NTH C A LON - NWY"),
        ("Флот Северное море перевозит армию из Лондона в Норвегию", "F NTH C A LON - NWY"),
        ("Армия Лондон конвоем в Норвегию", "A LON - NWY VIA"),
        ("Армия Париж расформировывается", "A PAR D"),
        ("Строится армия в Париже", "A PAR B"),
        ("Отказ от постройки", "WAIVE"),
        ("Vojsko Paříž zůstává", "A PAR H"),
        ("Armáda v Paříži se brání", "A PAR H"),
        ("Armáda z Paříže do Burgundska", "A PAR - BUR"),
        ("Flotila ze Severního moře pluje do Norského moře", "F NTH - NWG"),
        ("Armáda Marseille je podporována armádou z Paříže", "A PAR S A MAR"),
        ("Armáda Marseille má podporu armády Paříž", "A PAR S A MAR"),
        ("Armáda Paříž podporuje útok armády Marseille na Burgundsko", "A PAR S A MAR - BUR"),
        ("Armáda Paříž podporuje držení armády Marseille", "A PAR S A MAR"),
        ("Armáda Londýn je konvojována flotilou Severní moře do Norska", "F NTH C A LON - NWY"),
        ("Armáda Londýn je převezena do Norska flotilou Severní moře", "F NTH C A LON - NWY"),
        ("Armáda Londýn konvojem do Norska", "A LON - NWY VIA"),
        ("Armáda Paříž se stahuje do Gaskoňska", "A PAR R GAS"),
        ("Armáda Paříž je rozpuštěna", "A PAR D"),
        ("Je postavena armáda v Paříži", "A PAR B"),
        ("A MAR is supported by A BUR", "A BUR S A MAR"),
        ("A LON is convoyed by F NTH to NWY", "F NTH C A LON - NWY"),
        ("A Edin - Clyd", "A EDI - CLY"),
        ("A Buda S A Serb - Bulg", "A BUD S A SER - BUL"),
        ("F Bre - Mid-Atl", "F BRE - MAO"),
        ("F Bre-Eng Channel", "F BRE - ENG"),
        ("F Nwy - Nwg Sea", "F NWY - NWG"),
        ("A PAR > BUR", "A PAR - BUR"),
        ("A PAR attacks BUR", "A PAR - BUR"),
        ("A PAR goes to BUR", "A PAR - BUR"),
        ("A PAR sup A MAR into BUR", "A PAR S A MAR - BUR"),
        ("A PAR supports A MAR to hold", "A PAR S A MAR"),
        ("A PAR support hold MAR", "A PAR S MAR"),
        ("F ENG convoying A LON to BRE", "F ENG C A LON - BRE"),
        ("A PAR stays", "A PAR H"),
    ],
)
def test_an_order_is_read_as_it_is_written(text: str, orders: str) -> None:
    assert read_as(text) == orders.split("|")


@pytest.mark.parametrize("style", ["short", "datc", "cs", "ru"])
@pytest.mark.parametrize("text", ["Italian F ROM - TYS", "Italian F ROM H", "Italian F ROM S A VEN - TUS"])
def test_a_unit_of_another_power_that_is_ordered_is_written_as_such(text: str, style: str) -> None:
    """DATC 6.A.6: Germany writes an order for an Italian fleet."""
    order = read_order(text, "GERMANY", BOARD)
    assert read_order(write_order(order, BOARD, style), "GERMANY", BOARD) == order


def test_nationality_in_every_language() -> None:
    for text in ("A Sil S Russian A War-Pru", "A Sil S ruská A War-Pru", "A Sil S русскую армию Варшава-Pru"):
        order = read_order(text, "GERMANY", BOARD)
        assert order == Support("GERMANY", UnitName("SIL", ARMY), UnitName("WAR", ARMY, "RUSSIA"), "PRU")
    for style, unit in {"datc": "Russian A War", "cs": "ruskou armádu Var", "ru": "русскую армию Вар"}.items():
        assert unit in write_order(order, BOARD, style)


@pytest.mark.parametrize("text", ["A Paris to Burgundy", "armáda Paříž drží", "A PAR BUR"])
def test_the_notation_of_the_package_is_strict(text: str) -> None:
    assert package_order(text, "FRANCE", BOARD) is None


# -- round trips ------------------------------------------------------------------------------------

LOCATIONS = st.sampled_from([loc for province in BOARD.provinces for loc in (province.locations or (province.id,))])
PLACES = st.one_of(LOCATIONS, st.sampled_from([province.id for province in BOARD.provinces]))
SEA_IDS = st.sampled_from([province.id for province in BOARD.provinces if province.kind == "sea"])
KINDS = st.sampled_from([ARMY, FLEET, None])
OWN = st.builds(UnitName, PLACES, KINDS)
OTHERS = st.builds(UnitName, PLACES, KINDS, st.sampled_from([None, *BOARD.powers]))
POWER = st.sampled_from(list(BOARD.powers))
ORDERS: st.SearchStrategy[Order] = st.one_of(
    st.builds(Hold, POWER, OWN),
    st.builds(Move, POWER, OWN, PLACES, st.booleans(), st.lists(SEA_IDS, max_size=2).map(tuple)),
    st.builds(Support, POWER, OWN, OTHERS, st.one_of(st.none(), PLACES)),
    st.builds(Convoy, POWER, OWN, OTHERS, PLACES),
    st.builds(Retreat, POWER, OWN, PLACES),
    st.builds(Disband, POWER, OWN),
    st.builds(Build, POWER, OWN),
    st.builds(Waive, POWER),
)
QUICK = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.slow
@QUICK
@given(ORDERS, st.sampled_from(["datc", "short", "cs", "ru"]))
def test_every_order_reads_back_equal_in_every_language(order: Order, style: str) -> None:
    assert read_order(write_order(order, BOARD, style), order.power, BOARD) == order


@pytest.mark.slow
@QUICK
@given(ORDERS, st.sampled_from([style for style in WRITTEN if style not in ("datc", "short", "cs", "ru")]))
def test_a_program_s_notation_reads_back_equal_or_says_what_it_cannot_hold(order: Order, style: str) -> None:
    try:
        text = write_order(order, BOARD, style)
    except NotationError:
        plain = UnitName(order.unit.place, ARMY) if not isinstance(order, Waive) else None
        named = getattr(order, "supported", getattr(order, "convoyed", None))
        simple = (
            plain is not None
            and order.unit.type is not None
            and (named is None or (named.type is not None and named.nationality is None))
            and not getattr(order, "route", ())
            and not getattr(order, "via_convoy", False)
        )
        assert not simple, f"{order} has nothing that {style} lacks"
        return
    assert read_order(text, order.power, BOARD) == order


@pytest.mark.slow
@given(PLACES, st.sampled_from(["en", "cs", "ru"]))
def test_every_place_reads_back_equal(place: str, language: str) -> None:
    assert read_place(BOARD.names.name(place, language), BOARD) == place


# -- several meanings -------------------------------------------------------------------------------


def test_geography_settles_what_it_can() -> None:
    assert read_as("F Lon - Nor") == ["F LON - NTH"]
    assert isinstance(read_order("F Edi - Nor", "ENGLAND", BOARD), Unclear)
    assert read_as("Build A Liv") == ["A LVP B"]
    assert isinstance(read_order("A Liv - Yor", "ENGLAND", BOARD), Unclear)


def position(*units: Unit) -> Position:
    return Position(units, phase=Phase.parse("S1901M"))


def test_the_position_settles_what_it_can() -> None:
    order = read_order("A Liv - Yor", "ENGLAND", BOARD)
    result = adjudicate_phase(position(Unit(ARMY, "LVP", "ENGLAND"), Unit(ARMY, "LVN", "RUSSIA")), [order])
    assert [(str(order_result.order), order_result.outcome) for order_result in result] == [
        ("A LVP - YOR", Outcome.MOVES),
        ("A LVN H", Outcome.HOLDS),
    ]


def test_an_order_with_two_legal_meanings_is_not_carried_out() -> None:
    order = read_order("F Edi - Nor", "ENGLAND", BOARD)
    result = adjudicate_phase(position(Unit(FLEET, "EDI", "ENGLAND")), [order])
    order_result = next(iter(result))
    assert (str(order_result.order), order_result.outcome, order_result.success) == (
        "F Edi - Nor",
        Outcome.ILLEGAL,
        False,
    )
    assert "several meanings" in order_result.text
    assert [str(unit) for unit in result.after.units] == ["F EDI"]


def test_other_orders_of_the_set_settle_it_if_the_rulebook_says_so() -> None:
    units = position(Unit(FLEET, "EDI", "ENGLAND"), Unit(FLEET, "LON", "ENGLAND"))
    orders = [read_order(text, "ENGLAND", BOARD) for text in ("F Edi - Nor", "F Lon S F Edi - Nth")]
    alone = adjudicate_phase(units, orders, rules=rulebook())
    together = adjudicate_phase(units, orders, rules=rulebook(poorly_written="with-the-set"))
    assert next(iter(alone)).outcome == Outcome.ILLEGAL
    assert [str(unit) for unit in together.after.units] == ["F NTH", "F LON"]


# -- faults -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "column", "parts"),
    [
        ("A Lnodon - Yorkshire", 3, ("'Lnodon'", "London")),
        ("F Norht Sea - Holland", 3, ("'Norht Sea'", "North Sea")),
        ("A Lon - ", 8, ("no province to move to",)),
        ("A Lon S ", 8, ("no province of the supported unit",)),
        ("F Nth C A Lon - ", 16, ("no province that the army is convoyed to",)),
        ("A Lon - Yor xyz", 13, ("'xyz'",)),
        ("A Vídneň - Bud", 3, ("Vídeň",)),
        ("А Варшва - Сил", 3, ("Варшава",)),
        ("A Par", 6, ("ends too early",)),
        ("((ENG FLT XXX) HLD)", 11, ("'XXX'",)),
        ("", 1, ("no order",)),
        ("A Par - Bur A Mar - Spa", 13, ("behind the order",)),
    ],
)
def test_a_fault_is_named_with_its_column_and_the_nearest_names(text: str, column: int, parts: tuple[str, ...]) -> None:
    with pytest.raises(OrderError) as fault:
        read_order(text, "ENGLAND", BOARD)
    assert str(fault.value).startswith(f"column {column}, ")
    for part in parts:
        assert part in str(fault.value)


@pytest.mark.parametrize(
    ("text", "lacking"),
    [
        ("Armáda Marseille je podporována", "no province of the supporting unit"),
        ("Армия Варшава поддерживается", "no province of the supporting unit"),
        ("Армия Лондон сопровождается", "no province of the convoying fleet"),
        ("Армия в Галицию", "the order ends too early"),  # whose?
        # into Burgundy, or standing in it? the case says it, but not which unit goes there
        ("Армия Париж поддерживает армию в Бургундию", "cannot read 'в Бургундию'"),
        ("Armáda Paříž podporuje útok armády Marseille", "the order ends too early"),  # on what?
        # two orders in one: the move, and the support
        ("Armáda Marseille do Burgundska je podporována armádou Paříž", "cannot read 'je podporována armádou Paříž'"),
        ("Армия Марсель – Бургундия поддерживается армией Париж", "cannot read 'поддерживается армией Париж'"),
    ],
)
def test_what_may_mean_several_things_is_named_and_not_guessed(text: str, lacking: str) -> None:
    with pytest.raises(OrderError, match=lacking):
        read_order(text, "FRANCE", BOARD)


def test_a_passive_behind_a_comma_does_not_change_the_order_before_it() -> None:
    text = "Armáda Marseille do Burgundska, podporována armádou Paříž"
    (_, order), (rest, fault) = read_each(text, "FRANCE", BOARD)
    assert str(order) == "A MAR - BUR"
    assert rest == "podporována armádou Paříž"
    assert isinstance(fault, OrderError)


def test_all_faults_of_a_line_at_once() -> None:
    with pytest.raises(OrderError) as fault:
        order_fields({"ENGLAND": "A Lnodon H, A Paris H, F Brset H"}, BOARD)
    assert "Lnodon" in str(fault.value)
    assert "Brset" in str(fault.value)
