"""The page: its messages, its server, and what a person does with it in a browser."""

from __future__ import annotations

import functools
import http.client
import http.server
import io
import json
import random
import re
import shutil
import socket
import subprocess
import tarfile
import threading
import time
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from standoff.map import Phase, Position, load_board
from standoff.page import messages, page_workers
from standoff.page.messages import ACTIONS, answer, orders_in
from standoff.page.page_workers import PageWorkers
from standoff.page.server import MOST_BODY, PageServer, files
from standoff.page.start import address_of
from standoff.text.messages import message
from tests.helpers.paths import DOCS

PARADOX = "standard S1901M ENGLAND:FLON,FWAL;FRANCE:ABRE,FENG - - - - -"
ORDERS = "ENGLAND\n  F LON S F WAL - ENG\n  F WAL - ENG\nFRANCE: A BRE - LON; F ENG C A BRE - LON"
TURN = {"position": PARADOX, "orders": ORDERS}


# -- messages --------------------------------------------------------------------------------------------------------


def test_a_turn_is_solved_with_its_reasons_and_its_paradox() -> None:
    """DATC 6.F.14."""
    found = answer({"do": "look", **TURN})
    assert [one["outcome"] for one in found["result"]["orders"]] == ["supports", "moves", "no convoy", "disrupted"]
    assert all(one["reason"] for one in found["result"]["orders"])
    assert len(found["result"]["paradoxes"][0]["resolutions"]) == 2
    assert found["next"]["phase"] == "S1901R"
    assert found["picture"].startswith("<svg")
    assert not found["faults"]


def test_a_wrong_order_is_shown_where_it_is_and_the_others_count() -> None:
    found = answer({"do": "look", "position": PARADOX, "orders": "FRANCE\n  A Brest - Lodnon\n\n  F ENG H\nA Foo H"})
    first, second = found["faults"]
    assert (first["line"], first["power"]) == (2, "FRANCE")
    assert "London" in first["message"]
    assert second["line"] == 5
    assert [one["order"] for one in found["result"]["orders"] if " ENG " in one["order"]] == ["F ENG H"]


def test_the_orders_of_several_powers_in_one_line_and_their_date() -> None:
    text = "Spring 1901\nFra: A PAR - BUR; Germany (Bob): A MUN - BUR"
    lines = orders_in(text, load_board(), Position(phase=Phase.parse("S1901M")))
    assert [(one.power, str(one.order)) for one in lines] == [("FRANCE", "A PAR - BUR"), ("GERMANY", "A MUN - BUR")]
    fault, *_ = orders_in(text, load_board(), Position(phase=Phase.parse("F1901M")))
    assert fault.fault == "the position is of F1901M, not of S1901M"


def test_orders_without_a_power_say_so() -> None:
    (line,) = orders_in("A PAR - BUR", load_board())
    assert line.order is None
    assert line.fault == "no power stands before 'A PAR - BUR'; write FRANCE: (or another) before the orders"


@pytest.mark.slow
def test_every_action_answers_a_turn_of_the_library() -> None:
    opened = answer({"do": "open", "source": "6.F.14"})
    turn = {key: opened[key] for key in ("position", "orders", "rules", "options")}
    assert len(answer({"do": "resolutions", **turn})["resolutions"]) == 2
    assert not answer({"do": "compare", **turn})["agree"]
    assert answer({"do": "explain", **turn, "order": "A BRE - LON"})["lines"]
    assert answer({"do": "change", **turn, "order": "A BRE - LON"})["turned_by"]
    assert {one["order"] for one in answer({"do": "legal", **turn})["units"]["BRE"]} >= {"A BRE - LON", "A BRE H"}
    assert "F ENG" in answer({"do": "export", **turn, "form": "line"})["text"]
    assert "A BRE - LON: no convoy" in answer({"do": "export", **turn, "form": "forum"})["text"]
    assert len(answer({"do": "hello"})["cases"]) > 400
    assert answer({"do": "board", "language": "cs"})["powers"]["FRANCE"] == "Francie"


