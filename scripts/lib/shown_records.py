"""The records that a screen of browse shows under its cursors.

Each text has a word of its own, such as `n17x`: notes begin with n, to-dos with t, entries with e and
commits with c. In the list of days, a row is its date.
"""
import dataclasses
import re

WORD = re.compile(r"\b[ntec]\d+x\b")
DATE = re.compile(r"([A-Z][a-z]{2}, )?([A-Z][a-z]{2} \d+(, \d{4})?)")
TAB = re.compile(r"\[([1-5]) ")
DAYS = 1


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
        marked = [WORD.search(text) for parts in rows for _, text in parts[:1] if is_marked(text)]
        found["item"] = next((match[0] for match in marked if match), None)
        return Shown(focus="page" if found["item"] else None, **found)
    for start, text in rows[top]:
        if text.startswith(">"):
            found["focus"] = "list" if start == left else "page"
        if start > left:
            found["title"] = re.sub(r"  \d+/\d+$", "", text[2:].strip()).strip() or None
    for parts in rows[top + 1:]:
        for start, text in parts:
            if not is_marked(text):
                continue
            match = (DATE if tab == DAYS and start == left else WORD).search(text)
            if start == left:
                found.setdefault("row", match and match[match.lastindex and 2 or 0])
            elif start > left:
                found.setdefault("item", match and match[0])
    return Shown(**found)


def is_marked(text):
    return text.startswith("> ") or text.startswith(" > ")
