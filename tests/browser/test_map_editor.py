"""The map editor in a browser: mouse, finger and keys, kept as one goes, undone, and without scripts."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from playwright.sync_api import Browser, Page, expect

from armylists import bookservices
from armylists.models import OwnBook
from tests.armylists.scenarios import clash, map_page, scenario_of
from tests.browser.kit import Shot, SignIn, sideways

KEPT = "#map-state"


def opened(page: Page, sign_in: SignIn, alice: User, book: OwnBook | None = None) -> OwnBook:
    """The editor of a scenario of Alice's."""
    book = book or scenario_of(alice)
    sign_in(page, alice)
    page.goto(map_page(book))
    expect(page.locator("#map-tools")).to_be_visible()
    return book


def place(page: Page, hex_: str, dx: float = 0.0, dy: float = 0.0) -> tuple[float, float]:
    """Where a hex lies in the window; `dx`, `dy` in H from its middle."""
    found = page.evaluate(
        """([name, dx, dy]) => {
          const svg = document.querySelector("#map-frame svg");
          svg.parentElement.scrollIntoView({ block: "start" });
          const [column, row] = [Number(name.slice(0, 2)) - 1, Number(name.slice(2)) - 1];
          const x = 14 + (0.5 + column + 0.5 * (row % 2) + dx) * 40;
          const y = 14 + (1 / Math.sqrt(3) + row * Math.sqrt(3) / 2 + dy) * 40;
          const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
          return [at.x, at.y];
        }""",
        [hex_, dx, dy],
    )
    return found[0], found[1]


def tap(page: Page, hex_: str, dx: float = 0.0, dy: float = 0.0) -> None:
    page.mouse.click(*place(page, hex_, dx, dy))


def drag(page: Page, start: str, *others: str) -> None:
    page.mouse.move(*place(page, start))
    page.mouse.down()
    for each in others:
        page.mouse.move(*place(page, each), steps=4)
    page.mouse.up()


def kept(page: Page, book: OwnBook) -> Any:
    """The draft once the editor has said that it is kept."""
    expect(page.locator(KEPT)).to_have_text("Saved")
    book.refresh_from_db()
    return book.draft


def test_ground_is_painted_and_taken_back(desktop: Page, sign_in: SignIn, alice: User, shot: Shot) -> None:
    book = opened(desktop, sign_in, alice)
    desktop.get_by_role("button", name="Marsh").click()
    drag(desktop, "0101", "0201", "0301")
    draft = kept(desktop, book)
    assert draft["map"]["terrain"][0].startswith("mmm.")
    desktop.get_by_role("button", name="Undo").click()
    expect(desktop.locator("#f-map-terrain")).to_have_value("\n".join(clash()["map"]["terrain"]))
    assert kept(desktop, book)["map"]["terrain"] == clash()["map"]["terrain"]
    desktop.get_by_role("button", name="Redo").click()
    expect(desktop.locator("#f-map-terrain")).not_to_have_value("\n".join(clash()["map"]["terrain"]))
    assert kept(desktop, book)["map"]["terrain"][0].startswith("mmm.")
    shot(desktop, "map-editor-desktop")


def test_levels_roads_and_hex_sides(desktop: Page, sign_in: SignIn, alice: User, shot: Shot) -> None:
    book = opened(desktop, sign_in, alice)
    desktop.get_by_role("button", name="Levels").click()
    desktop.get_by_role("button", name="Hilltop").click()
    tap(desktop, "0305")  # a hillside
    tap(desktop, "0602")  # a wood
    draft = kept(desktop, book)
    assert draft["map"]["terrain"][4][2] == "H"
    assert draft["map"]["terrain"][1][5] == "w"
    assert draft["map"]["heights"][1][5] == "2"
    desktop.get_by_role("button", name="Roads").click()
    drag(desktop, "0107", "0207", "0307")
    assert kept(desktop, book)["map"]["roads"][6].startswith("===")
    desktop.get_by_role("button", name="Second road beside it").click()
    drag(desktop, "0108", "0208", "0308")
    assert [row[:3] for row in kept(desktop, book)["map"]["roads"][6:8]] == ["===", "---"]
    shot(desktop, "map-editor-roads-desktop")
    desktop.get_by_role("button", name="Hex sides").click()
    desktop.get_by_role("button", name="Stream").click()
    tap(desktop, "1003", dx=0.4)
    assert {"hex": "1003", "side": "E", "kind": "stream"} in kept(desktop, book)["map"]["edges"]
    tap(desktop, "1103", dx=-0.4)  # the same side from its other hex
    expect(desktop.locator("#f-map-edges")).not_to_have_value("1003 E stream", timeout=100)
    assert all(edge["kind"] != "stream" for edge in kept(desktop, book)["map"]["edges"])