def test_changes_that_there_was_no_time_for_are_not_kept_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    turn = {"position": "standard S1901M FRANCE:APAR;GERMANY:AMUN,ABUR,ARUH"}
    turn["orders"] = "FRANCE: A PAR - BUR\nGERMANY: A MUN - BUR, A BUR H, A RUH S A BUR"
    asked = {"do": "change", **turn, "order": "A PAR - BUR"}
    assert answer(asked)["turned_by"]
    monkeypatch.setattr(messages, "CHANGE_SECONDS", 0)
    answered = answer(asked)
    assert (answered["turned_by"], answered["complete"]) == ([], False)


def test_an_exported_case_opens_again() -> None:
    text = answer({"do": "export", **TURN, "form": "case"})["text"]
    opened = answer({"do": "open", "source": text})
    assert Position.parse(opened["position"]).units == Position.parse(PARADOX).units
    assert len(orders_in(opened["orders"], load_board())) == 4


def test_a_position_is_set_up_piece_by_piece() -> None:
    position = answer({"do": "edit", "position": "standard S1901M - - - - - -", "unit": "F STP/SC", "power": "Russia"})
    assert "FSTP/SC" in position["position"]
    owned = answer({"do": "edit", **position, "center": "MOS", "power": "RUSSIA"})
    assert "RUSSIA:MOS" in owned["position"]
    assert "FSTP" not in answer({"do": "edit", **owned, "remove": "STP"})["position"]
    assert "cannot stand at sea" in answer({"do": "edit", **owned, "unit": "A NTH", "power": "ENGLAND"})["error"]


def test_no_text_of_a_request_is_a_file(tmp_path: Any) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("FRANCE: A PAR - BUR")
    found = answer({"do": "open", "source": str(secret)})
    assert "error" in found
    assert "PAR" not in found["error"]


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda parts: st.lists(parts, max_size=3) | st.dictionaries(st.text(max_size=10), parts, max_size=3),
    max_leaves=6,
)
KEYS = [
    "position",
    "orders",
    "rules",
    "options",
    "language",
    "theme",
    "crop",
    "source",
    "order",
    "form",
    "unit",
    "power",
]
REQUESTS = st.dictionaries(st.sampled_from(KEYS), values | st.just(PARADOX) | st.just(ORDERS))


@pytest.mark.slow
@given(st.sampled_from(list(ACTIONS)), REQUESTS)
@settings(max_examples=150, deadline=None)
def test_hostile_requests_are_answered_with_a_sentence(action: str, request: dict[str, Any]) -> None:
    found = answer({**request, "do": action})
    assert isinstance(found, dict)
    assert "error" not in found or found["error"]


def test_markup_in_orders_stays_text() -> None:
    orders = "FRANCE\n  A <img src=x onerror=alert(1)> - LON\n  A BRE - LON"
    found = answer({"do": "look", "position": PARADOX, "orders": orders})
    assert "<img" not in found["picture"]
    assert found["faults"][0]["line"] == 2
    assert [one["order"] for one in found["orders"]] == ["A BRE - LON"]


def test_the_link_holds_the_turn() -> None:
    parts = parse_qs(address_of("6.F.14").removeprefix("#"))
    assert Position.parse(parts["p"][0]).units
    assert len(orders_in(parts["o"][0], load_board())) == 4
    assert parts["r"] == ["2023"]
    assert address_of("start") == ""


# -- the server ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server() -> Iterator[PageServer]:
    desk = PageWorkers(workers=1)
    with PageServer(("127.0.0.1", 0), desk) as running:
        thread = threading.Thread(target=running.serve_forever, daemon=True)
        thread.start()
        yield running
        running.shutdown()
    desk.close()


def call(server: PageServer, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_address[1], timeout=60)
    try:
        connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


