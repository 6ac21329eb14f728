"""Random keys of browse beside random changes by another process.

  fuzz_cursor.py BINARY [EVENTS [SEED]]

An event is a key or a change. It fails if another record is under a cursor (the selected row of the
list, the row under the cursor of the page, the page itself) although no key was sent, unless that
record was deleted, completed or moved; and if a key changes a record that was not under the cursor
when it was sent. The journal tells what was changed. With COMMITDIARY_FUZZ_ALL set, it goes on after
a failure, shows the first one of each kind, and counts the others.
"""
import collections
import concurrent.futures
import os
import random
import sys
import time

sys.dont_write_bytecode = True
import browse_keys  # noqa: E402
from browse_keys import ENTER, ESCAPE, typed  # noqa: E402
from browse_stage import Stage  # noqa: E402
from other_process import ENTRY, NOTE, NOW, TODO, OtherProcess, changed, journal  # noqa: E402
from shown_records import shown  # noqa: E402
from watched_browse import Hang, Quit, WatchedBrowse  # noqa: E402

SIZES = [(120, 40), (120, 40), (160, 50), (80, 24), (60, 24)]
PROCESSES = 8
# Browse reads changes once a second.
UNTIL_READ = 1.1
SEARCHES = ["cache", "queue -index", "re", "slow"]
# The keys that change what is under the cursor, and what is typed where they ask for it.
ACTIONS = {b"d": [""], b" ": [""], b"c": [""], b"e": [" more"], b"#": [" perf", " idea"],
           b"m": ["tomorrow", "2026-11-02", "HEAD~3"]}


# A new text gets a word of its own.
EDITOR = """read -r first <"$file"
[ -z "$first" ] || { echo more >>"$file"; exit; }
n=$(cat "$HOME/edits" 2>/dev/null || echo 5000)
echo $((n + 1)) >"$HOME/edits"
printf 'n%sx slow more\n' "$n" | cat - "$file" >"$file.new"
cat "$file.new" >"$file"
rm "$file.new"
"""


class Failure(Exception):
    def __init__(self, kind, details):
        super().__init__(kind)
        self.details = details


def fill(binary, source):
    stage = Stage(binary, COMMITDIARY_NOW=NOW.isoformat(), NO_COLOR="1")
    stage.set_editor(EDITOR)
    stage.clone = os.path.join(stage.path, "clone")
    stage.run("git", "init", "-q", "-b", "main", stage.clone)
    other = OtherProcess(stage, source)
    for number in range(30):
        date = f"2026-11-{number % 20 + 1:02}T12:00:{number:02}+0900"
        stage.run("git", "commit", "-q", "--allow-empty", "-m", other.text("c"), folder=stage.clone,
                  GIT_AUTHOR_DATE=date, GIT_COMMITTER_DATE=date)
    for kind, count in [(NOTE, 40), (TODO, 30), (ENTRY, 20)]:
        for _ in range(count):
            other.finish(other.start(other.addition(kind)))
    return stage, other