def test_a_quick_stroke_leaves_no_hex_out(desktop: Page, sign_in: SignIn, alice: User) -> None:
    book = opened(desktop, sign_in, alice)
    for tool, paint, row in (("Roads", "Road", 6), ("Ground", "Marsh", 2)):
        desktop.get_by_role("button", name=tool).click()
        desktop.get_by_role("button", name=paint, exact=True).click()
        desktop.mouse.move(*place(desktop, f"02{row:02}"))
        desktop.mouse.down()
        desktop.mouse.move(*place(desktop, f"11{row:02}"), steps=2)
        desktop.mouse.up()
    draft = kept(desktop, book)
    assert draft["map"]["roads"][5] == ".==========."
    assert draft["map"]["terrain"][1] == ".mmmmmmmmmm."


def test_a_stand_that_is_carried_quickly_pushes_nobody_away(
    desktop: Page, sign_in: SignIn, alice: User
) -> None:
    book = opened(desktop, sign_in, alice)
    desktop.get_by_role("button", name="Stands", exact=True).click()
    desktop.mouse.move(*place(desktop, "0509"))
    desktop.mouse.down()
    desktop.mouse.move(*place(desktop, "0809"))  # over 0609, where another stands
    desktop.mouse.up()
    placed = kept(desktop, book)["sides"][0]["placements"]
    assert (placed["c1u1"]["hex"], placed["c1u2"]["hex"]) == ("0809", "0609")


def test_stands_are_placed_turned_moved_and_taken_off(desktop: Page, sign_in: SignIn, alice: User) -> None:
    book = opened(desktop, sign_in, alice)
    desktop.get_by_role("button", name="Stands", exact=True).click()
    chosen = desktop.locator("#stand-chosen")
    tap(desktop, "0509")
    expect(chosen).to_contain_text("Swedish Brigade 1: 0509 north")
    chosen.get_by_role("button", name="General").click()
    tap(desktop, "0509")  # once more: it turns
    drag(desktop, "0509", "0507")
    side = kept(desktop, book)["sides"][0]
    assert side["placements"]["c1u1"] == {"hex": "0507", "facing": 2}
    assert side["generals"] == {"c1": "0507"}
    chosen.get_by_label("arrives in round").fill("3")
    chosen.get_by_label("arrives in round").press("Enter")
    tap(desktop, "0110")
    tap(desktop, "0210")
    side = kept(desktop, book)["sides"][0]
    assert side["arrivals"] == {"c1u1": {"round": 3, "hexes": ["0110", "0210"]}}
    assert "c1u1" not in side["placements"]
    assert "generals" not in side
    desktop.locator('button[data-unit="b.c1u2"]').click()
    chosen.get_by_role("button", name="Remove").click()
    assert "c1u2" not in kept(desktop, book)["sides"][1]["placements"]
    tap(desktop, "0801")
    assert kept(desktop, book)["sides"][1]["placements"]["c1u2"] == {"hex": "0801", "facing": 4}


def test_a_fault_stands_beside_its_stand_and_leads_to_its_hex(
    desktop: Page, sign_in: SignIn, alice: User
) -> None:
    book = opened(desktop, sign_in, alice)
    desktop.get_by_role("button", name="Town or village").click()
    tap(desktop, "0909")  # Fast Horse may not stand in a town
    kept(desktop, book)
    expect(desktop.locator("#faults")).to_contain_text("1 problem")
    expect(desktop.get_by_role("button", name="Save as version 1")).to_be_disabled()
    expect(desktop.locator('button[data-unit="a.c1u5"]')).to_have_class("stand wrong")
    desktop.locator("#faults a").click()
    expect(desktop.locator("#map-hint")).to_contain_text("0909: town")
    desktop.get_by_role("button", name="Undo").click()
    expect(desktop.locator("#faults")).to_contain_text("Nothing is wrong")
    desktop.get_by_role("button", name="Save as version 1").click()
    expect(desktop.locator("main")).to_contain_text("Version 1 is saved")