def test_the_server_gives_its_own_files_only(server: PageServer) -> None:
    assert call(server, "GET", "/")[0] == 200
    assert call(server, "GET", "/page.js")[0] == 200
    for path in ("/../messages.py", "/static/page.js", "/%2e%2e/server.py", "/etc/passwd", "//etc/passwd"):
        assert call(server, "GET", path)[0] == 404


def test_the_page_says_every_text_as_tables_and_maps_do() -> None:
    """Its words are those of the catalogues, each of them in Czech and Russian."""
    given = files()
    page = given["/index.html"][0].decode() + given["/page.js"][0].decode()
    said = {*re.findall(r'data-say="([^"]+)"', page), *re.findall(r'\bsay\("([^"]+)"\)', page)}
    assert {"dislodged", "Copy link", "may retreat to"} <= said
    words = json.loads(given["/catalogue.js"][0].decode().removeprefix("export const CATALOGUE = ").rstrip(";\n"))
    assert set(words) == {"cs", "ru"}
    for language, found in words.items():
        assert sorted(said - set(found)) == []
        assert {text: message(text, language) for text in found} == found


@pytest.mark.slow
def test_the_server_answers_its_own_page_only(server: PageServer) -> None:
    body = json.dumps({"do": "hello"}).encode()
    asked = {"Content_Type": "application/json"}
    assert call(server, "POST", "/ask", body, **asked)[0] == 200
    assert call(server, "POST", "/ask", body, Host="evil.example", **asked)[0] == 403
    assert call(server, "POST", "/ask", body, Origin="http://evil.example", **asked)[0] == 403
    assert call(server, "GET", "/", Host="evil.example")[0] == 403
    assert call(server, "POST", "/ask", body, Content_Type="text/plain")[0] == 415
    assert call(server, "PUT", "/ask", body)[0] == 501


def test_large_bodies_are_refused(server: PageServer) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_address[1], timeout=10)
    connection.putrequest("POST", "/ask")
    connection.putheader("Content-Type", "application/json")
    connection.putheader("Content-Length", str(MOST_BODY + 1))
    connection.endheaders()
    assert connection.getresponse().status == 413
    connection.close()


def test_the_policy_allows_nothing_from_elsewhere(server: PageServer) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_address[1], timeout=10)
    connection.request("GET", "/")
    response = connection.getresponse()
    response.read()
    policy = response.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    connection.close()


def test_malformed_requests_leave_the_server_standing(server: PageServer) -> None:
    draw = random.Random(15)
    for _ in range(200):
        junk = bytes(draw.randrange(256) for _ in range(draw.randrange(60)))
        start = draw.choice([b"", b"GET ", b"POST /ask HTTP/1.1\r\n", b"POST /ask HTTP/1.1\r\nContent-Length: -1\r\n"])
        with socket.create_connection(("127.0.0.1", server.server_address[1]), 5) as plug, suppress(OSError):
            plug.sendall(start + junk + b"\r\n\r\n")
            plug.shutdown(socket.SHUT_WR)
            plug.recv(100)
    for body in (b"", b"{", b"[1]", b'{"do": 7}', b"\xff\xfe", b"[" * 5000, b'{"do": "look"}'):
        status, said = call(server, "POST", "/ask", body, Content_Type="application/json")
        assert status == 200
        assert "error" in json.loads(said)
    assert call(server, "GET", "/")[0] == 200


@pytest.mark.slow
def test_a_request_that_takes_for_ever_costs_only_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = PageWorkers(workers=1, seconds=60)
    try:
        assert b"rulebooks" in desk.ask(b'{"do": "hello"}')
        desk.seconds = 0.0  # whatever is asked now takes too long
        assert b"no answer within" in desk.ask(json.dumps({"do": "compare", **TURN}).encode())
        desk.seconds = 60
        assert b"rulebooks" in desk.ask(b'{"do": "hello"}')
    finally:
        desk.close()
    assert page_workers.SECONDS < 60


# -- in a browser ----------------------------------------------------------------------------------------------------

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
CHROMEDRIVER = shutil.which("chromedriver")
browser_only = pytest.mark.skipif(
    not (CHROMIUM and CHROMEDRIVER), reason="no browser: the tests of the page in one need chromium and chromedriver"
)


