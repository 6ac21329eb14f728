"""The rows of scripts/bench about browse."""
import os
import random
import signal
import sqlite3
import statistics
import time

from pseudo_terminal import PseudoTerminal

# Keys that move, show other lists, and search; their weights are those of an hour of use.
MOVING = [b"j"] * 12 + [b"k"] * 10 + [b"\x1b[B"] * 6 + [b"\x1b[A"] * 5 + [
    b"h", b"l", b"g", b"G", b"H", b"L", b"[", b"]", b"t", b"\x1b[6~", b"\x1b[5~", b"1", b"2", b"3",
    b"4", b"5", b"\t", b"\x1b[Z", b"+", b"\x1b", b"n", b"N", b"?", b"@", b"\x1b",
    b"\x1b[<0;20;20M", b"\x1b[<0;70;20M", b"\x1b[<65;20;20M", b"\x1b[<64;70;20M"]
# A search is typed letter by letter, after the keys that close what covers the list.
SEARCHES = ["\x06cache\r", "\x06ne\x1b", "/회고\r", "\x06index query\r", "/cache\r"]


def keys(count, seed=29):
    source = random.Random(seed)
    made = []
    while len(made) < count:
        if source.random() < 0.01:
            made += [b"\x1b", b"\x1b"]
            made += [letter.encode() for letter in source.choice(SEARCHES)]
        else:
            made.append(source.choice(MOVING))
    return made[:count]


def first_frame(words, environment, runs, folder, **size):
    times = []
    for _ in range(runs):
        terminal = PseudoTerminal(words, environment, folder=folder, **size)
        came = terminal.frame(5)
        if came is None:
            raise SystemExit("browse draws nothing: " + terminal.output.decode(errors="replace"))
        times.append(came - terminal.started)
        terminal.send(b"q")
        terminal.wait()
        terminal.close()
    return times


def times_of_keys(terminal, pressed):
    """The time from each key to its frame, and the number of keys that change nothing."""
    times, silent, slowest = [], 0, []
    for number, key in enumerate(pressed):
        terminal.drain()
        start = time.perf_counter()
        terminal.send(key)
        # An Escape waits for the rest of a sequence first.
        came = terminal.frame(0.12)
        if came is None:
            silent += 1
            if terminal.ended():
                raise SystemExit(f"browse ended with {terminal.status} after {pressed[:number+1]}")
            continue
        if key != b"\x1b":
            times.append(came - start)
            slowest.append((came - start, number, key))
    slowest.sort(reverse=True)
    if os.environ.get("BENCH_SLOWEST"):
        for took, number, key in slowest[:15]:
            print(f"  {took * 1000:.1f} ms", number, key, pressed[max(number - 3, 0):number])
    return times, silent


def replay(terminal, pressed):
    """Sends keys as fast as they are read, a few at a time."""
    for start in range(0, len(pressed), 20):
        terminal.send(b"".join(key if key != b"\x1b" else b"\x1b[27u"
                               for key in pressed[start:start + 20]))
        terminal.frame(0.5)
        terminal.output = b""


def write_beside(path, count):
    """Writes many small transactions, as other windows would over months."""
    db = sqlite3.connect(path, timeout=30, isolation_level=None)
    db.execute("PRAGMA synchronous = OFF")
    first = db.execute("SELECT min(rowid) FROM record").fetchone()[0]
    for number in range(count):
        db.execute("UPDATE record SET body = body || 'x' WHERE rowid = ?", (first + number % 997,))
    db.close()


def percentile(times, part):
    return sorted(times)[min(int(len(times) * part), len(times) - 1)]


def browse(binary, journal, folder, runs, show):
    """Prints the rows with `show` (name, value, unit, goal) and returns whether all goals are met."""
    words, fine = [binary, "browse"], True
    path = os.path.join(journal["HOME"], ".local/share/commitdiary/journal.sqlite")
    environment = dict(journal, TERM="xterm-256color", COLORTERM="truecolor", VISUAL="true",
                       BROWSER="true")
    for name, size in [("120 x 40", {"columns": 120, "rows": 40}),
                       ("200 x 60", {"columns": 200, "rows": 60})]:
        times = first_frame(words, environment, runs, folder, **size)
        fine &= show(f"first frame, {name}", statistics.median(times) * 1000, "ms", 40)
        fine &= show(f"first frame, {name}, slowest", max(times) * 1000, "ms", None)
    terminal = PseudoTerminal(words, environment, folder=folder)
    terminal.frame(5)
    terminal.drain(1.5)
    times, silent = times_of_keys(terminal, keys(2000))
    fine &= show("key to frame, median", statistics.median(times) * 1000, "ms", None)
    fine &= show("key to frame, 99th percentile", percentile(times, 0.99) * 1000, "ms", 16)
    fine &= show("key to frame, slowest", max(times) * 1000, "ms", None)
    fine &= show("keys that change nothing", silent, "of 2000", None)
    replay(terminal, keys(20_000, seed=31))
    fine &= show("memory after 20,000 more keys", terminal.memory(), "MB", 60)
    fine &= show("its peak", terminal.memory("VmHWM"), "MB", None)
    write_beside(path, 20_000)
    fine &= show("journal's log after 20,000 writes", os.path.getsize(path + "-wal") / 1e6, "MB", 8)
    terminal.drain()
    terminal.signal(signal.SIGTERM)
    if terminal.wait() is None:
        raise SystemExit("browse does not end after SIGTERM")
    terminal.close()
    return fine
