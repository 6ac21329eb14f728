"""Random work on several devices that share a diary through a real git repository.

  sync_rounds.py BINARY [ROUNDS [SEED]]

In each round, devices write, purge, import and undo, with clocks that are off by up to a day, and
exchange by different routes: sync, with kills and cut connections, a copied folder, an archive, and a
fresh join at the end. Purges are killed, or run beside an exchange. Then all must have the same records,
every text that was ever saved, and none that was purged; nor may the local clones or the remote have that.
On one day, devices only jot: of its purged entry, what the purging device had not seen must be in a draft.

Three rounds of four are encrypted, and a plain one may be encrypted on the way. Then the key is changed
now and then, with kills too; a device is shut out, tries to write, and may join again; another one sleeps
through three epochs. No object of the clones and the remote may have a word that was written.
"""
import hashlib
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

BINARY = os.path.abspath(sys.argv[1])
# What happened in all rounds, to see that it did.
COUNTS = {}
WORD = re.compile(r"\bw[0-9]+q\b")
GIT = shutil.which("git")
# A git that is killed after some milliseconds, as if the network had broken.
CUT = f"""#!/bin/sh
[ -z "${{CUT_AFTER-}}" ] && exec {GIT} "$@"
case " $* " in *" fetch "* | *" push "*) exec timeout -s KILL "$CUT_AFTER" {GIT} "$@" ;; esac
exec {GIT} "$@"
"""


CALLS = ["pwrite64", "write", "fsync", "fdatasync", "rename", "unlink", "openat", "ftruncate", "mkdir",
         "close", "link", "fcntl", "read"]
WRITES = ["pwrite64", "write", "fsync", "fdatasync", "openat", "rename", "mkdir", "ftruncate"]


# On this day, devices only jot: no paragraph of its entry is changed or moved.
JOT_DAY = "2026-11-18"


class Failed(Exception):
    pass


def tally(what):
    COUNTS[what] = COUNTS.get(what, 0) + 1