def a_browser(width: int = 1300, height: int = 1000) -> Any:
    webdriver = pytest.importorskip("selenium.webdriver")
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for argument in (
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-dev-shm-usage",
        f"--window-size={width},{height}",
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(CHROMEDRIVER))


class Person:
    """Somebody at the page."""

    def __init__(self, driver: Any, address: str) -> None:
        self.driver = driver
        self.address = address

    def goes(self, fragment: str = "") -> Person:
        self.driver.get("about:blank")
        self.driver.get(self.address + fragment)
        return self.waits("return document.body.dataset.ready === 'yes'")

    def waits(self, script: str, seconds: float = 30) -> Person:
        end = time.monotonic() + seconds
        while not self.driver.execute_script(script):
            assert time.monotonic() < end, f"{script}: {self.logs()} {self.text('#faults')}"
            time.sleep(0.05)
        return self

    def logs(self) -> list[str]:
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]

    def finds(self, css: str) -> Any:
        return self.driver.find_element("css selector", css)

    def text(self, css: str) -> str:
        return self.driver.execute_script("return document.querySelector(arguments[0])?.innerText ?? ''", css)

    def value(self) -> str:
        return self.driver.execute_script("return document.getElementById('orders').value")

    def sees(self, css: str, words: str) -> Person:
        return self.waits(f"return (document.querySelector({css!r})?.innerText ?? '').includes({words!r})")

    def clicks(self, css: str) -> Person:
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", self.finds(css))
        self.finds(css).click()
        return self

    def presses(self, name: str, within: str = "body") -> Person:
        path = f"//*[self::button][normalize-space(.)={name!r}]"
        found = [one for one in self.finds(within).find_elements("xpath", "." + path) if one.is_displayed()]
        assert found, f"no button {name!r}"
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", found[0])
        found[0].click()
        return self

    def points(self, province: str) -> Person:
        """Point at the middle of a province or at the unit in it."""
        self.driver.execute_script(
            "const map = document.getElementById('map');"
            "const one = map.querySelector(`.unit[data-province^='${arguments[0]}']`)"
            " ?? map.querySelector(`use[data-province='${arguments[0]}']`);"
            "one.dispatchEvent(new MouseEvent('click', {bubbles: true, shiftKey: arguments[1]}));",
            province,
            False,
        )
        return self

    def types(self, text: str) -> Person:
        box = self.finds("#orders")
        box.clear()
        box.send_keys(text)
        return self


@pytest.fixture(scope="module")
def driver() -> Iterator[Any]:
    browser = a_browser()
    yield browser
    browser.quit()


@pytest.fixture
def person(driver: Any, server: PageServer) -> Person:
    someone = Person(driver, server.address("127.0.0.1"))
    driver.get(someone.address + "style.css")
    driver.execute_script("localStorage.clear(); localStorage.setItem('standoff.language', 'en')")
    driver.get_log("browser")
    return someone


@pytest.mark.slow
@browser_only
def test_orders_by_pointing_and_by_typing(person: Person) -> None:
    person.goes().points("PAR").points("BUR")
    person.waits("return document.getElementById('orders').value.includes('A PAR - BUR')")
    person.sees("#outcome", "moves")
    person.types("FRANCE\n  A Par - Bur\nGERMANY\n  A Mun - Bur\n").sees("#outcome", "bounces")
    person.presses("A MAR", "#units").presses("A MAR S A PAR - BUR", "#choices")
    person.waits("return [...document.querySelectorAll('#outcome tr')].some(r => r.innerText.includes('supports'))")
    assert "A MAR S A PAR - BUR" in person.value()
    assert person.logs() == []


