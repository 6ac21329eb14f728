"""Random changes of a journal by commands of the program and by git, beside an open browse."""
import datetime
import os
import sqlite3
import subprocess
from contextlib import closing

from shown_records import WORD

NOTE, ENTRY, TODO = 1, 2, 3
WORDS = "cache index queue parser retry lock schema latency review release".split()
TAGS = ["perf", "bug", "idea"]
FIRST_DAY = datetime.date(1970, 1, 1).toordinal()
TODAY = datetime.date(2026, 11, 21)
NOW = datetime.datetime(2026, 11, 21, 6, 10, tzinfo=datetime.timezone.utc)


def journal(stage):
    """The records by id: kind, the word of the text, and all that a change changes."""
    path = os.path.join(stage.path, ".local/share/commitdiary/journal.sqlite")
    with closing(sqlite3.connect(path, timeout=30)) as db:
        rows = db.execute("SELECT id, kind, title || ' ' || body AS text, version_id, day,"
                          " deleted_at IS NOT NULL, done_at IS NOT NULL, sha FROM record")
        return {row[0]: Record(*row) for row in rows}


class Record:
    def __init__(self, id, kind, text, version, day, isDeleted, isDone, sha):
        self.id, self.kind, self.version, self.sha = id, kind, version, sha
        self.date = str(datetime.date.fromordinal(FIRST_DAY + day))
        self.isDeleted, self.isDone = bool(isDeleted), bool(isDone)
        word = WORD.search(text)
        self.word = word[0] if word else None

    def is_called(self, name):
        """Whether the screen can mean this record: by its word, its day or its id."""
        return (name == self.word or self.kind == ENTRY and name == self.date
                or self.id.startswith(name))


def changed(before, after):
    """The records of which there is another version, or only now any or none."""
    return {id for id in before.keys() | after.keys()
            if id not in before or id not in after or before[id].version != after[id].version}


class OtherProcess:
    """Each of its changes is a process of its own."""

    def __init__(self, stage, source):
        self.stage, self.source, self.count = stage, source, 0

    def text(self, letter):
        self.count += 1
        return f"{letter}{self.count}x {' '.join(self.source.sample(WORDS, 3))}"

    def day(self):
        return str(TODAY + datetime.timedelta(days=self.source.randint(-40, 3)))

    def commit(self):
        return f"HEAD~{self.source.randint(0, 9)}"

    def addition(self, kind):
        """The words of a command that adds a text."""
        if kind == NOTE:
            place = self.source.choice([["--no-commit"], ["--commit", self.commit()]])
            return ["notes", "add", *place, "--title", self.text("n"), "--body", "It was slow."]
        if kind == TODO:
            return ["todo", "add", "--day", self.day(), "--", self.text("t")]
        return ["diary", "write", self.day(), "--body", self.text("e")]

    def command(self, records):
        """The words of a random command, and the id of the record that it changes, if it is known."""
        choose, chance = self.source.choice, self.source.random()
        if chance < 0.05:
            return [choose(["undo", "redo"])], None
        if chance < 0.07:
            return ["tags", "rename", *self.source.sample(TAGS, 2)], None
        kind = choose([NOTE, NOTE, TODO, TODO, ENTRY])
        isDeleted = chance < 0.15
        found = [record for record in records.values()
                 if record.kind == kind and record.isDeleted == isDeleted]
        # About as many are added as are deleted.
        if not found or chance > (0.6 if len(found) < 40 else 0.9):
            return self.addition(kind), None
        record = choose(sorted(found, key=lambda record: (record.word or "", record.date)))
        name, this = ("todo" if kind == TODO else "notes"), record.id
        if kind == ENTRY:
            name, this = "diary", record.date
        verbs = {
            NOTE: [["delete"], ["edit", "--body", "It was slower."], ["edit", "--tag", choose(TAGS)],
                   ["move", self.commit()]],
            TODO: [["delete"], ["done"], ["done"], ["reopen"], ["move", "--to", self.day()],
                   ["edit", "--priority", choose("ABC")], ["edit", "--due", self.day()]],
            ENTRY: [["delete"], ["write", "--body", "More."]],
        }
        verb, *options = ["restore"] if isDeleted else choose(verbs[kind])
        return [name, verb, this, *options], record.id

    def start(self, words):
        # Texts come from all of the last weeks, so that new ones are anywhere in the lists.
        now = NOW - datetime.timedelta(minutes=self.source.randint(0, 60 * 24 * 30))
        environment = {**self.stage.environment, "COMMITDIARY_NOW": now.isoformat()}
        return subprocess.Popen([self.stage.binary, "-q", "-y", "--offline", *words],
                                env=environment, cwd=self.stage.clone, stdin=subprocess.DEVNULL,
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def finish(self, process):
        """Waits for the end. Commands may fail, because they are random."""
        error = process.communicate()[1].decode()
        if process.returncode not in (0, 1, 2, 3):
            raise RuntimeError(f"{process.args}: status {process.returncode}: {error}")

    def run(self, records):
        """Makes a change, and returns its words."""
        if self.source.random() < 0.06:
            words = ["git", "commit", "-q", "--allow-empty", "-m", self.text("c")]
            self.stage.run(*words, folder=self.stage.clone)
            return words
        words, _ = self.command(records)
        self.finish(self.start(words))
        return words
