"""The records that a screen of browse shows under its cursors.

Each text has a word of its own, such as `n17x`: notes begin with n, to-dos with t, entries with e and
commits with c. In the list of days, a row is its date. Dates are written as 2026-11-21.
"""
import dataclasses
import datetime
import re

WORD = re.compile(r"\b[ntec]\d+x\b")
DATE = re.compile(r"\b(?:(?P<iso>\d{4}-\d\d-\d\d)|(?P<month>[A-Z][a-z]{2}) (?P<day>\d+)(?:, (?P<year>\d{4}))?)\b")
TAB = re.compile(r"\[([1-5]) ")
# The titles of all lists, the last one with its name or without.
LISTS = re.compile(r"^.*?(\[5 [^\]]*\]|5( Search)?)(?= |$)")
DAYS = 1
# Dates of this year are shown without it.
YEAR = 2026


@dataclasses.dataclass(frozen=True)
class Shown:
    """What is shown; None where a panel or a cursor is not."""
    tab: int | None = None
    focus: str | None = None
    # The selected row of the list, the row under the cursor of the page, and the title of the page.
    row: str | None = None
    item: str | None = None
    title: str | None = None
    isTyping: bool = False

    @property
    def target(self):
        """What a key may apply to. While the cursor of the page is on no row, it is the page or what
        is selected in the list."""
        if self.focus != "page":
            return {self.row} - {None}
        return {self.item} if self.item else {self.row, self.title} - {None}


def segments(cells):
    """The texts between the lines that separate panels, with the columns they start at."""
    start = 0
    for column in range(len(cells) + 1):
        if column == len(cells) or cells[column].data in "│|" and cells[column].data:
            yield start, "".join(cell.data for cell in cells[start:column])
            start = column + 1


def shown(emulator):
    rows = [list(segments(cells)) for cells in emulator.cells()[:-1]]
    isTyping = emulator.cursor[2]
    top, left, tab = next(((row, start, int(match[1])) for row, parts in enumerate(rows)
                           for start, text in parts if (match := TAB.search(text))),
                          (None, None, None))
    found = {"tab": tab, "isTyping": isTyping}
    if top is None:
        # The page by itself, or something that covers it.
        for text in (parts[0][1] for parts in rows if is_marked(parts[0][1])):
            match = WORD.search(text)
            found.setdefault("item" if match else "title", name(match) or title(text))
        return Shown(focus="page", **found)
    right = max(start for start, _ in rows[top + 1])
    if right > left:
        focused, found["title"] = page_title(emulator.cells(), rows, top, right)
        found["focus"] = "page" if focused else None
    if dict(rows[top])[left].startswith(">"):
        found["focus"] = "list"
    for row, parts in enumerate(rows):
        for start, text in parts:
            if not is_marked(text) or row <= top and start != right:
                continue
            if start == left and row > top:
                found.setdefault("row", name((DATE if tab == DAYS else WORD).search(text)))
            elif start == right:
                found.setdefault("item", name(WORD.search(text)))
    return Shown(**found)


def page_title(cells, rows, top, right):
    """Whether the page has the focus, and its title. It is in the row of the titles of the lists,
    behind them, unless the page is beside the year."""
    isBesideYear = any(start == right for start, _ in rows[top])
    line = "".join(cell.data for cell in cells[0][right:]) if isBesideYear else LISTS.sub(
        "", dict(rows[top])[min(dict(rows[top]))])
    return line.lstrip().startswith(">"), title("  " + line.strip().lstrip("> "))


def name(match):
    """A word as it is, a date in digits."""
    if not match or match.re is WORD:
        return match and match[0]
    if match["iso"]:
        return match["iso"]
    month, day, year = match["month"], match["day"], match["year"] or YEAR
    return str(datetime.datetime.strptime(f"{month} {day} {year}", "%b %d %Y").date())


def title(text):
    """The title of a page without its mark and its position: a date, or the id of a note or commit."""
    # The bar of the active panel, and which lines are visible.
    text = re.sub(r" [━=]+$", "", text[2:].strip()).strip()
    text = re.sub(r"  \d+[–-]\d+/\d+$", "", text).strip()
    return name(DATE.search(text)) or text or None


def is_marked(text):
    return text.startswith("> ") or text.startswith(" > ")