def test_everything_can_be_done_with_keys(desktop: Page, sign_in: SignIn, alice: User) -> None:
    book = opened(desktop, sign_in, alice)
    desktop.get_by_role("button", name="Woods").focus()
    desktop.keyboard.press("Enter")
    frame = desktop.locator("#map-frame")
    frame.focus()
    expect(desktop.locator("#map-hint")).to_be_visible()
    desktop.keyboard.press("ArrowRight")
    desktop.keyboard.press("Enter")
    desktop.keyboard.press("ArrowDown")
    desktop.keyboard.press(" ")
    words = desktop.locator("#map-hint").inner_text()
    assert "woods" in words
    draft = kept(desktop, book)
    assert sum(row.count("w") for row in draft["map"]["terrain"]) == 10
    desktop.keyboard.press("Delete")
    desktop.keyboard.press("Control+z")
    desktop.keyboard.press("Control+z")
    assert sum(row.count("w") for row in kept(desktop, book)["map"]["terrain"]) == 9
    desktop.get_by_role("button", name="Stands", exact=True).click()
    desktop.locator('button[data-unit="a.c1u4"]').focus()
    desktop.keyboard.press("Enter")
    frame.focus()
    for key in ("r", "ArrowLeft", "Enter"):
        desktop.keyboard.press(key)
    assert kept(desktop, book)["sides"][0]["placements"]["c1u4"] == {"hex": "0308", "facing": 2}


def test_what_is_typed_is_on_the_map(desktop: Page, sign_in: SignIn, alice: User) -> None:
    book = opened(desktop, sign_in, alice)
    desktop.get_by_text("The map as text").click()
    desktop.get_by_label("Hex sides", exact=True).fill("0203 E river")
    draft = kept(desktop, book)
    assert draft["map"]["edges"] == [{"hex": "0203", "side": "E", "kind": "river"}]
    expect(desktop.locator("#map-ground path[stroke='#3f6f90']")).to_have_count(1)


def test_what_could_not_be_sent_is_offered_again(
    desktop: Page, sign_in: SignIn, alice: User, tolerated: list[str]
) -> None:
    tolerated.append("ERR_")
    book = opened(desktop, sign_in, alice)
    desktop.route(
        "**/edit/**", lambda route: route.abort() if route.request.method == "POST" else route.continue_()
    )
    desktop.get_by_role("button", name="Marsh").click()
    tap(desktop, "0101")
    expect(desktop.locator(KEPT)).to_contain_text("cannot be reached")
    desktop.unroute("**/edit/**")
    desktop.on("dialog", lambda dialog: dialog.accept())
    desktop.reload()
    expect(desktop.locator(KEPT)).to_contain_text("were not saved")
    desktop.get_by_role("button", name="Put them back").click()
    assert kept(desktop, book)["map"]["terrain"][0].startswith("m")


def test_two_windows_never_overwrite_each_other_unasked(
    desktop: Page, sign_in: SignIn, alice: User, tolerated: list[str]
) -> None:
    tolerated.append("409")
    book = opened(desktop, sign_in, alice)
    bookservices.save_draft(book, book.edition, book.draft | {"place": "Elsewhere"})
    desktop.get_by_role("button", name="Marsh").click()
    tap(desktop, "0101")
    expect(desktop.locator(KEPT)).to_contain_text("changed in another window")
    book.refresh_from_db()
    assert book.draft["map"]["terrain"][0].startswith(".")
    desktop.get_by_role("button", name="Save mine instead").click()
    draft = kept(desktop, book)
    assert draft["map"]["terrain"][0].startswith("m")
    assert draft["place"] == "Elsewhere"