@pytest.mark.slow
@browser_only
def test_pointing_changes_the_order_and_leaves_the_rest_of_its_line(person: Person) -> None:
    person.goes().types("France: A Par - Bur, A Mar H; Germany: A Mun - Bur\n").sees("#outcome", "bounces")
    person.points("PAR").points("PIC").sees("#outcome", "A PAR - PIC")
    assert person.value().strip() == "France: A PAR - PIC, A Mar H; Germany: A Mun - Bur"
    person.points("MUN").points("RUH").sees("#outcome", "A MUN - RUH")
    assert person.value().strip() == "France: A PAR - PIC, A Mar H; Germany: A MUN - RUH"
    assert person.logs() == []


@pytest.mark.slow
@browser_only
def test_undo_everything_and_redo(person: Person) -> None:
    person.goes().points("PAR").points("BUR").sees("#outcome", "moves")
    person.points("MUN").points("BUR").sees("#outcome", "bounces")
    person.presses("Undo").waits("return !document.getElementById('orders').value.includes('MUN')")
    person.presses("Undo").waits("return document.getElementById('orders').value === ''")
    person.waits("return document.getElementById('undo').disabled")
    person.presses("Redo").waits("return document.getElementById('orders').value.includes('PAR')")


@pytest.mark.slow
@browser_only
def test_a_wrong_order_is_shown_where_it_is_and_survives_a_reload(person: Person) -> None:
    person.goes().types("FRANCE\n  A Pariss - Bur\n").sees("#faults", "Paris")
    person.waits("return JSON.parse(localStorage.getItem('standoff.game')).phases[0].orders.includes('Pariss')")
    person.driver.refresh()
    person.waits("return document.body.dataset.ready === 'yes'").sees("#faults", "line 2")
    assert "Pariss" in person.value()


@pytest.mark.slow
@browser_only
def test_the_resolutions_of_a_paradox_and_the_rulebook_of_1982(person: Person) -> None:
    """DATC 6.F.14."""
    person.goes(address_of("6.F.14")).sees("#outcome", "paradox")
    person.presses("All resolutions").sees("#panel", "2 consistent resolutions")
    before = person.text("#resolution")
    person.presses("resolution 2", "#panel").sees("#resolution", "F ENG C A BRE - LON")
    assert person.text("#resolution") != before
    person.driver.execute_script(
        "const rules = document.getElementById('rules'); rules.value = '1982'; rules.dispatchEvent(new Event('change'))"
    )
    person.waits("return !document.getElementById('outcome').innerText.includes('paradox')")
    person.presses("Compare rulebooks").sees("#panel", "2023")


@pytest.mark.slow
@browser_only
def test_a_reason_is_opened_and_what_would_change_it(person: Person) -> None:
    person.goes(address_of("6.F.14")).sees("#outcome", "no convoy")
    person.presses("A BRE - LON", "#outcome").sees("#panel", "DATC 5.B")
    person.presses("What would change this?", "#panel").sees("#panel", "Take over")
    person.presses("Take over", "#panel").waits("return document.getElementById('orders').value.includes('F LON -')")


@pytest.mark.slow
@browser_only
def test_a_year_with_a_retreat_and_a_build(person: Person) -> None:
    person.goes().types("GERMANY\n A MUN - TYR\n A BER - MUN\nAUSTRIA\n A VIE - BOH\n").sees("#outcome", "moves")
    person.waits("return document.getElementById('next').innerText.includes('F1901M')").clicks("#next")
    person.sees("#phase-title", "F1901M")
    person.types("GERMANY\n A TYR S A MUN - BOH\n A MUN - BOH\n F KIE - HOL\n").sees("#outcome", "dislodged")
    person.waits("return document.getElementById('next').innerText.includes('F1901R')").clicks("#next")
    person.sees("#phase-title", "F1901R").points("BOH").presses("A BOH R VIE", "#choices").sees("#outcome", "retreats")
    person.waits("return document.getElementById('next').innerText.includes('W1901A')").clicks("#next")
    person.sees("#phase-title", "W1901A").points("KIE").presses("F KIE B", "#choices").sees("#outcome", "builds")
    person.waits("return document.getElementById('next').innerText.includes('S1902M')").clicks("#next")
    person.sees("#phase-title", "S1902M")
    assert person.driver.execute_script("return document.querySelectorAll('#phases button').length") == 5


