"""Writes notes with the program, and compares where it shows them with the model."""
import contextlib
import json
import os
import sqlite3
import subprocess
import time

import clone as clones
import model as models

RIGHT, AMBIGUOUS, NOT_FOUND, WRONG = "right", "ambiguous", "not found", "wrong"
DROPPED, NO_EVIDENCE, HIDDEN = "dropped", "no evidence", "hidden"


class ProgramFailed(Exception):
    pass


class Note:
    def __init__(self, identifier, sha, after):
        self.identifier, self.sha, self.after = identifier, sha, after
        self.found_on = {sha}   # The right commits on which it was shown.
        self.wrong = []
        self.outcome, self.reason, self.git_outcome = None, "", None
        self.operations = set()
        self.copies = 0, 0      # Copies that HEAD reaches: that show the note, and all.


class Journal:
    """The journal of one history, through the program."""

    def __init__(self, clone, model, with_git_notes):
        self.clone, self.model = clone, model
        self.with_git_notes = with_git_notes
        self.notes, self.checks = {}, 0
        self.refreshed = {}     # The number of pull requests that a journal knows, by its path.
        # A second journal with the same notes, which looks only when a note is added and at the end.
        self.late = dict(clone.environment)
        for name in ("DATA", "STATE", "CACHE"):
            self.late[f"XDG_{name}_HOME"] = os.path.join(clone.folder, "late", name.lower())

    def refresh(self, environment):
        """Saves merged pull requests as `refresh` does, which has no GitHub here."""
        path = os.path.join(environment["XDG_DATA_HOME"], "commitdiary", "journal.sqlite")
        known = self.refreshed.setdefault(path, 0)
        if known == len(self.clone.pulls) or not os.path.exists(path):
            return
        with contextlib.closing(sqlite3.connect(path)) as journal, journal:
            row = journal.execute("SELECT id FROM repository WHERE key = ?",
                                  ["github.com/octo/history"]).fetchone()
            if row is None:
                return
            for number, sha, parts in self.clone.pulls[known:]:
                commits = [{"sha": commit, "author": author, "authoredAt": time.strftime(
                    "%Y-%m-%dT%H:%M:%SZ", time.gmtime(written))}
                           for commit, author, written in parts]
                journal.execute(
                    "INSERT INTO pull_request (repository, number, sha, commits)"
                    " VALUES (?, ?, ?, ?)", [*row, number, sha, json.dumps(commits)])
            journal.execute("UPDATE followed_clone SET stamp = NULL WHERE repository = ?", row)
        self.refreshed[path] = len(self.clone.pulls)

    def program(self, *words, statuses=(0,), cwd=None, environment=None):
        self.refresh(environment or self.clone.environment)
        done = subprocess.run([clones.BINARY, *words, "--json", "--offline"],
                              cwd=cwd or self.clone.root,
                              env=environment or self.clone.environment, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True)
        self.clone.transcript.append(
            (cwd or self.clone.root, ("commitdiary", *words), done.returncode))
        if done.returncode not in statuses:
            raise ProgramFailed(f"commitdiary {' '.join(words)}: status {done.returncode}: "
                                f"{done.stderr.strip()[-300:]}")
        return json.loads(done.stdout) if done.returncode == 0 else None

    def add(self, sha, after=None):
        number = len(self.notes) + 1
        saved = self.program("notes", "add", "--commit", sha, "--body", f"Note {number}.")
        note = Note(saved["id"], sha, after)
        note.late = self.program("notes", "add", "--commit", sha, "--body", f"Note {number}.",
                                 environment=self.late)["id"]
        self.notes[note.identifier] = note
        if self.with_git_notes:
            self.clone.git("notes", "append", "-m", note.identifier, sha)
        return note

    def run_any_command(self, cwd=None):
        """Runs a command that shows notes, as people do in the middle of work."""
        if self.notes:
            self.keep_tips()
            self.program(*self.clone.random.choice([["notes", "show", "HEAD"], ["commits"],
                                                    ["notes", "list"]]), statuses=(0, 1, 3),
                         cwd=cwd)

    def keep_tips(self):
        self.model.known_tips |= set(self.clone.git(
            "for-each-ref", "--format=%(objectname)", "refs/heads", "refs/remotes").split())

    def shown(self, sha):
        """The notes that are shown on a commit."""
        answer = self.program("notes", "show", sha, statuses=(0, 3))
        if answer is None:
            return {}
        return {note["id"]: note for note in answer.get("notes", [answer])}

    def check(self, final=False):
        """Judges every note by what the program shows now."""
        if not self.notes:
            return
        self.checks += 1
        self.keep_tips()
        self.model.scan()
        commits = self.program("commits", "--limit", "0")["commits"]
        listed = self.program("notes", "list", "--limit", "0")["notes"]
        listed = {note["id"]: note for note in listed}
        evidence = models.Evidence(self.model)
        shown = {}

        def show(sha):
            if sha not in shown:
                shown[sha] = self.shown(sha)
            return shown[sha]

        allowed = {}
        for note in self.notes.values():
            if note.identifier not in listed:
                note.wrong.append("the note is not listed")
                continue
            judged = Judgement(note, listed[note.identifier], self.model, evidence, show,
                               self.clone, final)
            for sha in judged.allowed:
                allowed[sha] = allowed.get(sha, 0) + 1
            note.outcome, note.reason = judged.outcome, judged.reason
            if judged.outcome == WRONG:
                note.wrong.append(judged.reason)
            note.operations = judged.operations
            note.copies = judged.copies
        if final:
            self.compare_with_late(listed)
        for commit in commits:
            if commit["notes"] > allowed.get(commit["sha"], 0):
                for identifier, shown_note in show(commit["sha"]).items():
                    note = self.notes[identifier]
                    # Undecided, it is a candidate there, of this clone or of one looked at later.
                    if shown_note["commit"]["now"] and (
                            commit["sha"] not in self.model.relatives(note.sha)):
                        note.wrong.append(f"counted on {commit['sha'][:10]}")
        if final and self.with_git_notes:
            self.compare_with_git(evidence)

    def compare_with_late(self, listed):
        """Looks at other moments may find less or more, but never another commit."""
        self.program("commits", environment=self.late, statuses=(0, 1, 3))
        late = self.program("notes", "list", "--limit", "0", environment=self.late)["notes"]
        late = {note["id"]: note["commit"] for note in late}
        for note in self.notes.values():
            if note.identifier not in listed or note.late not in late:
                continue
            often, seldom = ((one.get("now") or {}).get("sha")
                             for one in (listed[note.identifier]["commit"], late[note.late]))
            if often and seldom and often != seldom:
                note.wrong.append(f"on {short(often)}, and with fewer looks on {short(seldom)}; "
                                  f"note {note.identifier}")

    def compare_with_git(self, evidence):
        """Where git's own notes, added to the same commits, are now."""
        places = {}
        for line in self.clone.git("notes", "list").split("\n"):
            if line:
                blob, commit = line.split(" ")
                for word in self.clone.git("cat-file", "blob", blob).split():
                    places.setdefault(word, set()).add(commit)
        for note in self.notes.values():
            targets = self.model.targets(note.sha, evidence.reachable) or self.model.targets(
                note.sha, evidence.reachable, ("rewrite", "copy", "fold", "split"))
            found = places.get(note.identifier, set()) & evidence.reachable
            if found - self.model.relatives(note.sha):
                note.git_outcome = WRONG
            elif found & targets or not targets:
                note.git_outcome = RIGHT
            else:
                note.git_outcome = NOT_FOUND