class Session:
    def __init__(self, stage, other, source):
        self.stage, self.other, self.source = stage, other, source
        self.events = 0
        self.checks = collections.Counter()
        self.recent = collections.deque(maxlen=25)
        self.browse = None

    def open(self):
        if self.browse:
            self.browse.close()
        self.size = self.source.choice(SIZES)
        self.recent.append(f"browse {self.size}")
        self.browse = WatchedBrowse([self.stage.binary, "--offline", "browse"],
                                    self.stage.environment, *self.size, self.stage.clone)

    def press(self, *keys):
        for key in keys:
            self.events += 1
            self.recent.append(repr(key)[1:])
            self.browse.press(key)

    def shown(self):
        return shown(self.browse.emulator)

    def write(self):
        self.events += 1
        self.recent.append(" ".join(self.other.run(journal(self.stage))))

    def step(self):
        try:
            if self.source.random() < 0.02:
                self.open()
            self.move()
            self.source.choice([self.watch, self.act, self.act, self.add])()
        except Quit:
            self.recent.append("(quit)")
            self.open()

    def move(self):
        """Some keys that only move."""
        for _ in range(self.source.randint(0, 4)):
            self.press(*browse_keys.movement(self.source, *self.size))
            # Enter on a to-do of a page edits it.
            if self.browse.emulator.cursor[2]:
                self.press(ESCAPE)
        if self.source.random() < 0.5:
            self.press(self.source.choice([b"1", b"2", b"2", b"3", b"3", b"4"]), *self.steps(12))
        elif self.source.random() < 0.2:
            self.press(*typed(b"/", self.source.choice(SEARCHES)), *self.steps(5))
        if self.source.random() < 0.35:
            self.press(b"\t", *self.steps(6))
        if self.shown().tab is None and self.size[0] >= 80:
            self.press(ESCAPE)

    def steps(self, most):
        return [b"j"] * self.source.randint(0, most)

    def add(self):
        """A to-do or a line, undo or redo."""
        key = self.source.choice([b"a", b"i", b"u", b"u", b"U"])
        self.press(key)
        if self.shown().isTyping:
            self.press(self.other.text("t" if key == b"a" else "e").encode(), ENTER)

    # MARK: Checks

    def watch(self):
        """Another process writes, and no key is sent."""
        before, rows = self.shown(), self.browse.emulator.lines()
        records = journal(self.stage)
        if before.tab is None or before.isTyping:
            return
        for _ in range(self.source.randint(1, 4)):
            self.write()
        self.browse.wait(UNTIL_READ)
        after = self.shown()
        row = ", a row" if before.item else ""
        self.checks[f"watched list {before.tab}, {before.focus}{row}"] += 1
        kind = self.moved(before, after, records, journal(self.stage))
        if kind:
            raise Failure(kind, self.report(before, rows, after))

    def moved(self, before, after, earlier, later):
        """What is under another cursor than before; None if nothing is."""
        written = {id for id in changed(earlier, later)}

        def left(name):
            """Whether the record may have left its place."""
            for id in written & earlier.keys():
                old, new = earlier[id], later.get(id)
                if old.is_called(name) and (new is None or new.isDeleted != old.isDeleted
                                            or new.isDone != old.isDone or new.date != old.date):
                    return True
            return False

        def is_written(name):
            return any(earlier[id].is_called(name) for id in written & earlier.keys())

        if before.tab != after.tab or before.focus != after.focus:
            return f"list {before.tab}: the focus changed"
        if before.row and before.row != after.row:
            if before.tab == 1 or not left(before.row):
                return f"list {before.tab}: the selected row changed"
            # The page follows the list.
            return None
        if before.row and is_written(before.row):
            return None
        old, new = before.title, after.title
        if old and new and not old.startswith(new) and not new.startswith(old):
            if not left(old):
                return f"list {before.tab}: the page changed"
            return None
        if before.item and before.item != after.item and not left(before.item):
            return f"list {before.tab}: the row of the page changed"
        return None

    def act(self):
        """A key that changes what is under the cursor, while another process may write."""
        chance = self.source.random()
        if chance < 0.3:
            for _ in range(self.source.randint(1, 3)):
                self.write()
            self.browse.wait(self.source.choice([0, 0.01, 0.3, UNTIL_READ]))
        before, rows, records = self.shown(), self.browse.emulator.lines(), journal(self.stage)
        if before.isTyping:
            return
        written, beside = set(), None
        if 0.3 < chance < 0.5:
            words, target = self.other.command(records)
            if target:
                self.events += 1
                self.recent.append(" ".join(words) + " &")
                written.add(target)
                beside = self.other.start(words)
                time.sleep(self.source.random() * 0.015)
        key = self.source.choice(list(ACTIONS))
        self.press(key)
        if beside:
            self.other.finish(beside)
        if self.shown().isTyping:
            if self.source.random() < 0.3:
                now = journal(self.stage)
                self.write()
                written |= changed(now, journal(self.stage))
                self.browse.wait(self.source.choice([0, UNTIL_READ]))
            text = self.source.choice(ACTIONS[key])
            self.press(*(letter.encode() for letter in text), ENTER)
            if self.shown().isTyping:
                self.press(ESCAPE)
        self.browse.wait(0.02)
        later = journal(self.stage)
        acted = changed(records, later) - written
        self.checks[f"{key.decode()!r} {'changed' if acted else 'did nothing'}"] += 1
        for id in acted:
            record = records.get(id) or later[id]
            if key == b"c":
                # A new note is on the commit under the cursor.
                isRight = self.commits(record.sha) & before.target
            else:
                isRight = any(map(record.is_called, before.target))
            if isRight:
                continue
            what = f"{key.decode()!r} in list {before.tab} changed what was not under the cursor"
            raise Failure(what, f"changed: {id} {record.word} of {record.date}, expected "
                                f"{before.target}\n" + self.report(before, rows, self.shown()))

    def commits(self, sha):
        """How the screen may call a commit: its word, or a part of its id."""
        subject = self.stage.run("git", "show", "-s", "--format=%s", sha, folder=self.stage.clone)
        return {subject.split()[0], *(sha[:length] for length in range(7, 13))}

    def report(self, before, rows, after):
        lines = ["  the last events: " + " · ".join(self.recent)]
        for name, seen, screen in [("before", before, rows),
                                   ("after", after, self.browse.emulator.lines())]:
            lines += [f"  {name}: {seen}", *(f"  |{row}" for row in screen)]
        return "\n".join(lines)


def play(binary, count, seed):
    """Plays events in a journal of its own. Returns the number of events, of checks, and the
    failures: their counts and the first report of each kind."""
    source = random.Random(seed)
    stage, other = fill(binary, source)
    session = Session(stage, other, source)
    failures, reports = collections.Counter(), {}
    goesOn = bool(os.environ.get("COMMITDIARY_FUZZ_ALL"))
    try:
        session.open()
        while session.events < count and (goesOn or not failures):
            try:
                session.step()
            except Failure as failure:
                failures[str(failure)] += 1
                reports.setdefault(str(failure), failure.details)
    except (Hang, RuntimeError, TimeoutError) as error:
        failures[str(error)] += 1
        reports[str(error)] = "  the last events: " + " · ".join(session.recent)
    finally:
        if session.browse:
            session.browse.close()
        stage.remove()
    return session.events, session.checks, failures, reports


def main():
    binary = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 50_000
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.SystemRandom().randrange(1 << 32)
    print(f"cursor: {count} events, seed {seed}", file=sys.stderr)
    started, events = time.perf_counter(), 0
    checks, failures, reports = collections.Counter(), collections.Counter(), {}
    with concurrent.futures.ProcessPoolExecutor(PROCESSES) as pool:
        runs = [pool.submit(play, binary, count // PROCESSES, f"{seed} {number}")
                for number in range(PROCESSES)]
        for run in concurrent.futures.as_completed(runs):
            played, checked, failed, first = run.result()
            events, checks, failures = events + played, checks + checked, failures + failed
            reports = {**first, **reports}
    for kind, report in reports.items():
        print(f"{kind} ({failures[kind]} times)\n{report}", file=sys.stderr)
    for name, number in sorted(checks.items()):
        print(f"  {name}: {number}", file=sys.stderr)
    for kind, number in failures.most_common():
        print(f"{kind}: {number} times", file=sys.stderr)
    print(f"scripts/fuzz --cursor {count} {seed}: {events} events, "
          f"{time.perf_counter() - started:.0f} s, {sum(failures.values())} failures",
          file=sys.stderr)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