def test_a_finger_paints_on_a_phone(phone: Page, sign_in: SignIn, alice: User, shot: Shot) -> None:
    book = opened(phone, sign_in, alice)
    assert not sideways(phone)
    phone.get_by_role("button", name="Marsh").tap()
    phone.touchscreen.tap(*place(phone, "0704"))
    assert kept(phone, book)["map"]["terrain"][3][6] == "m"
    shot(phone, "map-editor-phone")


def test_what_saves_itself_says_so_and_has_no_button_for_it(
    desktop: Page, sign_in: SignIn, alice: User
) -> None:
    book = opened(desktop, sign_in, alice)
    expect(desktop.locator("#map-by-hand")).to_be_hidden()
    desktop.get_by_role("button", name="Marsh").click()
    tap(desktop, "0704")
    assert kept(desktop, book)["map"]["terrain"][3][6] == "m"


def test_the_map_is_edited_without_scripts(
    browser: Browser, live_server: Any, sign_in: SignIn, alice: User
) -> None:
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()
    book = scenario_of(alice)
    sign_in(page, alice)
    page.goto(map_page(book))
    expect(page.locator("#map-tools")).to_be_hidden()
    page.get_by_label("Hex sides", exact=True).fill("0203 E stream")
    page.locator("#map-form > .actions").get_by_role("button", name="Save").click()
    book.refresh_from_db()
    assert book.draft["map"]["edges"] == [{"hex": "0203", "side": "E", "kind": "stream"}]
    context.close()


def test_zones_are_painted_from_the_strip_along_the_edge(desktop: Page, sign_in: SignIn, alice: User) -> None:
    book = opened(desktop, sign_in, alice)
    desktop.get_by_role("button", name="Zones").click()
    desktop.get_by_role("button", name="Zone of Swedes").click()
    tap(desktop, "0107")  # one more hex than the strip of three rows
    zone = kept(desktop, book)["sides"][0]["zone"]
    assert len(zone) == 3 * 12 + 1
    desktop.get_by_role("button", name="Broad brush").click()
    tap(desktop, "0609")  # takes seven away
    assert len(kept(desktop, book)["sides"][0]["zone"]) == 3 * 12 + 1 - 7


def test_a_map_grows_and_shrinks(desktop: Page, sign_in: SignIn, alice: User) -> None:
    book = opened(desktop, sign_in, alice)
    desktop.get_by_label("Columns").fill("14")
    desktop.get_by_label("Columns").press("Tab")
    ground = kept(desktop, book)["map"]
    assert (ground["columns"], len(ground["terrain"][0]), len(ground["roads"][0])) == (14, 14, 14)
    desktop.get_by_label("Columns").fill("8")
    desktop.get_by_label("Columns").press("Tab")
    expect(desktop.locator("#map-ground text").last).to_have_text("0810")
    draft = kept(desktop, book)
    assert len(draft["map"]["terrain"][0]) == 8
    assert all(int(edge["hex"][:2]) <= 8 for edge in draft["map"]["edges"])
    assert "c1u6" not in draft["sides"][0]["placements"]  # it stood in column 10
    for _ in range(2):
        desktop.get_by_role("button", name="Undo").click()
    draft, before = kept(desktop, book), clash()
    for document in (draft, before):  # sides are written in the order of their hexes
        document["map"]["edges"].sort(key=str)
    assert draft == before


def test_two_fingers_move_the_map_and_paint_nothing(phone: Page, sign_in: SignIn, alice: User) -> None:
    book = opened(phone, sign_in, alice)
    frame = phone.locator("#map-frame svg")
    before = frame.get_attribute("viewBox")
    phone.evaluate(
        """() => {
          const frame = document.querySelector("#map-frame");
          const box = frame.getBoundingClientRect();
          const send = (kind, pointerId, x, y) => {
            const at = { clientX: box.x + x, clientY: box.y + y };
            const said = { bubbles: true, pointerId, button: 0, pointerType: "touch", ...at };
            frame.querySelector("svg").dispatchEvent(new PointerEvent(kind, said));
          };
          frame.setPointerCapture = () => {};
          send("pointerdown", 1, 150, 150);
          send("pointerdown", 2, 200, 150);
          send("pointermove", 1, 80, 120);
          send("pointermove", 2, 280, 180);
          send("pointerup", 1, 80, 120);
          send("pointerup", 2, 280, 180);
        }"""
    )
    assert frame.get_attribute("viewBox") != before
    book.refresh_from_db()
    assert book.draft == clash()
    expect(phone.get_by_role("button", name="Undo")).to_be_disabled()