class Judgement:
    """Compares where the program shows one note with where it belongs."""

    def __init__(self, note, listed, model, evidence, show, clone, final):
        reachable = evidence.reachable
        commit = listed["commit"]
        relatives = model.relatives(note.sha)
        every = model.targets(note.sha, reachable, ("rewrite", "copy", "fold", "split"))
        targets = model.targets(note.sha, reachable) or every
        lookalikes = {other: name for old in relatives
                      for other, name in model.lookalikes.get(old, ())}
        self.operations = model.paths(note.sha, reachable) | {
            name for other, name in lookalikes.items() if other in reachable or name == "replace"}
        grade, label = evidence.grade(note.found_on & (set(model.commits) | {note.sha}), targets)
        if "now" in commit:
            now = (commit["now"] or {}).get("sha")
            candidates = {one["sha"] for one in commit["candidates"]}
        else:
            now = next((target for target in targets if note.identifier in show(target)), None)
            candidates = set()
        alike = {other for other in reachable - relatives if self.is_alike(model, relatives, other)}
        # A commit that looks the same may be a candidate, where nothing decides.
        self.allowed = relatives | (candidates & alike)

        def say(outcome, reason):
            self.outcome = outcome
            by = (commit.get("now") or {}).get("by")
            self.reason = (f"{reason}; note {note.identifier} on {short(note.sha)}, belongs on "
                           f"{names(targets)} ({grade}: {label}); now {now and short(now)} ({by}), "
                           f"candidates {names(candidates)}; operations "
                           f"{', '.join(sorted(self.operations)) or '-'}")

        self.copies = 0, 0
        if final and now == note.sha and now not in evidence.of_head:
            copies = [other for other in (relatives & evidence.of_head) - {now}
                      if evidence.grade({now}, {other})[0] == models.CERTAIN]
            self.copies = (sum(note.identifier in show(other) for other in copies), len(copies))

        checked = sorted(set(lookalikes) & reachable) + (sorted(alike)[:3] if final else [])
        strangers = [other for other in checked
                     if other not in candidates and note.identifier in show(other)]
        if strangers:
            say(WRONG, f"shown on {names(strangers)}, which is not related")
        elif now is not None and now not in relatives:
            say(WRONG, "is on a commit that is not related")
        elif candidates - relatives - alike:
            say(WRONG, f"{names(candidates - relatives - alike)} is a candidate without any reason")
        elif now is not None and now not in reachable and clone.is_shallow:
            say(HIDDEN, "outside of the shallow clone")
        elif now is not None and now not in reachable:
            say(WRONG, "is on a commit that is no longer reachable")
        elif not targets:
            say(*(DROPPED, "candidates" if candidates else "nowhere") if not clone.is_shallow else
                (HIDDEN, "outside of the shallow clone"))
        elif now is not None:
            if now in targets or any(note.identifier in show(target) for target in targets):
                is_shown = now not in targets or note.identifier in show(now)
                say(*(RIGHT, "found") if is_shown else (NOT_FOUND, "not shown on its commit"))
                note.found_on.add(now)
            elif now in every:
                say(AMBIGUOUS, "is on a copy")
            else:
                say(NOT_FOUND, "is on a later relative")
        elif candidates & every:
            say(*(AMBIGUOUS, "candidates") if grade != models.CERTAIN or len(every) > 1 else
                (NOT_FOUND, "only a candidate, although the evidence is clear"))
        elif clone.is_shallow:
            say(HIDDEN, "in a shallow clone")
        elif grade == models.NONE:
            say(*(NO_EVIDENCE, "not found") if not candidates else (AMBIGUOUS, "others"))
        else:
            say(NOT_FOUND, "nowhere")

    @staticmethod
    def is_alike(model, relatives, other):
        """Whether a stranger has the patch, or the author and date, or the change of a relative."""
        one = model.commits.get(other)
        if one is None:
            return False
        for sha in relatives:
            near = model.commits.get(sha)
            if near is None:
                continue
            if near.author == one.author or (near.patch and near.patch == one.patch):
                return True
            if near.change and near.change == one.change:
                return True
        return False


def short(sha):
    return sha[:10]


def names(shas):
    return ", ".join(sorted(short(sha) for sha in shas)) or "nothing"
