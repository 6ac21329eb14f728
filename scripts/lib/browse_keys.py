"""The keys with which a person uses browse, for scripts/fuzz --cursor and --frames.

A gesture is a list of keys that belong together, such as a search. A new key of browse goes into
the table of its kind.
"""

ENTER, ESCAPE, DOWN = b"\r", b"\x1b", b"j"

MOVES = [b"j"] * 8 + [b"k"] * 6 + [b"h", b"l", b"g", b"G", b"J", b"K", b")", b"("] + [
    b"\t", b"\t", ENTER, ENTER, ESCAPE, ESCAPE, b"\x04", b"\x15", b"\x02", b"\x0c"] + [
    b"\x1b[" + name for name in (b"A", b"B", b"C", b"D", b"H", b"F", b"Z") + 2 * (b"5~", b"6~")]
DAYS = [b"t", b"H", b"L", b"<", b">", b"[", b"]", b"{", b"}"]
LISTS = [b"1", b"2", b"3", b"4", b"n", b"N", b";", b","]
VIEWS = [b"+", b"z", b"v", b"?", b"@", b"M", b"\x14", b"A", b"S", b"=", b"*"]
MENUS = [b"f", b"y", b"s"]
# What the keys do to the record under the cursor.
CHANGES = [b"d", b" ", b"u", b"U"]
# Keys that ask for a line, and what is typed there.
PROMPTS = {
    b"/": ["cache", "캐시", "キャッシュ", "ne -zzz", "the", "ㅋ", "ｃａｃｈｅ"],
    b"\x06": ["cache", "캐시", "the", "ne -zzz"],
    b":": ["last friday", "지난주 금요일", "昨日", "tags", "todo list", "digest --since -1w", "march",
           "last march", "2025", "2026-11-01", "streak", "nonsense"],
    b"?": ["mo", "day", "이동", "日", "zzz"],
    b"a": ["Buy coffee", "커피 사기 ☕", "コーヒーを買う", "값비싼 ｶﾀｶﾅ e\u0301tude due:friday pri:A"],
    b"i": ["A thought", "생각 하나", "考えたこと", "日本語と한글 mixed"],
    b"m": ["tomorrow", "2026-11-18", "HEAD"],
    b"#": [" perf", " 성능", " 性能"],
}


def typed(key, text, last=ENTER):
    """A gesture that types a line."""
    return [key, *(letter.encode() for letter in text), last]


def click(source, columns, rows):
    """A click, a turn of the wheel or a movement with the button held."""
    row, column = source.randint(1, rows), source.randint(1, columns)
    # The titles of the lists and the keys of the bottom line are clicked more often.
    row = source.choice([row, row, row, 1, rows])
    button = source.choice([0, 0, 0, 64, 65])
    if button == 0 and source.random() < 0.15:
        return [f"\x1b[<{kind}M".encode() for kind in (
            f"0;{column};{row}", f"32;{column};{min(row + 2, rows)}")] + [
            f"\x1b[<0;{column};{min(row + 2, rows)}m".encode()]
    release = [f"\x1b[<0;{column};{row}m".encode()] if button == 0 else []
    return [f"\x1b[<{button};{column};{row}M".encode()] + release


def movement(source, columns, rows):
    """A gesture that changes nothing in the journal, unless the list of keys is asked to."""
    kind = source.random()
    if kind < 0.6:
        return [source.choice(MOVES)]
    if kind < 0.68:
        return [source.choice(DAYS)]
    if kind < 0.8:
        return [source.choice(LISTS)]
    if kind < 0.9:
        return click(source, columns, rows)
    if kind < 0.94:
        return [source.choice(VIEWS)]
    if kind < 0.96:
        menu = [source.choice(MENUS)] + [DOWN] * source.randint(0, 4)
        return menu + [source.choice([ENTER, ESCAPE, ESCAPE])]
    key = source.choice([b"/", b"/", b":", b"?"])
    return typed(key, source.choice(PROMPTS[key]), source.choice([ENTER, ENTER, ESCAPE]))


def change(source):
    """A gesture that changes the journal."""
    if source.random() < 0.6:
        return [source.choice(CHANGES)]
    key = source.choice([b"a", b"i", b"m", b"#"])
    return typed(key, source.choice(PROMPTS[key]), source.choice([ENTER, ENTER, ESCAPE]))
