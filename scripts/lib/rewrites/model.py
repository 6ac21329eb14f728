"""What is true about a history, and the evidence that git has left of it.

The model knows from which commit each commit was made. What it expects of commitdiary is never more
than the evidence allows: it reads the commits, reflogs and maps of the clone at each check.
"""
import os
import re
import subprocess

CERTAIN, WEAK, NONE = "certain", "weak", "none"


class Commit:
    """The fields of a commit that survive some rewrites."""

    def __init__(self, sha, raw):
        head, _, self.message = raw.partition("\n\n")
        self.sha, self.parents, self.change = sha, [], None
        for line in head.split("\n"):
            name, _, value = line.partition(" ")
            if name == "parent":
                self.parents.append(value)
            elif name == "tree":
                self.tree = value
            elif name == "author":
                who, seconds, _ = value.rsplit(" ", 2)
                self.author = (who, seconds)
            elif name == "change-id":
                self.change = value
        self.subject = self.message.partition("\n")[0]
        trailers = re.findall(r"^Change-Id: (I[0-9a-f]{40})$", self.message, re.M)
        if trailers and not self.change:
            self.change = trailers[-1]
        self.patch = None


class Model:
    def __init__(self, clone):
        self.clone = clone
        self.commits = {}
        self.forward = {}   # old: [(new, kind, operation)], kinds: rewrite, copy, fold, split
        self.backward = {}
        self.folds = {}     # (old, new): (labels, the tip that was squashed)
        self.lookalikes = {}  # commit: {(other, operation)} that look alike and are not related
        self.dropped = {}   # commit: operation
        self.merged = set()  # (old, new): the host knows the pull request that contains the old one.
        self.known_tips = set()  # Tips of branches at earlier checks.

    # What is true

    def relate(self, kind, old, new, operation):
        if old == new or (new, kind, operation) in self.forward.get(old, []):
            return
        self.forward.setdefault(old, []).append((new, kind, operation))
        self.backward.setdefault(new, []).append((old, kind, operation))
        self.dropped.pop(old, None)

    def add_lookalike(self, commit, other, operation):
        self.lookalikes.setdefault(commit, set()).add((other, operation))

    def fold(self, operation, olds, new, tip, base, cwd=None):
        """Several commits became one. Determines what shows it."""
        git = self.clone
        self.read([*olds, tip, new], cwd)
        squashed, head = self.commits[new], self.commits[tip]
        labels = set()
        parent = self.tree(squashed.parents[0], cwd) if squashed.parents else None
        if squashed.tree == head.tree != parent:
            labels.add("tree")
        if base and squashed.parents:
            if self.patch_between(base, tip, cwd) == self.patch_between(
                    squashed.parents[0], new, cwd) is not None:
                labels.add("range")
            merged = git.attempt("merge-tree", "--write-tree", squashed.parents[0], tip, cwd=cwd)
            if merged.returncode == 0 and merged.stdout.split("\n")[0] == squashed.tree != parent:
                labels.add("merge")
        alone = len(olds) == 1 and not re.search(r"\(#\d+\)$", squashed.subject)
        subjects = {self.commits[old].subject for old in olds}
        for old in olds:
            own = set() if alone else set(labels)
            prefix = re.match(r"(?:fixup|squash|amend)! (.*)", self.commits[old].subject)
            if prefix and prefix[1] in subjects:
                own.add("fixup")
            if old in squashed.message:
                own.add("message")
            self.folds[old, new] = (own, labels, tip)
            self.relate("fold" if len(olds) > 1 else "rewrite", old, new, operation)

    def tree(self, sha, cwd=None):
        self.read([sha], cwd)
        return self.commits[sha].tree

    def patch_between(self, old, new, cwd=None):
        difference = self.clone.attempt("diff-tree", "-p", "--full-index", "--no-renames", old, new,
                                        cwd=cwd)
        identifier = self.clone.attempt("patch-id", "--stable", cwd=cwd, input=difference.stdout)
        return identifier.stdout.split(" ")[0] or None

    # Reading commits

    def scan(self, operation=None):
        """Reads all commits of the clone that are new."""
        listed = self.clone.git("rev-list", "--exclude=refs/notes/*", "--exclude=refs/replace/*",
                                "--all", "--reflog", "HEAD", "--", GIT_NO_REPLACE_OBJECTS="1")
        self.read(listed.split())

    def read(self, shas, cwd=None):
        new = [sha for sha in dict.fromkeys(shas) if sha not in self.commits]
        if not new:
            return
        root = cwd or self.clone.root
        environment = dict(self.clone.environment, GIT_NO_REPLACE_OBJECTS="1",
                           GIT_NO_LAZY_FETCH="1")
        hub = os.path.join(self.clone.folder, "hub.git")
        if self.clone.is_partial:
            environment["GIT_ALTERNATE_OBJECT_DIRECTORIES"] = os.path.join(hub, "objects")
        text = ("\n".join(new) + "\n").encode()
        batch = subprocess.run(["git", "cat-file", "--batch"], cwd=root, env=environment,
                               input=text, capture_output=True, check=True).stdout
        position, patched = 0, []
        while position < len(batch):
            end = batch.index(b"\n", position)
            words = batch[position:end].split()
            position = end + 1
            if len(words) < 3:
                continue
            size = int(words[2])
            sha = words[0].decode()
            raw = batch[position:position + size].decode("utf-8", "replace")
            position += size + 1
            self.commits[sha] = Commit(sha, raw)
            patched.append(sha)
        if not patched:
            return
        difference = subprocess.Popen(
            ["git", "diff-tree", "--stdin", "-p", "--root", "--full-index", "--no-renames"],
            cwd=root, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL)
        identifiers = subprocess.Popen(["git", "patch-id", "--stable"], cwd=root, env=environment,
                                       stdin=difference.stdout, stdout=subprocess.PIPE)
        difference.stdin.write(("\n".join(patched) + "\n").encode())
        difference.stdin.close()
        difference.stdout.close()
        for line in identifiers.communicate()[0].decode().split("\n"):
            if line:
                patch, sha = line.split(" ")
                self.commits[sha].patch = patch
        difference.wait()

    # Where a note belongs

    def descendants(self, sha, kinds=("rewrite", "copy", "fold", "split")):
        """All commits that were made from this one, directly or not."""
        found, waiting = set(), [sha]
        while waiting:
            for new, kind, _ in self.forward.get(waiting.pop(), []):
                if kind in kinds and new not in found:
                    found.add(new)
                    waiting.append(new)
        return found

    def relatives(self, sha):
        """All commits that contain the change of this one. A note may be shown on any of them."""
        found, waiting = {sha}, [sha]
        while waiting:
            one = waiting.pop()
            near = [new for new, _, _ in self.forward.get(one, [])]
            near += [old for old, kind, _ in self.backward.get(one, [])
                     if kind in ("rewrite", "copy")]
            for other in near:
                if other not in found:
                    found.add(other)
                    waiting.append(other)
        return found

    def targets(self, sha, reachable, kinds=("rewrite", "fold", "split")):
        """The nearest reachable commits that were made from this one."""
        if sha in reachable:
            return {sha}
        found, seen, waiting = set(), {sha}, [sha]
        while waiting:
            for new, kind, _ in self.forward.get(waiting.pop(), []):
                if kind not in kinds or new in seen:
                    continue
                seen.add(new)
                (found.add if new in reachable else waiting.append)(new)
        return found

    def paths(self, sha, reachable):
        """The operations between a commit and the reachable commits made from it."""
        operations, seen, waiting = set(), {sha}, [] if sha in reachable else [sha]
        while waiting:
            one = waiting.pop()
            if one in self.dropped:
                operations.add(self.dropped[one])
            for new, _, operation in self.forward.get(one, []):
                operations.add(operation)
                if new not in seen:
                    seen.add(new)
                    if new not in reachable:
                        waiting.append(new)
        return operations