class Device:
    def __init__(self, world, name):
        self.world, self.name = world, name
        self.home = os.path.join(world.folder, name)
        self.offset = world.random.randint(-86_400, 86_400)
        os.makedirs(self.home, exist_ok=True)

    @property
    def data(self):
        return os.path.join(self.home, "data", "commitdiary")

    def members(self):
        """The number of the key that it knows, its ID, and those of the devices that it knows."""
        base = sqlite3.connect(f"file:{self.data}/journal.sqlite?mode=ro", uri=True)
        number = base.execute("SELECT key_number FROM sync_remote").fetchone()
        ids = base.execute("SELECT number, lower(hex(id)), name IS NULL OR public_key IS NULL FROM device").fetchall()
        base.close()
        return (number[0] if number else None, [id for row, id, _ in ids if row == 1][0],
                {id for row, id, unknown in ids if row != 1 and not unknown})

    def has_purge(self, id):
        base = sqlite3.connect(f"file:{self.data}/journal.sqlite?mode=ro", uri=True)
        found = base.execute("SELECT 1 FROM purge WHERE id = ?", [id]).fetchone()
        base.close()
        return found is not None

    def drafts(self):
        """The words of the texts that are not saved."""
        words = set()
        for root, _, names in os.walk(os.path.join(self.home, "state")):
            for name in names:
                if name.endswith(".md"):
                    with open(os.path.join(root, name), encoding="utf-8") as file:
                        words |= set(WORD.findall(file.read()))
        return words

    def has_key(self, number):
        try:
            with open(self.data + "/sync.keys", encoding="ascii") as file:
                return f"\nkey {number} " in file.read()
        except FileNotFoundError:
            return False

    def environment(self, **more):
        now = self.world.now + self.offset
        variables = {
            "HOME": self.home, "PATH": self.world.programs + ":" + os.environ["PATH"],
            "LANG": "en_US.UTF-8", "TZ": "UTC",
            "COMMITDIARY_NOW": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now)),
        }
        for kind in ("DATA", "CONFIG", "STATE", "CACHE"):
            variables[f"XDG_{kind}_HOME"] = os.path.join(self.home, kind.lower())
        variables.update(more)
        return variables

    def run(self, *words, status=(0,), kill=None, text=None, under=(), **more):
        """Runs a command, and returns what it printed; `kill` is after how many seconds it is killed."""
        fault = f" (killed after {kill})" if kill else f" ({under[-1]})" if under else ""
        self.world.log.append(f"{self.name}: {' '.join(words)}{fault}")
        child = subprocess.Popen(
            [*under, BINARY, "--no-input", *words], env=self.environment(**more), cwd=self.home,
            stdin=subprocess.PIPE if text is not None else subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            output, errors = child.communicate(
                text.encode() if text is not None else None, timeout=kill or 120)
        except subprocess.TimeoutExpired:
            child.send_signal(signal.SIGKILL)
            output, errors = child.communicate()
            if kill:
                return None
            raise Failed(f"{self.name}: {words} hangs")
        if child.returncode < 0 and not under or (status is not None and child.returncode not in status):
            raise Failed(f"{self.name}: {words}: {child.returncode}: {errors.decode()}")
        return output.decode()

    def json(self, *words, **more):
        output = self.run(*words, "--json", **more)
        return json.loads(output) if output else {}

    # What the device has

    def archive(self):
        path = os.path.join(self.home, "archive.json")
        self.run("export", "json", path, "--yes")
        with open(path, encoding="utf-8") as file:
            return json.load(file)

    def rows(self):
        """The state of every record, with its tags."""
        base = sqlite3.connect(f"file:{self.data}/journal.sqlite?mode=ro", uri=True)
        rows = base.execute("""
            SELECT kind, id, title, body, hex(version_id), day, deleted_at IS NULL, sha, done_at, done_day,
              due, others, series, occurrence, weather, updated_at,
              (SELECT group_concat(tag || '/' || source) FROM
                (SELECT tag, source FROM record_tag WHERE record = record.number ORDER BY place))
            FROM record ORDER BY kind, id""").fetchall()
        problems = base.execute("PRAGMA integrity_check").fetchall()
        base.close()
        if problems != [("ok",)]:
            raise Failed(f"{self.name}: {problems}")
        return rows


class World:
    def __init__(self, seed, folder):
        self.random = random.Random(seed)
        self.folder = folder
        self.log = []
        self.now = 1_795_600_000
        self.words = {}
        self.purged = set()
        self.imported = set()
        # Texts that a purge may have seen, because an exchange ran beside it, or that undo took back.
        self.uncertain = set()
        # Long enough not to occur in encrypted bytes by chance.
        self.count = 10_000
        self.programs = os.path.join(folder, "programs")
        os.makedirs(self.programs)
        with open(os.path.join(self.programs, "git"), "w", encoding="ascii") as file:
            file.write(CUT)
        os.chmod(os.path.join(self.programs, "git"), 0o755)
        self.remote = os.path.join(folder, "stick", "diary.git")
        os.makedirs(os.path.dirname(self.remote))
        self.devices = [self.device() for _ in range(self.random.randint(2, 3))]
        self.is_away = False
        self.is_shared = False
        self.has_undone = False
        self.is_sealed = seed % 4 != 0

    def device(self):
        device = Device(self, f"device{len(getattr(self, 'devices', []))}")
        self.count += 1
        device.name = f"device{self.count}"
        device.home = os.path.join(self.folder, device.name)
        os.makedirs(device.home, exist_ok=True)
        device.run("config", "set", "sync.auto", "false")
        return device

    def word(self):
        self.count += 1
        return f"w{self.count}q"

    def move_stick(self, away):
        if away == self.is_away:
            return
        places = [self.remote, self.remote + ".away"]
        os.rename(places[self.is_away], places[away])
        self.is_away = away

    # Work

    def note(self, word, where):
        self.words[word] = where

    def pick(self, device, kind, day=None):
        archive = device.archive()
        records = [record for record in archive["records"] if record["kind"] == kind]
        if kind == "entry" and day:
            records = [record for record in records if record["versions"][-1].get("day") == day] or records
        return self.random.choice(records) if records else None

    def work(self, device):
        choose = self.random
        self.now += choose.randint(1, 5_000)
        word = self.word()
        action = choose.choice(
            ["note", "note", "jot", "jot", "jot", "todo", "todo", "edit", "edit", "edit", "replace", "state",
             "state", "state", "delete", "restore", "purge", "purge", "purge", "rename", "import", "undo", "archive"])
        day = str(choose.choice(["today", "yesterday", "2026-11-20", "2026-11-21"]))
        if action == "note":
            note = device.json("notes", "add", "--no-commit", "--title", f"title {word}", "--body", "a b c d",
                               "--tag", choose.choice(["one", "two", "three"]), "--repo", "o/r")
            self.note(word, note["id"])
        elif action == "jot":
            if choose.random() < 0.5:
                day = JOT_DAY
            # A line that is much like a purged one counts as made from it.
            line = f"{word} {hashlib.sha256(word.encode()).hexdigest()[:24]}"
            entry = device.json("jot", line, "--at", f"{day} {choose.randint(8, 20)}:15")
            self.note(word, entry["day"])
        elif action == "todo":
            more = choose.choice([[], ["--every", "day"], ["--due", "tomorrow"], ["--priority", "A"]])
            todo = device.json("todo", "add", f"do {word} soon", *more)["todos"][0]
            self.note(word, todo["id"])
        elif action == "edit":
            self.edit(device, word)
        elif action == "replace":
            entry = device.json("diary", "write", day, "--replace", "--body", f"Title\n\n{word}\n\nlast line")
            self.note(word, entry["day"])
        elif action == "state":
            todo = self.pick(device, "todo")
            if todo:
                what = choose.choice([["done"], ["reopen"], ["move"], ["delete"], ["restore"]])
                more = ["--to", choose.choice(["tomorrow", "2026-11-30"])] if what == ["move"] else []
                device.run("todo", *what, todo["id"], *more, status=(0, 1, 2, 3))
        elif action == "delete":
            note = self.pick(device, "note")
            if note:
                device.run("notes", "delete", note["id"], "--yes", status=(0, 3))
            else:
                device.run("diary", "delete", day, "--yes", status=(0, 3))
        elif action == "restore":
            note = self.pick(device, "note")
            if note:
                device.run("notes", "restore", note["id"], status=(0, 1, 2, 3))
            device.run("diary", "restore", day, status=(0, 1, 2, 3))
        elif action == "purge":
            self.purge(device)
        elif action == "rename":
            device.run("tags", "rename", choose.choice(["one", "two"]), choose.choice(["three", "four"]),
                       "--yes", status=(0, 1, 2, 3))
        elif action == "import":
            # The same file on several devices.
            number = choose.randint(1, 3)
            path = os.path.join(self.folder, f"journal{number}.txt")
            if not os.path.exists(path):
                with open(path, "w", encoding="utf-8") as file:
                    file.write(f"[2026-11-2{number} 09:00:00 AM] Imported {word}\nThe rest.\n\n"
                               f"[2026-11-2{number} 10:00:00 AM] Second.\n")
                self.note(word, f"2026-11-2{number}")
                self.imported.add(word)
            device.run("import", "jrnl", path, "--yes")
        elif action == "undo":
            # Others do not learn that the origins of an import do not count any more.
            self.has_undone = True
            undone = device.json("undo", "--yes", status=(0, 1, 3))
            if undone.get("change", {}).get("what") == "jot":
                self.uncertain |= {word for word, where in self.words.items() if where == JOT_DAY}
        elif action == "archive":
            other = choose.choice(self.devices)
            if other is not device:
                other.archive()
                device.run("import", "json", os.path.join(other.home, "archive.json"), "--yes")

    def edit(self, device, word):
        record = self.pick(device, self.random.choice(["note", "todo"]))
        if not record:
            return
        if record["kind"] == "note":
            current = device.json("notes", "show", record["id"], "--deleted", status=(0, 3))
            if not current or current.get("deletedAt"):
                return
            words = current["body"].split(" ")
            words[self.random.randrange(len(words))] = word
            device.run("notes", "edit", record["id"], "--body", " ".join(words))
        else:
            if device.run("todo", "edit", record["id"], f"do {word} later", status=(0, 1, 2, 3)) == "":
                return
            if word not in json.dumps(device.archive()["records"]):
                return
        self.note(word, record["id"])

    def purge(self, device):
        kind = self.random.choice(["note", "note", "entry", "entry", "todo"])
        record = self.pick(device, kind, JOT_DAY if self.random.random() < 0.7 else None)
        if not record or any("series" in version for version in record["versions"]):
            # The other to-dos of a series have the same text.
            return
        words = set(WORD.findall(json.dumps(record)))
        command = {"note": ["notes", "delete", record["id"]], "todo": ["todo", "delete", record["id"]],
                   "entry": ["diary", "delete", record["versions"][-1]["day"]]}[kind]
        command += ["--purge", "--yes"]
        how = self.random.choice(["alone", "alone", "killed", "beside"])
        if how == "alone" or not self.is_shared or self.is_away or self.is_outside(device):
            how = "alone"
            # A purge that was killed may have removed it.
            device.run(*command, status=(0, 3))
        elif how == "killed":
            call, count = self.random.choice(CALLS), self.random.randint(1, 60)
            device.run(*command, status=None, under=[
                "strace", "-f", "-qq", "-o", "/dev/null", "-e", f"inject={call}:signal=KILL:when={count}"])
            if not device.has_purge(record["id"]):
                return
        else:
            # The exchange may bring what the purge then has seen too.
            self.uncertain |= {word for word, where in self.words.items() if where == record["versions"][-1].get("day")}
            self.log.append(f"{device.name}: sync beside the purge")
            beside = subprocess.Popen([BINARY, "--no-input", "sync"], env=device.environment(), cwd=device.home,
                                      stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            device.run(*command)
            _, errors = beside.communicate(timeout=120)
            if beside.returncode not in (0, 4):
                raise Failed(f"sync beside a purge: {beside.returncode}: {errors.decode()}")
        tally("purges" if how == "alone" else f"purges, {how}" + (" an exchange" if how == "beside" else ""))
        # The format has no ids: another import of the file may bring its text back.
        self.purged |= words - self.imported

    # Exchanges

    def exchange(self, device):
        choose = self.random
        route = choose.choice(["sync"] * 6 + ["kill", "cut", "cut", "twice", "away", "fault", "fault", "forget", "forget"])
        if route == "away":
            self.move_stick(not self.is_away)
        elif route == "sync":
            self.sync(device)
        elif route == "forget":
            if not self.is_away and (self.is_sealed or choose.random() < 0.1):
                self.forget(device)
        elif route == "fault":
            # Killed at a system call, or no space left on the disk, in this process or one of git's.
            call, fault = choose.choice(
                [(call, "signal=KILL") for call in CALLS] + [(call, "error=ENOSPC") for call in WRITES])
            count = choose.randint(1, choose.choice([5, 40, 200]))
            device.run("sync", status=None, under=[
                "strace", "-f", "-qq", "-o", "/dev/null", "-e", f"inject={call}:{fault}:when={count}"])
        elif route == "kill":
            device.run("sync", status=None, kill=choose.uniform(0.001, 0.12))
        elif route == "cut":
            device.run("sync", status=(0, 1, 5) + self.expected(device), CUT_AFTER=f"{choose.uniform(0.001, 0.03):.3f}")
        else:
            self.log.append(f"{device.name}: sync twice at once")
            children = [subprocess.Popen([BINARY, "--no-input", "sync"], env=device.environment(), cwd=device.home,
                                         stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(2)]
            for child in children:
                _, errors = child.communicate(timeout=120)
                if child.returncode not in self.expected(device):
                    raise Failed(f"two at once: {child.returncode}: {errors.decode()}")

    # Keys

    def is_outside(self, device):
        """Whether a device has no key for what is at the remote, and nobody whom it knows has sealed it one."""
        text = subprocess.run([GIT, f"--git-dir={self.remote}", "show", "commitdiary:format"],
                              capture_output=True, check=True).stdout
        seal = json.loads(text.splitlines()[0])
        if "key" not in seal:
            return False
        number, ours, known = device.members()
        # A key of the same number may be one that the device has made for a change that was interrupted.
        if device.has_key(seal["key"]) and (number == seal["key"] or seal["writer"] == ours):
            return False
        return number is None or ours not in seal["keys"] or seal["writer"] not in known

    def expected(self, device):
        """With which status a sync ends."""
        return (0, 5) if self.is_away else (4,) if self.is_outside(device) else (0,)

    def sync(self, device):
        expected = self.expected(device)
        child = subprocess.run([BINARY, "--no-input", "sync", "--json"], env=device.environment(),
                               cwd=device.home, capture_output=True, timeout=120, check=False)
        self.log.append(f"{device.name}: sync: {child.returncode}")
        if child.returncode not in expected:
            raise Failed(f"{device.name}: sync: {child.returncode}: {child.stderr.decode()}")
        if child.returncode == 4:
            tally("syncs of a device that was shut out")
        return child.returncode == 0

    def key(self):
        """The recovery key that a device with access shows."""
        if not self.is_sealed:
            return None
        for device in self.devices:
            if not self.is_outside(device) and self.sync(device):
                return device.json("sync", "key", "show")["recoveryKey"]
        raise Failed("no device has the key")

    def join(self, device, key):
        how = ["--store", "file"] if key else ["--plain"]
        device.run("sync", "join", self.remote, *how, "--yes", text=key)

    def forget(self, device):
        """Changes the key, and perhaps shuts a device out; perhaps interrupted."""
        if self.is_outside(device) or not self.sync(device):
            return
        words = ["sync", "forget", "--yes", "--store", "file"]
        others = [other for other in device.json("sync", "status")["devices"] if not other["this"]]
        if others and self.random.random() < 0.5:
            words.append(self.random.choice(others)["id"])
        under = []
        if self.random.random() < 0.4:
            call = self.random.choice(CALLS)
            count = self.random.randint(1, self.random.choice([40, 200]))
            under = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"inject={call}:signal=KILL:when={count}"]
        device.run(*words, status=None if under else (0,), under=under)
        # The device goes on, whether the key was changed or not.
        if self.is_outside(device) or not self.sync(device):
            raise Failed(f"{device.name} has shut itself out")
        tally("changes of the key" + (", perhaps killed" if under else ""))
        self.is_sealed = device.json("sync", "status")["encrypted"]

    def intrude(self):
        """Someone with access to the repository, but without the key, writes there."""
        if self.is_away or not self.is_sealed:
            return
        self.log.append("someone writes to the remote")
        tally("segments of someone without the key")
        device = self.random.choice(self.devices)
        number = self.random.randint(1, 9)
        path = os.path.join(self.folder, "intruder")
        shutil.rmtree(path, ignore_errors=True)
        git = [GIT, "-c", "user.name=x", "-c", "user.email=x", "-C", path]
        subprocess.run([GIT, "clone", "-q", "-b", "commitdiary", self.remote, path], check=True)
        name = os.path.join(path, "devices", device.members()[1], f"0000{number}000")
        os.makedirs(os.path.dirname(name), exist_ok=True)
        with open(name, "wb") as file:
            file.write(self.random.randbytes(200))
        subprocess.run([*git, "add", "-A"], check=True)
        subprocess.run([*git, "commit", "-qm", "x"], check=True)
        # A git that was killed may have left a lock.
        subprocess.run([*git, "push", "-q"], check=False, stderr=subprocess.DEVNULL)

    def sleep(self):
        """A device misses three epochs."""
        if not self.is_sealed or self.is_away:
            return
        inside = [device for device in self.devices if not self.is_outside(device)]
        if len(inside) < 2:
            return
        sleeper, awake = inside[0], inside[1]
        self.log.append(f"{sleeper.name} sleeps")
        tally("devices that sleep")
        for _ in range(3):
            if self.random.random() < 0.5:
                self.purge(awake)
            else:
                self.sync(awake)
                awake.run("sync", "forget", "--yes")
            self.work(sleeper)
            self.sync(awake)
        self.sync(sleeper)

    def copy_device(self):
        """Another machine goes on with a copy of the folder of one."""
        source = self.random.choice(self.devices)
        copy = self.device()
        shutil.rmtree(copy.home)
        shutil.copytree(source.home, copy.home)
        self.log.append(f"{source.name} is copied to {copy.name}")
        self.devices.append(copy)

    # The round

    def run(self):
        first, *others = self.devices
        for device in self.devices:
            for _ in range(self.random.randint(0, 4)):
                self.work(device)
        how = ["--store", "file"] if self.is_sealed else ["--plain"]
        first.run("sync", "init", self.remote, *how, "--yes")
        key = self.key()
        for device in others:
            self.join(device, key)
        self.is_shared = True
        for _ in range(self.random.randint(10, 40)):
            device = self.random.choice(self.devices)
            if self.random.random() < 0.7:
                self.work(device)
            else:
                self.exchange(device)
            if self.random.random() < 0.02 and len(self.devices) < 4:
                self.copy_device()
            if self.random.random() < 0.1:
                self.intrude()
            if self.random.random() < 0.02:
                self.sleep()
        self.move_stick(False)
        key = self.key()
        for device in self.devices:
            if self.is_outside(device):
                self.join(device, key)
        self.settle()
        joined = self.device()
        self.join(joined, self.key())
        self.devices.append(joined)
        self.settle()
        self.check()

    def settle(self):
        for _ in range(8):
            results = []
            for device in self.devices:
                # A purge of one that it does not know has shut it out.
                if self.is_outside(device):
                    self.join(device, self.key())
                results.append(device.json("sync"))
            if all(result["sent"] == 0 and result["received"] == 0 for result in results):
                return
        raise Failed(f"the devices do not come to rest: {results}")

    def check(self):
        rows = [device.rows() for device in self.devices]
        for device, other in zip(self.devices[1:], rows[1:]):
            if other != rows[0]:
                left = [row for row in rows[0] if row not in other]
                right = [row for row in other if row not in rows[0]]
                raise Failed(f"{self.devices[0].name} and {device.name} differ:\n{left}\n{right}")
        archives = [device.archive() for device in self.devices]
        texts = [normal(archive, not self.has_undone) for archive in archives]
        for device, text in zip(self.devices[1:], texts[1:]):
            if text != texts[0]:
                left = [line for line in texts[0] if line not in text][:2]
                right = [line for line in text if line not in texts[0]][:2]
                raise Failed(f"the versions of {self.devices[0].name} and {device.name} differ:\n"
                             + "\n".join(left + ["---"] + right))
        purged = {record["id"] for record in archives[0]["purged"]}
        days = {record["day"] for record in archives[0]["purged"] if record["kind"] == "entry"}
        found = set(WORD.findall(json.dumps(archives[0]["records"])))
        kept = set().union(*(device.drafts() for device in self.devices))
        for word, where in self.words.items():
            if word in found or word in kept or word in self.purged or where in purged:
                continue
            # An entry that was replaced may have lost it before.
            if where in days and (where != JOT_DAY or word in self.uncertain):
                continue
            raise Failed(f"{word} of {where} was lost")
        tally("rounds with kept drafts") if kept - found else None
        self.search_purged(found)

    def search_purged(self, found):
        for word in self.purged:
            if word in found:
                raise Failed(f"{word} was purged")
            pattern = word.encode()
            for device in self.devices:
                for folder in ["data", "state"]:
                    for root, _, names in os.walk(os.path.join(device.home, folder)):
                        for name in names:
                            with open(os.path.join(root, name), "rb") as file:
                                if re.search(rb"\b" + pattern + rb"\b", file.read()):
                                    raise Failed(f"{word} was purged, and is in {root}/{name}")
        for store in [device.data + "/sync.git" for device in self.devices] + [self.remote]:
            if not os.path.isdir(store):
                continue
            # Also the objects that no branch reaches any more, which kills leave.
            content = subprocess.run([GIT, f"--git-dir={store}", "cat-file", "--batch", "--batch-all-objects"],
                                     capture_output=True, check=False).stdout
            seen = {match.decode() for match in re.findall(rb"\bw[0-9]{5,}q\b", content)}
            if seen & self.purged:
                raise Failed(f"{seen & self.purged} was purged, and is in {store}")
            if seen and self.is_sealed:
                raise Failed(f"{seen} can be read in {store}")


def normal(archive, with_origins):
    """The records without what is local: the numbers of versions."""
    records = []
    for record in archive["records"]:
        versions = sorted(record["versions"], key=lambda version: version["versionId"])
        for version in versions:
            version.pop("version", None)
            if version.get("writtenAs") == record["id"]:
                version.pop("writtenAs")
        origins = sorted((origin["item"], origin["source"]) for origin in record.get("origins", []) if with_origins)
        records.append(json.dumps([record["kind"], record["id"], versions, origins, record["createdAt"]]))
    return sorted(records)


def main():
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.SystemRandom().randrange(1 << 31)
    print(f"{rounds} rounds: scripts/sync-rounds {rounds} {seed}", flush=True)
    failures = 0
    for number in range(seed, seed + rounds):
        with tempfile.TemporaryDirectory(prefix="commitdiary-sync-") as folder:
            world = World(number, folder)
            try:
                world.run()
            except Exception as failure:
                failures += 1
                print(f"\nscripts/sync-rounds 1 {number} fails: {failure}", flush=True)
                if os.environ.get("COMMITDIARY_SYNC_LOG"):
                    print("\n".join(world.log), flush=True)
                if os.environ.get("COMMITDIARY_SYNC_KEEP"):
                    shutil.copytree(folder, os.environ["COMMITDIARY_SYNC_KEEP"], dirs_exist_ok=True)
                if not isinstance(failure, Failed):
                    raise
    print(", ".join(f"{number} {what}" for what, number in sorted(COUNTS.items())))
    print(f"{rounds - failures} rounds passed, {failures} failed")
    sys.exit(1 if failures else 0)


main()
