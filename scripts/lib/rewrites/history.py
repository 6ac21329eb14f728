"""One history: a seeded random sequence of operations, with notes and checks in between."""
import os
import random

import clone as clones
import verdicts
import model as models
import operations


class History:
    def __init__(self, folder, seed, first=None, with_git_notes=False, one_second=False):
        self.seed, self.random = seed, random.Random(seed)
        self.with_git_notes = with_git_notes
        self.clone = clones.Clone(folder, self.random, sha256=self.random.random() < 0.12,
                                  rewrite_notes=with_git_notes, one_second=one_second,
                                  path_remote=random.Random(seed + 0.5).random() < 0.15)
        self.model = models.Model(self.clone)
        self.journal = verdicts.Journal(self.clone, self.model, with_git_notes)
        # Some histories are checked often, some only at the end.
        self.check_rate = self.random.choice([0, 0, 0.3, 0.7])
        self.eagerness = self.random.choice([0.4, 0.6, 0.9])
        self.operation, self.done, self.failed = None, [], []
        self.reused = None      # The branch on which several operations work.
        self.planned = [first] if first else []

    # Steps of operations

    def note(self, sha):
        return self.journal.add(sha, self.operation)

    def commit(self, message=None, places=1, place=None, noted=None, cwd=None, tick=True,
               body=None, by=None, text=None):
        """Commits a change of one or more slots, and perhaps writes a note on it."""
        clone = self.clone
        if by is None and cwd is None and tick and self.random.random() < 0.1:
            by = clones.OTHER
        if tick:
            clone.tick()
        changed = [clone.change(place, cwd, text)]
        while len({path for path, _ in changed}) < places and len(clone.texts(cwd)) >= places:
            changed.append(clone.change(None, cwd))
        clone.git("add", "-A", cwd=cwd)
        path, slot = changed[0]
        words = ["-m", message or f"Set slot {slot} of {path} ({clone.token()})"]
        if body:
            words += ["-m", body]
        clone.git("commit", "-q", *words, cwd=cwd, **(clone.by(by, True) if by else {}))
        sha = clone.head(cwd)
        self.places[sha] = changed[0]
        if noted is not None and noted or noted is None and cwd is None \
                and self.random.random() < self.eagerness:
            self.note(sha)
        return sha

    def switch(self, branch):
        if self.clone.attempt("symbolic-ref", "-q", "--short", "HEAD").stdout.strip() != branch:
            self.clone.git("switch", "-q", branch)

    def feature(self, count=None, base="main"):
        """A new branch with some commits, checked out."""
        clone = self.clone
        if self.reused in clone.branches() and base == "main":
            self.switch(self.reused)
            for _ in range((count or 2) - len(clone.listed("main..HEAD", "--no-merges"))):
                self.commit()
            return self.reused
        name = f"topic-{clone.number}"
        clone.number += 1
        clone.git("switch", "-q", "-c", name, base)
        for _ in range(count or self.random.randint(2, 4)):
            self.commit()
        return name

    def advance(self, branch="main", count=None, place=None):
        self.switch(branch)
        for _ in range(count or self.random.randint(1, 2)):
            self.commit(place=place)

    def delete(self, branch):
        """Deletes a branch, and drops what only this branch reaches and was not copied."""
        clone = self.clone
        self.model.scan()
        gone = clone.listed(branch)
        clone.git("branch", "-q", "-D", branch)
        clone.git("update-ref", "-d", f"refs/remotes/origin/{branch}")
        self.drop(gone)

    def drop(self, shas):
        """Marks those of the commits as dropped that nothing reaches any more."""
        kept = set(self.clone.listed("HEAD", "--branches", "--remotes"))
        for sha in shas:
            if sha not in kept and not self.model.forward.get(sha):
                self.model.dropped[sha] = self.operation

    def relate(self, kind, old, new, operation=None):
        self.model.relate(kind, old, new, operation or self.operation)

    def fold(self, olds, new, tip, base, cwd=None):
        self.model.fold(self.operation, olds, new, tip, base, cwd)

    def amend(self, *words, cwd=None, tick=True, **environment):
        old = self.clone.head(cwd)
        if tick:
            self.clone.tick()
        self.clone.git("commit", "-q", "-a", "--amend", *words, cwd=cwd, **environment)
        new = self.clone.head(cwd)
        self.relate("rewrite", old, new)
        return new

    def finish(self, kind, cwd=None, ended_by="continue", at_stop=None):
        """Goes through all stops of a rebase, cherry-pick, revert or am."""
        clone = self.clone
        merging, applying = (clone.git_path(name, cwd) for name in ("rebase-merge", "rebase-apply"))
        single = clone.git_path("CHERRY_PICK_HEAD" if kind == "cherry-pick" else "REVERT_HEAD", cwd)
        sequencer = clone.git_path("sequencer", cwd)
        for _ in range(60):
            if kind in ("rebase", "am"):
                if not os.path.exists(merging) and not os.path.exists(applying):
                    return
            elif not os.path.exists(single) and not os.path.exists(sequencer):
                return
            unmerged = clone.git("ls-files", "-u", cwd=cwd)
            if kind == "rebase" and not unmerged and os.path.exists(
                    os.path.join(merging, "amend")) and at_stop:
                at_stop()
                at_stop = None
                clone.attempt("rebase", "--continue", cwd=cwd, **clone.with_hook)
                continue
            if cwd is None and self.random.random() < self.check_rate / 2:
                self.journal.run_any_command()
            clone.tick(60)
            clone.resolve(cwd)
            empty = clone.attempt("diff", "--cached", "--quiet", cwd=cwd).returncode == 0
            if empty and clone.attempt(kind, "--skip", cwd=cwd,
                                       **clone.with_hook).returncode == 0:
                continue
            if ended_by == "commit" and not empty:
                clone.attempt("commit", "-q", "-m", f"Resolve ({clone.token()})", cwd=cwd)
                if kind != "rebase":
                    continue
            clone.attempt(kind, "--continue", cwd=cwd, **clone.with_hook)
        raise clones.GitFailed(f"{kind} does not end")

    def pairs(self):
        """What git's post-rewrite hook was told since the last call."""
        try:
            with open(self.clone.pairs) as file:
                found = [tuple(line.split()[:2]) for line in file]
        except FileNotFoundError:
            return []
        os.remove(self.clone.pairs)
        return found

    def rebase(self, *words, todo=None, message=None, ended_by="continue", at_stop=None, cwd=None,
               split=None, branch=None):
        """Rebases the current branch, and records what git's own hook reports about it."""
        clone = self.clone
        self.pairs()
        clone.tick()
        tip = clone.head(cwd)
        olds = clone.listed(branch or "HEAD", cwd=cwd)
        tip = olds[-1] if branch else tip
        environment = dict(clone.with_hook)
        environment["GIT_SEQUENCE_EDITOR"] = "true"
        if todo is not None:
            path = os.path.join(clone.folder, "todo")
            with open(path, "w") as file:
                file.write("\n".join(todo) + "\n")
            environment["GIT_SEQUENCE_EDITOR"] = f"cp '{path}'"
        if message is not None:
            path = os.path.join(clone.folder, "message")
            with open(path, "w") as file:
                file.write(message + "\n")
            environment["GIT_EDITOR"] = f"cp '{path}'"
        started = clone.attempt("rebase", "-q", *words, cwd=cwd, **environment)
        stopped = any(os.path.exists(clone.git_path(name, cwd))
                      for name in ("rebase-merge", "rebase-apply"))
        if started.returncode != 0 and not stopped:
            raise clones.GitFailed(f"rebase {' '.join(words)}: {started.stderr[-300:]}")
        if stopped:
            self.finish("rebase", cwd, ended_by, at_stop)
        self.take(self.pairs(), olds, tip, cwd, split)

    def take(self, pairs, olds, tip, cwd=None, split=None):
        clone = self.clone
        kept = set(clone.listed("HEAD", cwd=cwd))
        parts = {}
        for old, new in pairs:
            if old in olds and old != new:
                parts.setdefault(new, []).append(old)
        self.model.read([*olds, *parts], cwd)
        taken = set()
        for new, group in parts.items():
            group.sort(key=olds.index)
            taken |= set(group)
            if split and split[0] in group:
                continue
            if len(group) == 1:
                self.relate("rewrite", group[0], new)
            else:
                first, last = (self.model.commits[group[index]] for index in (0, -1))
                together = olds.index(last.sha) - olds.index(first.sha) == len(group) - 1
                base = first.parents[0] if together and first.parents else None
                self.fold(group, new, last.sha, base, cwd)
        if split and split[0] not in kept:
            taken.add(split[0])
            for new in split[1]():
                self.relate("split", split[0], new)
        if cwd is None:
            self.drop([sha for sha in olds if sha not in taken and sha not in kept])

    # Running a history

    def begin(self):
        self.places = {}
        self.kind = "SHA-256" if self.clone.sha256 else ""
        if self.clone.path_remote:
            self.kind += " with a path as remote"
        if self.random.random() < 0.04:
            self.kind += " without reflogs"
            self.clone.git("config", "core.logAllRefUpdates", "false")
        self.clone.write_base()
        self.clone.git("add", "-A")
        self.clone.git("commit", "-q", "-m", "Begin")
        for _ in range(self.random.randint(2, 4)):
            self.commit()

    def run(self):
        self.begin()
        names = list(operations.ALL)
        weights = [operations.ALL[name].weight for name in names]
        count = self.random.randint(3, 7)
        while len(self.planned) < count:
            self.planned += self.random.choices(names, weights)
        for name in self.planned:
            self.step(name)
        self.journal.check(final=True)
        return self

    def step(self, name):
        clone = self.clone
        self.operation = name
        try:
            operations.ALL[name](self)
            self.done.append(name)
        except clones.GitFailed as problem:
            self.failed.append((name, str(problem)))
            for words in (["rebase", "--abort"], ["cherry-pick", "--abort"], ["revert", "--abort"],
                          ["am", "--abort"], ["merge", "--abort"], ["reset", "-q", "--hard"],
                          ["clean", "-qfd"], ["switch", "-q", "main"]):
                clone.attempt(*words)
        self.model.scan()
        if self.random.random() < 0.1:
            clone.git("pack-refs", "--all")
        if len(self.journal.notes) < 24 and self.random.random() < self.eagerness / 2:
            reachable = clone.listed("HEAD")
            self.note(self.random.choice(reachable[-8:]))
        if self.random.random() < self.check_rate:
            self.journal.check()