class Evidence:
    """What the clone shows at this moment."""

    def __init__(self, model):
        self.model, clone = model, model.clone
        self.reachable = set(clone.git(
            "rev-list", "HEAD", "--branches", "--remotes", "--", GIT_NO_REPLACE_OBJECTS="1",
            GIT_NO_LAZY_FETCH="1").split())
        self.of_head = set(clone.git("rev-list", "HEAD", "--", GIT_NO_REPLACE_OBJECTS="1",
                                     GIT_NO_LAZY_FETCH="1").split())
        self.explicit, self.logged = set(), set(self.reachable)
        git = os.path.join(clone.root, ".git")
        logs = [os.path.join(git, "logs")]
        worktrees = os.path.join(git, "worktrees")
        if os.path.isdir(worktrees):
            logs += [os.path.join(worktrees, name, "logs") for name in os.listdir(worktrees)]
        for folder in logs:
            for parent, _, names in os.walk(folder):
                for name in names:
                    self.read_log(os.path.join(parent, name))
        # The map is overwritten by each run.
        path = os.path.join(git, "filter-repo/commit-map")
        if os.path.exists(path):
            with open(path) as file:
                self.explicit |= {tuple(line.split()) for line in file.readlines()[1:]}
        alive = clone.git("cat-file", "--batch-check=%(objectname)", "--unordered", input="".join(
            sha + "\n" for sha in model.commits), GIT_NO_LAZY_FETCH="1").split("\n")
        self.alive = {line for line in alive if " " not in line}

    def read_log(self, path):
        with open(path, errors="replace") as file:
            for line in file:
                head, _, message = line.partition("\t")
                old, new = head.split(" ")[:2]
                self.logged |= {old, new}
                if "(amend)" in message or "(reword)" in message:
                    self.explicit.add((old, new))

    def between(self, old, new):
        """The strongest evidence that `new` was made from `old`: its rank and its name."""
        model = self.model
        if (old, new) in self.explicit:
            return CERTAIN, "rewrite"
        if (old, new) in model.merged:
            return CERTAIN, "pull request"
        one, other = model.commits.get(old), model.commits.get(new)
        if one is None or other is None:
            return NONE, None
        if one.change and one.change == other.change:
            return CERTAIN, "change-id"
        weak = None
        if one.author == other.author:
            if one.patch and one.patch == other.patch:
                return CERTAIN, "patch"
            related = model.relatives(old) | model.relatives(new)
            same = [commit for commit in model.commits.values()
                    if commit.author == one.author and commit.sha not in related]
            if not same and one.subject == other.subject:
                return CERTAIN, "author"
            weak = "author, not unique" if same else "author, with another subject and patch"
        if (old, new) in model.folds:
            own, every, tip = model.folds[old, new]
            known = tip == old or (tip in self.alive and tip in self.logged)
            if known and own & {"tree", "range", "merge"}:
                return CERTAIN, "squash by " + ", ".join(sorted(own))
            if "fixup" in own and old in self.alive:
                return CERTAIN, "fixup"
            if every and (known or tip in model.known_tips) or "message" in own:
                weak = weak or "squash, weak"
        if one.patch and one.patch == other.patch:
            weak = weak or "patch with another date"
        return (WEAK, weak) if weak else (NONE, None)

    def grade(self, known, targets):
        """Whether evidence leads from one of the known commits to one of the targets, and which."""
        best = NONE, "none"
        for wanted in (CERTAIN, WEAK):
            reached = {sha: [] for sha in known}
            waiting = list(known)
            while waiting:
                one = waiting.pop()
                if one not in known and one not in self.alive:
                    continue
                for new in self.model.descendants(one):
                    if new in reached:
                        continue
                    rank, name = self.between(one, new)
                    if rank == CERTAIN or (rank == wanted == WEAK):
                        reached[new] = reached[one] + [name]
                        waiting.append(new)
            found = [reached[target] for target in targets if target in reached]
            if found:
                return wanted, " + ".join(min(found, key=len)) or "id"
        return best