@pytest.mark.slow
@browser_only
def test_the_link_opens_in_a_second_browser(person: Person) -> None:
    person.goes().points("PAR").points("BUR").sees("#outcome", "moves").clicks("#next").sees("#phase-title", "F1901M")
    person.waits("return location.hash.includes('g=')")
    link = person.driver.execute_script("return location.hash")
    other = Person(a_browser(), person.address)
    try:
        other.goes(link).sees("#phase-title", "F1901M")
        assert other.driver.execute_script("return document.querySelectorAll('#phases button').length") == 2
    finally:
        other.driver.quit()


@pytest.mark.slow
@browser_only
def test_a_position_is_set_up_by_mouse_and_by_keyboard(person: Person) -> None:
    person.goes().clicks("#setting").presses("Empty board", "#tools")
    person.waits("return !document.querySelector('#map .unit')")
    person.presses("France", "#tools").presses("army", "#tools").points("PAR")
    person.waits("return document.querySelectorAll('#map .unit').length === 1")
    person.presses("fleet", "#tools")
    person.finds("#tools input[placeholder]").send_keys("SPA\n")
    person.presses("F SPA/NC", "#choices").waits("return document.querySelectorAll('#map .unit').length === 2")
    assert "FSPA/NC" in person.driver.execute_script("return new URLSearchParams(location.hash.slice(1)).get('p')")


@pytest.mark.slow
@browser_only
@pytest.mark.parametrize("link", ["#p=%00", "#p=x&g=AAAA", "#p=" + "A" * 20_000, "#p=x&s=__proto__=1&g=!!"])
def test_a_hostile_link_gives_a_message(person: Person, link: str) -> None:
    person.goes(link)
    person.waits("return ['notice', 'faults'].some((id) => document.getElementById(id).innerText)")
    person.clicks("#paste").presses("Close", "#dialog")


@pytest.mark.slow
@browser_only
def test_it_fits_a_telephone_and_speaks_czech(person: Person) -> None:
    person.driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": 360, "height": 800, "deviceScaleFactor": 1, "mobile": True}
    )
    try:
        person.goes(address_of("6.F.14")).sees("#outcome", "paradox")
        assert person.driver.execute_script("return document.documentElement.scrollWidth") <= 360
        person.driver.execute_script(
            "const one = document.getElementById('language'); one.value = 'cs'; one.dispatchEvent(new Event('change'))"
        )
        person.sees("#side", "Výsledek").sees("#outcome", "Francie")
    finally:
        person.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


# -- static files -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the static site, made with the npm package pyodide if that can be had."""
    from standoff.page.static_site import SiteError, write_site

    folder = tmp_path_factory.mktemp("site")
    try:
        size = write_site(str(folder), docs=str(DOCS), book=False)
    except SiteError as fault:
        pytest.skip(f"no Pyodide: {fault}")
    assert size < 100_000
    return folder


def test_the_archive_of_packages_is_plain_python() -> None:
    from standoff.page.static_site import packages

    names = zipfile.ZipFile(io.BytesIO(packages())).namelist()
    assert {"standoff/__init__.py", "standoff/page/messages.py", "constraint/__init__.py"} <= set(names)
    assert not [name for name in names if name.endswith((".so", ".pyd")) or name.startswith("/") or ".." in name]


def test_a_package_that_is_not_pyodide_is_named(tmp_path: Path) -> None:
    from standoff.page.static_site import SiteError, write_site

    (tmp_path / "some.tgz").write_bytes(b"junk")
    with pytest.raises(SiteError, match="expected the npm package pyodide"):
        write_site(str(tmp_path / "out"), pyodide=str(tmp_path / "some.tgz"), book=False)


