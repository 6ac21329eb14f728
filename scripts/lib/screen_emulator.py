"""What a terminal shows after it has read the output of browse, by the emulator pyte."""
import codecs
import re

import pyte
import pyte.graphics

# pyte knows no faint text. Blinking, which browse does not use, stands for it.
pyte.graphics.TEXT[2] = "+blink"

# What pyte misreads: the kitty protocol, the clipboard, and joiners, after which it drops the rest
# of a text.
FILTERED = re.compile(r"\x1b\[[?<>][0-9;]*u|\x1b\]52;[^\x07]*\x07"
                      r"|[\u200b-\u200f\u2060-\u2064\ufe0e\ufe0f]")
SEQUENCE = re.compile(r"\x1b\[[?<>=]?[0-9;]*[@-~]|\x1b\][^\x07]*\x07|\x1b[^\[\]]")


class ScreenEmulator:
    """A screen of cells. The second cell of a wide character is empty."""

    def __init__(self, columns, rows):
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.Stream(self.screen)
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.unread = ""

    def feed(self, output):
        text = self.unread + self.decoder.decode(output)
        # The last sequence may not have come whole.
        end = text.rfind("\x1b")
        if end < 0 or SEQUENCE.match(text, end):
            end = len(text)
        self.unread = text[end:]
        self.stream.feed(FILTERED.sub("", text[:end]))

    def resize(self, columns, rows):
        self.screen.resize(rows, columns)

    @property
    def cursor(self):
        """The row and the column of the cursor, and whether it is visible."""
        return self.screen.cursor.y, self.screen.cursor.x, not self.screen.cursor.hidden

    def cells(self):
        """The characters of each row with their styles. The color of a space cannot be seen."""
        return [[visible(line[column]) for column in range(self.screen.columns)]
                for line in (self.screen.buffer[row] for row in range(self.screen.lines))]

    def fill(self, character):
        """Shows the same reversed character everywhere."""
        cell = self.screen.default_char._replace(data=character, reverse=True)
        for row in range(self.screen.lines):
            for column in range(self.screen.columns):
                self.screen.buffer[row][column] = cell

    def lines(self):
        return ["".join(cell.data for cell in row).rstrip() for row in self.cells()]


def visible(cell):
    if cell.data == " " and not cell.reverse and not cell.underscore:
        return cell._replace(fg="default", bold=False, italics=False, blink=False)
    return cell