def test_from_the_editor_to_the_battle(desktop: Page, sign_in: SignIn, alice: User) -> None:
    opened(desktop, sign_in, alice)
    desktop.get_by_role("button", name="Save as version 1").click()
    desktop.get_by_role("link", name="Play", exact=True).click()
    desktop.get_by_label("People lead both").check()
    desktop.get_by_role("button", name="Begin the battle").click()
    desktop.wait_for_url("**/board/**")
    expect(desktop.locator("main")).to_contain_text("Swedes")


def test_undo_brings_back_the_map_that_a_file_took_the_place_of(
    desktop: Page, sign_in: SignIn, alice: User, tolerated: list[str]
) -> None:
    tolerated.append("400")
    book = opened(desktop, sign_in, alice)
    desktop.get_by_text("A map from a file").click()
    file = {"name": "map.txt", "mimeType": "text/plain", "buffer": b"\n".join([b"m " * 12] * 9 + [b"m"])}
    desktop.get_by_label("The file", exact=True).set_input_files(file)
    desktop.get_by_role("button", name="Upload").click()
    expect(desktop.locator("#map-file-answer")).to_contain_text("line 10: has 1 hexes, the first row 12")
    file["buffer"] = b"\n".join([b"m " * 12] * 10)
    desktop.get_by_label("The file", exact=True).set_input_files(file)
    desktop.get_by_role("button", name="Upload").click()
    expect(desktop.locator("#map-file-answer")).to_contain_text("Map loaded")
    assert set("".join(kept(desktop, book)["map"]["terrain"])) == {"m"}
    desktop.get_by_role("button", name="Undo").click()
    draft = kept(desktop, book)
    assert draft["map"]["terrain"] == clash()["map"]["terrain"]
    assert draft["map"]["roads"] == clash()["map"]["roads"]


def test_the_whole_map_and_undo_are_in_sight(desktop: Page, sign_in: SignIn, alice: User) -> None:
    desktop.set_viewport_size({"width": 1280, "height": 900})
    book = opened(desktop, sign_in, alice)
    bar = desktop.locator("#book-state").bounding_box()
    assert bar
    for part in ("#map-frame", '[data-does="fit"]', '[data-does="undo"]', '[data-does="redo"]'):
        box = desktop.locator(part).bounding_box()
        assert box
        assert box["y"] + box["height"] <= bar["y"], part
    desktop.goto(map_page(book).replace("at=map", "at=text"))
    text = desktop.locator("#f-text").bounding_box()
    assert text
    assert text["x"] < 100
    assert text["width"] > 750


def in_sight(page: Page, *parts: str) -> None:
    """Each of these parts lies between the upper edge of the window and the bar at its lower edge."""
    bar = page.locator("#book-state").bounding_box()
    assert bar
    for part in parts:
        box = page.locator(part).first.bounding_box()
        assert box, part
        assert box["y"] >= 0, part
        assert box["y"] + box["height"] <= bar["y"], part


def test_map_and_brush_are_in_sight_together_on_a_phone(phone: Page, sign_in: SignIn, alice: User) -> None:
    opened(phone, sign_in, alice)
    brushes = "#map-tools .paints:visible .paint"
    in_sight(phone, "#map-frame", "[data-tool]", '[data-does="undo"]', brushes)
    for tool in ("Hex sides", "Zones", "Levels"):
        phone.get_by_role("button", name=tool).tap()
        in_sight(phone, "#map-frame", '[data-tool][aria-pressed="true"]', brushes)
    phone.get_by_role("button", name="Stands", exact=True).tap()
    phone.touchscreen.tap(*place(phone, "0509"))
    in_sight(phone, "#map-frame", "#stand-chosen .actions")
    assert not sideways(phone)