@pytest.mark.slow
@browser_only
def test_the_static_site_answers_by_itself(site: Path, driver: Any) -> None:
    """DATC 6.F.14, adjudicated by Python in the browser; nothing is asked of any other server."""
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(site))
    handler.log_message = lambda *_: None  # type: ignore[attr-defined]
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as files:
        threading.Thread(target=files.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{files.server_address[1]}/"
        someone = Person(driver, address)
        driver.get(address + "style.css")
        driver.execute_script("localStorage.clear(); localStorage.setItem('standoff.language', 'en')")
        driver.get_log("browser")
        driver.get(address + address_of("6.F.14"))
        someone.waits("return document.body.dataset.ready === 'yes'", 120).sees("#outcome", "paradox")
        someone.presses("All resolutions").sees("#panel", "2 consistent resolutions")
        loaded = driver.execute_script("return performance.getEntriesByType('resource').map(one => one.name)")
        assert all(name.startswith((address, "blob:", "data:")) for name in loaded)
        assert someone.logs() == []
        files.shutdown()


ASKING = """
const asked = [], ended = [];
globalThis.Worker = class {
  calls = [];
  constructor() { this.says({ready: true}); }
  says(data) { setTimeout(() => this.calls.forEach((call) => call({data}))); }
  addEventListener(_, call) { this.calls.push(call); }
  terminate() { ended.push(this); }
  postMessage({number, request}) {
    asked.push(request);
    if (request !== "for ever") this.says({number, answer: {found: request}});
  }
};
globalThis.document = {querySelector: () => ({content: "worker.js", dataset: {seconds: "0.2"}})};
const {ask, connect} = await import(process.argv[2]);
await connect(() => {});
const told = await Promise.all(["first", "for ever"].map((one) => ask(one).catch((fault) => fault.message)));
told.push(await ask("afterwards"));
console.log(JSON.stringify([told, ended.length]));
"""


@pytest.mark.slow
def test_a_request_that_takes_for_ever_costs_only_itself_on_the_static_site(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs node")
    script = tmp_path / "run.mjs"
    script.write_text(ASKING, encoding="utf-8")
    module = Path(page_workers.__file__).parent / "static" / "ask.js"
    copy = tmp_path / "ask.mjs"
    copy.write_text(module.read_text(encoding="utf-8"), encoding="utf-8")
    out = subprocess.run([node, script, copy], capture_output=True, text=True, check=True, timeout=20)
    fault = "no answer within 0.2 seconds: this turn is too large for the page; try the command"
    assert json.loads(out.stdout) == [[{"found": "first"}, fault, {"found": "afterwards"}], 1]


@pytest.mark.slow
def test_examples_of_the_documentation_open_on_the_page(site: Path) -> None:
    shown = (site / "docs" / "generated" / "explanations.html").read_text(encoding="utf-8")
    assert "../index.html#p=standard" in shown
    assert "<script" not in shown


@pytest.mark.slow
@browser_only
def test_an_accessibility_checker_finds_nothing_serious(person: Person, tmp_path: Path) -> None:
    npm = shutil.which("npm")
    done = npm and subprocess.run([npm, "pack", "--silent", "axe-core"], cwd=tmp_path, capture_output=True, check=False)
    archives = list(tmp_path.glob("*.tgz"))
    if not done or done.returncode or not archives:
        pytest.skip("the checker axe-core cannot be fetched with npm")
    with tarfile.open(archives[0]) as archive:
        part = archive.extractfile("package/axe.min.js")
        assert part is not None
        checker = part.read().decode()
    person.goes(address_of("6.F.14")).sees("#outcome", "paradox").presses("A BRE - LON", "#outcome")
    person.sees("#panel", "DATC 5.B")
    person.driver.execute_script(checker)
    found = person.driver.execute_async_script("axe.run(document).then(arguments[arguments.length - 1])")
    serious = [one["id"] for one in found["violations"] if one["impact"] in ("serious", "critical")]
    shown = [(one["id"], [node["html"][:120] for node in one["nodes"]][:3]) for one in found["violations"]]
    assert not serious, shown
