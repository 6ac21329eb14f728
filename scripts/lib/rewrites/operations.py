"""The operations of the test. Each makes the situation that it needs, does with git what people
do, and tells the model what was made from what."""
import os
import re

import clone as clones

ALL = {}


def operation(weight=1.0, name=None):
    def register(function):
        function.weight = weight
        ALL[name or function.__name__.replace("_", " ")] = function
        return function
    return register


def any_branch(history):
    """Checks out a random branch, whose tip will be changed."""
    names = [name for name in history.clone.branches() if re.match("main$|topic", name)]
    if history.reused in names:
        names = [history.reused]
    history.switch(history.random.choice(names))
    if history.random.random() < history.eagerness:
        history.note(history.clone.head())


# Amend

@operation(3)
def amend_message(history):
    any_branch(history)
    history.amend("-m", f"Reworded ({history.clone.token()})")


@operation(3)
def amend_content(history):
    any_branch(history)
    history.clone.change()
    history.amend("--no-edit")


@operation(1.5)
def amend_reset_author(history):
    any_branch(history)
    history.clone.tick()
    if history.random.random() < 0.5:
        history.clone.change()
    history.amend("--no-edit", "--reset-author")


@operation(1)
def amend_date(history):
    any_branch(history)
    history.clone.change()
    history.amend("-m", f"Dated ({history.clone.token()})", "--date",
                  f"{history.clone.now - 86400 * 30} +0000")


@operation(1)
def amend_several_times(history):
    any_branch(history)
    for _ in range(3):
        history.clone.change()
        history.amend("-m", f"Again ({history.clone.token()})", "--reset-author")
    # The same commit again: git writes a line with the same id twice.
    history.amend("--no-edit", tick=False)


@operation(0.7, "note on a commit after its amend")
def late_note(history):
    any_branch(history)
    old = history.clone.head()
    history.clone.change()
    history.amend("--no-edit", *history.random.choice([[], ["--reset-author"]]))
    history.note(old)


@operation(0.7)
def amend_undone(history):
    """The commit before the amend is reachable again."""
    any_branch(history)
    old = history.clone.head()
    history.clone.change()
    new = history.amend("--no-edit")
    if history.random.random() < 0.5:
        history.journal.run_any_command()
    history.clone.git("reset", "-q", "--hard", old)
    history.model.relate("rewrite", new, old, history.operation)


# Rebase

def diverged(history, count=None, place=None):
    """A branch checked out whose base has moved on."""
    name = history.feature(count)
    history.advance("main", place=place)
    history.switch(name)
    return name


def picks(history, base="main"):
    return history.clone.listed(f"{base}..HEAD")


@operation(4)
def rebase_clean(history):
    name = diverged(history)
    if history.random.random() < 0.3:
        # From another branch, HEAD's reflog begins with the switch.
        history.switch("main")
        history.rebase("main", name, branch=name)
    else:
        history.rebase("main")


@operation(1)
def rebase_apply(history):
    diverged(history)
    history.rebase("--apply", "main")


@operation(1)
def pull_rebase(history):
    name = history.feature()
    peer = history.clone.peer()
    history.clone.git("switch", "-q", "main", cwd=peer)
    history.commit(cwd=peer, by=clones.COLLEAGUE)
    history.switch(name)
    history.pairs()
    olds, tip = history.clone.listed("HEAD"), history.clone.head()
    history.clone.attempt("pull", "-q", "--rebase", peer, "main", **history.clone.with_hook)
    history.finish("rebase")
    history.take(history.pairs(), olds, tip)


@operation(2)
def rebase_reorder(history):
    history.feature(history.random.randint(3, 4))
    lines = [f"pick {sha}" for sha in picks(history)]
    history.random.shuffle(lines)
    history.rebase("-i", "main", todo=lines)


@operation(2)
def rebase_reword(history):
    diverged(history) if history.random.random() < 0.5 else history.feature()
    lines = [f"pick {sha}" for sha in picks(history)]
    chosen = history.random.randrange(len(lines))
    lines[chosen] = lines[chosen].replace("pick", "reword")
    history.rebase("-i", "main", todo=lines, message=f"Reworded ({history.clone.token()})")


@operation(2)
def rebase_edit(history):
    """A stop at a commit, which is amended; perhaps with a note on what is about to be amended."""
    diverged(history) if history.random.random() < 0.5 else history.feature()
    shas = picks(history)
    chosen = history.random.randrange(len(shas))
    lines = [("edit " if number == chosen else "pick ") + sha for number, sha in enumerate(shas)]

    def amend():
        clone = history.clone
        stopped = clone.head()
        history.relate("rewrite", shas[chosen], stopped)
        if history.random.random() < history.check_rate:
            history.journal.run_any_command()
        if history.random.random() < 0.3:
            history.note(stopped)
        clone.change()
        words = ["--no-edit"]
        if history.random.random() < 0.3:
            words.append("--reset-author")
        history.amend(*words, **clone.with_hook)

    history.rebase("-i", "main", todo=lines, at_stop=amend)


@operation(1)
def rebase_split(history):
    """No trace of the whole is left: two new commits with dates of their own."""
    name = history.feature(1)
    whole = history.commit(places=2)
    for _ in range(history.random.randint(0, 1)):
        history.commit()
    lines = [("edit " if sha == whole else "pick ") + sha for sha in picks(history)]
    made = []

    def split():
        clone = history.clone
        clone.git("reset", "-q", "HEAD^")
        paths = clone.git("diff", "--name-only").split("\n")
        for part in (paths[:1], paths[1:]):
            if part:
                clone.tick(30)
                clone.git("add", "--", *part)
                clone.git("commit", "-q", "-m", f"Part ({clone.token()})")
                made.append(clone.head())

    history.rebase("-i", "main", todo=lines, at_stop=split, split=(whole, lambda: made))


def conflicting(history, ended_by):
    name = history.feature(history.random.randint(1, 3))
    place = history.places.get(picks(history)[0])
    history.advance("main", 1, place=place)
    history.switch(name)
    history.rebase("main", ended_by=ended_by)


@operation(2)
def rebase_conflict(history):
    conflicting(history, "continue")


@operation(0.6)
def rebase_conflict_ended_by_commit(history):
    conflicting(history, "commit")


@operation(2.5)
def rebase_autosquash(history):
    history.feature(history.random.randint(2, 3))
    shas = picks(history)
    for number in range(history.random.randint(1, 2)):
        target = history.random.choice(shas)
        history.clone.tick()
        # A fixup of the same line, which is usual, or of another.
        history.clone.change(history.places.get(target) if history.random.random() < 0.5 else None)
        kind = history.random.choice(["--fixup=", "--fixup=", "--squash=", "--fixup=amend:"])
        message = ["-m", f"more ({history.clone.token()})"] if "squash" in kind else []
        history.clone.git("commit", "-q", "-a", kind + target, *message)
        if history.random.random() < 0.5:
            history.note(history.clone.head())
    if history.random.random() < 0.3:
        name = history.clone.git("symbolic-ref", "--short", "HEAD")
        history.advance("main", 1)
        history.switch(name)
    history.rebase("-i", "--autosquash", "main")


@operation(2)
def rebase_squash(history):
    """Commits in a row become one, by squash or fixup."""
    history.feature(history.random.randint(3, 4))
    lines = [f"pick {sha}" for sha in picks(history)]
    start = history.random.randrange(len(lines) - 1)
    word = history.random.choice(["squash", "fixup"])
    for number in range(start + 1, min(len(lines), start + 1 + history.random.randint(1, 2))):
        lines[number] = lines[number].replace("pick", word)
    history.rebase("-i", "main", todo=lines)


@operation(1.5)
def rebase_onto(history):
    lower = history.feature(2)
    upper = history.feature(2, base=lower)
    history.advance("main")
    history.switch(upper)
    history.rebase("--onto", "main", lower, upper)


@operation(0.7)
def rebase_root(history):
    history.switch("main")
    shas = history.clone.listed("HEAD")
    if history.clone.git("rev-list", "--merges", "-1", "HEAD") or len(shas) > 25:
        return
    history.note(shas[0])
    lines = [f"pick {sha}" for sha in shas]
    lines[0] = lines[0].replace("pick", "reword")
    history.rebase("-i", "--root", todo=lines, message=f"Begin ({history.clone.token()})")


@operation(1.5)
def rebase_merges(history):
    name = history.feature(2)
    side = history.feature(1, base=name)
    history.switch(name)
    history.commit()
    history.clone.tick()
    merged = history.clone.attempt("merge", "-q", "--no-ff", "--no-edit", side)
    if merged.returncode != 0:
        history.clone.resolve()
        history.clone.git("commit", "-q", "--no-edit")
    if history.random.random() < 0.5:
        history.note(history.clone.head())
    history.clone.git("branch", "-q", "-D", side)
    fixes = history.random.random() < 0.5
    if fixes:
        for target in history.random.sample(picks(history)[:3], 2):
            history.clone.tick()
            history.clone.change(history.places.get(target))
            history.clone.git("commit", "-q", "-a", f"--fixup={target}")
            history.note(history.clone.head())
    history.advance("main")
    history.switch(name)
    history.rebase(*(["-i", "--autosquash"] if fixes else []), "--rebase-merges", "main")


@operation(0.4)
def rebase_ignore_date(history):
    """New author dates, all in one second: only the patch is the same."""
    diverged(history, 2)
    history.rebase("--ignore-date", "main")


@operation(1)
def rebase_drop(history):
    history.feature(3)
    lines = [f"pick {sha}" for sha in picks(history)]
    chosen = history.random.randrange(len(lines))
    lines[chosen] = lines[chosen].replace("pick", "drop")
    history.rebase("-i", "main", todo=lines)


@operation(1)
def rebase_upstream(history):
    """One of the commits is upstream already: the rebase leaves it out."""
    name = history.feature(2)
    chosen = history.random.choice(picks(history))
    history.switch("main")
    cherry_pick(history, chosen)
    history.switch(name)
    history.rebase("main")


@operation(0.7)
def rebase_undone(history):
    diverged(history)
    olds, tip = picks(history), history.clone.head()
    history.rebase("main")
    if history.random.random() < 0.5:
        history.journal.run_any_command()
    history.clone.git("reset", "-q", "--hard", tip)
    for old in olds:
        for new, kind, _ in list(history.model.forward.get(old, [])):
            if kind == "rewrite":
                history.relate("rewrite", new, old)


@operation(0.5)
def rebase_aborted(history):
    name = history.feature(2)
    history.advance("main", 1, place=history.places.get(picks(history)[0]))
    history.switch(name)
    history.clone.attempt("rebase", "main")
    history.journal.run_any_command()
    history.clone.attempt("rebase", "--abort")


@operation(1, "same second")
def same_second(history):
    """A script makes several commits in one second; then they are rebased."""
    name = history.feature(1)
    for _ in range(3):
        history.commit(tick=False)
    history.advance("main", 1)
    history.switch(name)
    history.rebase("main")


@operation(0.7, "same second, one dropped")
def same_second_dropped(history):
    """Of two commits of one second, one is dropped: its author and date are those of the other."""
    history.feature(1)
    first = history.commit(noted=True)
    history.commit(tick=False)
    lines = [("drop " if sha == first else "pick ") + sha for sha in picks(history)]
    history.rebase("-i", "main", todo=lines)
    if history.random.random() < 0.4:
        collect_garbage(history)


@operation(0.5, "empty commits")
def empty_commits(history):
    """Commits without a patch, whose tree is that of their parent."""
    clone = history.clone
    name = history.feature(1)
    for _ in range(2):
        clone.tick()
        clone.git("commit", "-q", "--allow-empty", "-m", f"Nothing ({clone.token()})")
        if history.random.random() < history.eagerness:
            history.note(clone.head())
    if history.random.random() < 0.5:
        history.advance("main")
        history.switch(name)
        history.rebase("main")
    else:
        history.amend("--allow-empty", "-m", f"Still nothing ({clone.token()})")


@operation(0.6, "rename, mode and binary file")
def other_changes(history):
    clone = history.clone
    name = history.feature(1)
    paths = clone.texts()
    if len(paths) < 2:
        return
    moved = os.path.join(clone.root, f"moved-{clone.token()}.txt")
    os.rename(os.path.join(clone.root, paths[0]), moved)
    for number in range(3):
        clone.tick()
        if number == 1:
            os.chmod(moved, 0o755)
        if number == 2:
            with open(os.path.join(clone.root, f"image-{clone.token()}.png"), "wb") as file:
                file.write(bytes([137, 80, 0, 1]) + history.random.randbytes(200))
        clone.git("add", "-A")
        clone.git("commit", "-q", "-m", f"Change of a file ({clone.token()})")
        if history.random.random() < history.eagerness:
            history.note(clone.head())
    history.advance("main", 1, place=(paths[1], 0))
    history.switch(name)
    history.rebase("main")


@operation(0.7, "same line at two places")
def same_line(history):
    """Two commits with the same patch id; one of them is dropped, the other is rebased."""
    clone = history.clone
    name = history.feature(1)
    lines = []
    for number in (1, 2):
        path = f"twins-{clone.token()}.txt"
        with open(os.path.join(clone.root, path), "w") as file:
            file.write("\n".join(["begin"] * 9) + "\n" + "\n".join(["end"] * 9) + "\n")
        lines.append(path)
    clone.tick()
    clone.git("add", "-A")
    clone.git("commit", "-q", "-m", "Two places")
    twins = []
    path = os.path.join(clone.root, lines[0])
    for number in (1, 2):
        clone.tick()
        with open(path) as file:
            content = file.read()
        where = content.index("end\n") if number == 1 else len(content)
        block = "\n".join(["begin"] * 4 + ["the same line"] + ["end"] * 4) + "\n"
        with open(path, "w") as file:
            file.write(content[:where] + block + content[where:])
        clone.git("commit", "-q", "-a", "-m", f"Same line ({clone.token()})")
        twins.append(clone.head())
        history.note(clone.head())
    history.model.add_lookalike(twins[0], twins[1], history.operation)
    history.model.add_lookalike(twins[1], twins[0], history.operation)
    todo = [("drop " if sha == twins[0] else "pick ") + sha for sha in picks(history)]
    history.rebase("-i", "main", todo=todo)
    after = history.model.targets(twins[1], set(clone.listed("HEAD")))
    for new in after:
        history.model.add_lookalike(twins[0], new, history.operation)


# Copies

def cherry_pick(history, sha, *words, ended_by="continue"):
    clone = history.clone
    clone.tick()
    before = clone.head()
    clone.attempt("cherry-pick", *words, sha)
    history.finish("cherry-pick", ended_by=ended_by)
    if clone.head() != before:
        history.model.scan()
        history.relate("copy", sha, clone.head())
    return clone.head()


def keep_or_delete(history, name):
    """A branch is deleted after its work was copied, or not."""
    if history.random.random() < 0.6:
        history.delete(name)


@operation(2, "cherry-pick")
def cherry_pick_clean(history):
    name = history.feature(2)
    shas = picks(history)
    history.switch("main")
    for sha in shas[:history.random.randint(1, 2)]:
        cherry_pick(history, sha, *history.random.choice([[], ["-x"]]))
    keep_or_delete(history, name)


@operation(1, "cherry-pick in conflict")
def cherry_pick_conflict(history):
    name = history.feature(1)
    sha = history.clone.head()
    history.advance("main", 1, place=history.places.get(sha))
    cherry_pick(history, sha)
    keep_or_delete(history, name)


@operation(0.6, "cherry-pick -n")
def cherry_pick_no_commit(history):
    clone = history.clone
    name = history.feature(1)
    sha = clone.head()
    history.switch("main")
    clone.tick()
    if clone.attempt("cherry-pick", "-n", sha).returncode != 0:
        clone.resolve()
    if history.random.random() < 0.3:
        clone.change()
    clone.git("commit", "-q", "-a", "-m", f"Taken over ({clone.token()})")
    history.relate("copy", sha, clone.head())
    keep_or_delete(history, name)


def revert(history, sha):
    clone = history.clone
    clone.tick()
    clone.attempt("revert", "--no-edit", sha)
    history.finish("revert")
    new = clone.head()
    history.model.add_lookalike(sha, new, history.operation)
    return new


@operation(1.5)
def revert_and_again(history):
    """A revert, and the same patch again: by a revert of the revert, by hand, or by cherry-pick."""
    clone = history.clone
    any_branch(history)
    sha = history.commit(noted=True)
    for _ in range(history.random.randint(0, 1)):
        history.commit()
    place = history.places[sha]
    line = next(line for line in clone.git("show", f"{sha}:{place[0]}").split("\n")
                if line.startswith(f"slot {place[1]}: "))
    reverted = revert(history, sha)
    if history.random.random() < 0.4:
        history.note(reverted)
    way = history.random.choice(["revert", "by hand", "cherry-pick"])
    if way == "revert":
        again = revert(history, reverted)
        history.model.add_lookalike(sha, again, history.operation)
    elif way == "by hand":
        again = history.commit(place=place, text=line.partition(": ")[2], noted=False)
        history.model.add_lookalike(sha, again, history.operation)
        history.model.add_lookalike(again, sha, history.operation)
    else:
        again = cherry_pick(history, sha)
    if history.random.random() < 0.4:
        history.note(again)
    if reverted in picks(history) and history.random.random() < 0.4:
        # Without the original and its revert, only the twin has the patch.
        gone = {sha, reverted}
        todo = [("drop " if one in gone else "pick ") + one for one in picks(history)]
        if "cherry-pick" != way and not clone.git("rev-list", "--merges", "main..HEAD"):
            history.rebase("-i", "main", todo=todo)


@operation(0.7, "same patch by others")
def same_patch(history):
    """A branch is given up; later somebody else makes the same change."""
    clone = history.clone
    name = history.feature(1)
    sha = clone.head()
    history.note(sha)
    place = history.places[sha]
    line = next(line for line in clone.git("show", f"{sha}:{place[0]}").split("\n")
                if line.startswith(f"slot {place[1]}: "))
    history.switch("main")
    history.delete(name)
    again = history.commit(place=place, text=line.partition(": ")[2], by=clones.COLLEAGUE)
    history.model.add_lookalike(sha, again, history.operation)


@operation(0.7, "branch that undoes")
def undoing_branch(history):
    """A branch whose tree is that of an older commit is given up; it was not merged there."""
    history.advance("main", 2)
    older = history.clone.git("rev-parse", "main^")
    history.clone.git("switch", "-q", "-c", f"topic-undo-{history.clone.token()}")
    name = history.clone.git("symbolic-ref", "--short", "HEAD")
    undo = revert(history, history.clone.head())
    history.note(undo)
    history.model.add_lookalike(undo, older, history.operation)
    history.switch("main")
    history.delete(name)


# Merges

def merge(history, name, *words):
    clone = history.clone
    clone.tick()
    if clone.attempt("merge", "-q", *words, name).returncode != 0:
        clone.resolve()
        clone.git("commit", "-q", "--no-edit")


@operation(1, "merge")
def merge_commit(history):
    name = diverged(history)
    history.switch("main")
    merge(history, name, "--no-ff", "--no-edit")
    keep_or_delete(history, name)


@operation(0.6, "fast-forward")
def fast_forward(history):
    name = history.feature()
    history.switch("main")
    history.clone.git("merge", "-q", "--ff-only", name)
    keep_or_delete(history, name)


@operation(2.5)
def merge_squash(history):
    clone = history.clone
    name = diverged(history, history.random.randint(1, 3)) if history.random.random() < 0.6 \
        else history.feature(history.random.randint(1, 3))
    olds, tip = picks(history), clone.head()
    history.switch("main")
    base = clone.git("merge-base", "main", name)
    clone.tick()
    if clone.attempt("merge", "-q", "--squash", name).returncode != 0:
        clone.resolve()
    clone.git("commit", "-q", *history.random.choice(
        [["--no-edit"], ["-m", f"All of {name} ({clone.token()})"]]))
    history.fold(olds, clone.head(), tip, base)
    keep_or_delete(history, name)


def merged_on_github(history, way):
    """A button of GitHub: it happens in another clone, and the branch is deleted afterwards."""
    clone = history.clone
    count = history.random.choice([1, 2, 2, 3])
    name = diverged(history, count) if history.random.random() < 0.6 else history.feature(count)
    conflict = clone.attempt("merge-tree", "--write-tree", "main", name).returncode != 0
    if conflict or way == "squash" and history.random.random() < 0.2:
        # The button is there only if nothing conflicts: the branch is updated first.
        if way == "rebase":
            history.rebase("main")
        else:
            merge(history, "main", "--no-edit")
    olds, tip = picks(history), clone.head()
    base = clone.git("merge-base", "main", name)
    if history.random.random() < 0.5:
        clone.git("update-ref", f"refs/remotes/origin/{name}", tip)
    peer = clone.peer()
    github = clone.by(clones.GITHUB, True)
    clone.git("switch", "-q", "main", cwd=peer)
    clone.tick()
    pull = clone.number
    if way == "squash":
        title = history.model.commits[tip].subject if count == 1 and tip in \
            history.model.commits else f"Work of {name}"
        if clone.attempt("merge", "-q", "--squash", f"origin/{name}", cwd=peer).returncode != 0:
            clone.resolve(cwd=peer)
        body = ["-m", "\n".join(f"* part {number}" for number in range(count))]
        clone.git("commit", "-q", "-m", f"{title} (#{pull})", *body, cwd=peer,
                  **clone.by(clones.ME), GIT_COMMITTER_NAME=clones.GITHUB[0],
                  GIT_COMMITTER_EMAIL=clones.GITHUB[1])
    elif way == "rebase":
        clone.git("switch", "-q", name, cwd=peer)
        history.pairs()
        before = clone.listed("HEAD", cwd=peer)
        clone.attempt("rebase", "-q", "--force-rebase", "main", cwd=peer, **clone.with_hook,
                      GIT_COMMITTER_NAME=github["GIT_COMMITTER_NAME"],
                      GIT_COMMITTER_EMAIL=github["GIT_COMMITTER_EMAIL"])
        history.finish("rebase", peer)
        history.take(history.pairs(), before, tip, peer)
        clone.git("branch", "-q", "-f", "main", name, cwd=peer)
    else:
        if clone.attempt("merge", "-q", "--no-ff", f"origin/{name}", "-m",
                         f"Merge pull request #{pull}", cwd=peer).returncode != 0:
            clone.resolve(cwd=peer)
            clone.git("commit", "-q", "--no-edit", cwd=peer)
    new = clone.git("rev-parse", "main", cwd=peer)
    clone.git("fetch", "-q", peer, "+main:refs/remotes/origin/main")
    history.switch("main")
    clone.git("merge", "-q", "--ff-only", "origin/main")
    if way == "squash":
        history.fold(olds, new, tip, base)
    if history.random.random() < 0.4:
        history.journal.run_any_command()
    clone.remove(peer)
    if history.random.random() < 0.8:
        history.delete(name)
    if history.random.random() < 0.4:
        history.advance("main", 1)


@operation(3, "GitHub: squash and merge")
def github_squash(history):
    merged_on_github(history, "squash")


@operation(1.5, "GitHub: rebase and merge")
def github_rebase(history):
    merged_on_github(history, "rebase")


@operation(0.7, "GitHub: merge commit")
def github_merge(history):
    merged_on_github(history, "merge")


@operation(1, "GitHub: finished on another machine")
def finished_elsewhere(history):
    """The branch is amended and continued on another machine, squashed by the button, and deleted."""
    clone = history.clone
    name = history.feature(history.random.randint(1, 3))
    olds, tip = picks(history), clone.head()
    peer = clone.peer()
    clone.git("switch", "-q", name, cwd=peer)
    clone.tick()
    clone.change(cwd=peer)
    clone.git("commit", "-q", "-a", "--amend", "--no-edit", cwd=peer)
    clone.tick()
    clone.change(cwd=peer)
    clone.git("commit", "-q", "-a", "-m", f"More of {name}", cwd=peer, **clone.by(clones.ME))
    parts = []
    for sha in clone.listed(f"origin/main..{name}", cwd=peer):
        who, seconds = clone.git("log", "-1", "--format=%an%n%at", sha, cwd=peer).split("\n")
        parts.append((sha, who, int(seconds)))
    clone.git("switch", "-q", "main", cwd=peer)
    clone.tick()
    clone.git("merge", "-q", "--squash", name, cwd=peer)
    clone.number += 1
    clone.git("commit", "-q", "-m", f"Work of {name} (#{clone.number})", cwd=peer,
              **clone.by(clones.ME), GIT_COMMITTER_NAME=clones.GITHUB[0],
              GIT_COMMITTER_EMAIL=clones.GITHUB[1])
    new = clone.git("rev-parse", "main", cwd=peer)
    clone.git("fetch", "-q", peer, "+main:refs/remotes/origin/main")
    clone.remove(peer)
    history.switch("main")
    clone.git("merge", "-q", "--ff-only", "origin/main")
    history.fold(olds, new, tip, None)
    if not clone.path_remote:
        clone.pulls.append((clone.number, new, parts))
        history.model.merged |= {(old, new) for old in olds}
    history.delete(name)
    history.journal.run_any_command()


@operation(1, "GitHub: two squashes of one branch")
def two_squashes(history):
    """The branch is used again after its first squash, and deleted after the second."""
    clone = history.clone
    name = history.feature(2)
    first = picks(history)
    squash_on_github(history, name, first, clone.head(), clone.git("merge-base", "main", name))
    if history.random.random() < 0.4:
        history.advance("main", 1)
    history.switch(name)
    merge(history, "main", "--no-edit")
    later = [history.commit() for _ in range(2)]
    squash_on_github(history, name, later, later[-1], clone.git("merge-base", "main", name))
    history.delete(name)


@operation(1, "GitHub: a stack of branches")
def stack(history):
    """The lower branch is squashed; the upper one is rebased onto the squash, then squashed too."""
    clone = history.clone
    lower = history.feature(2)
    olds, tip = picks(history), clone.head()
    upper = history.feature(2, base=lower)
    squash_on_github(history, lower, olds, tip, clone.git("merge-base", "main", lower))
    history.switch(upper)
    history.rebase("--onto", "main", lower)
    history.delete(lower)
    if history.random.random() < 0.6:
        olds, tip = picks(history), clone.head()
        squash_on_github(history, upper, olds, tip, clone.git("merge-base", "main", upper))
        history.delete(upper)


def squash_on_github(history, name, olds, tip, base):
    """Squashes what a branch adds to main, without conflicts, and fetches the result."""
    clone = history.clone
    history.switch("main")
    tree = clone.git("merge-tree", "--write-tree", "main", tip).split("\n")[0]
    clone.tick()
    clone.number += 1
    new = clone.git("commit-tree", tree, "-p", "main", "-m", f"Work of {name} (#{clone.number})",
                    **clone.by(clones.ME), GIT_COMMITTER_NAME=clones.GITHUB[0],
                    GIT_COMMITTER_EMAIL=clones.GITHUB[1])
    clone.git("update-ref", "-m", "fetch: fast-forward", "refs/remotes/origin/main", new)
    clone.git("merge", "-q", "--ff-only", "origin/main")
    history.fold(olds, new, tip, base)


@operation(4, "several in a row")
def several(history):
    """One branch is rewritten again and again, and perhaps merged at the end."""
    history.reused = history.feature(3)
    try:
        rewrite(history, history.random.randint(2, 4))
    finally:
        history.reused = None


def rewrite(history, count):
    """Rewrites the branch `history.reused` several times, and perhaps merges it."""
    rewriting = ["amend content", "amend message", "rebase clean", "rebase reorder",
                 "rebase reword", "rebase edit", "rebase conflict", "rebase autosquash",
                 "rebase squash", "amend reset author", "rebase drop"]
    merging = ["merge squash", "GitHub: squash and merge", "GitHub: rebase and merge",
               "am of format-patch", "cherry-pick"]
    chosen = history.random.sample(rewriting, count)
    if history.random.random() < 0.5:
        chosen.append(history.random.choice(merging))
    for name in chosen:
        history.operation = name
        history.switch(history.reused)
        ALL[name](history)
        history.model.scan()
        if history.random.random() < history.check_rate:
            history.journal.check()


# Branches that were pushed

def push(history, name):
    """What a push leaves in the clone: the branch of the remote is where the branch is."""
    history.clone.git("update-ref", "-m", "update by push", f"refs/remotes/origin/{name}", name)


def look(history):
    if history.random.random() < 0.6:
        history.journal.run_any_command()


@operation(2, "pushed branch, folded, pushed by force")
def pushed_fold(history):
    """Until the push by force, the old commits are on the branch of the remote."""
    name = history.feature(4)
    push(history, name)
    look(history)
    lines = [f"pick {sha}" for sha in picks(history)]
    lines[0] = lines[0].replace("pick", history.random.choice(["pick", "reword"]))
    chosen = history.random.randint(1, len(lines) - 1)
    lines[chosen] = lines[chosen].replace("pick", "fixup")
    history.rebase("-i", "main", todo=lines, message=f"Reworded ({history.clone.token()})")
    look(history)
    push(history, name)
    look(history)
    if history.random.random() < 0.5:
        history.commit()


@operation(1.5, "pushed branch, reset into one, pushed by force")
def pushed_reset(history):
    name = history.feature(4)
    push(history, name)
    look(history)
    if history.random.random() < 0.6:
        history.rebase("--force-rebase", "main")
    clone = history.clone
    olds, tip, base = picks(history)[-2:], clone.head(), clone.git("rev-parse", "HEAD~2")
    clone.git("reset", "-q", "--soft", "HEAD~2")
    clone.tick()
    clone.git("commit", "-q", "-m", f"Both ({clone.token()})")
    history.fold(olds, clone.head(), tip, base)
    look(history)
    push(history, name)


@operation(1.5, "colleague's amend of a pushed branch")
def colleague_amend(history):
    """A colleague amends the last commit and pushes it by force; it is fetched."""
    clone = history.clone
    if clone.is_partial or clone.is_shallow:
        return
    name = history.feature(2)
    push(history, name)
    old = clone.head()
    look(history)
    peer = clone.peer()
    clone.git("switch", "-q", name, cwd=peer)
    clone.change(None, peer)
    clone.tick()
    way = history.random.choice([["--no-edit"], ["-m", f"By a colleague ({clone.token()})"]])
    clone.git("commit", "-q", "-a", "--amend", *way, cwd=peer, **clone.by(clones.COLLEAGUE, True))
    new = clone.head(peer)
    clone.git("fetch", "-q", peer, f"+{name}:refs/remotes/origin/{name}")
    clone.remove(peer)
    history.model.scan()
    history.relate("rewrite", old, new)
    look(history)
    if history.random.random() < 0.7:
        clone.git("reset", "-q", "--hard", f"origin/{name}")
    else:
        history.rebase(f"origin/{name}")


@operation(1, "stacked branches, rebased together")
def stacked_rebase(history):
    """Two branches on each other; the upper one is rebased, with or without the lower one."""
    clone = history.clone
    lower = history.feature(2)
    history.feature(2, base=lower)
    upper = clone.git("symbolic-ref", "--short", "HEAD")
    if history.random.random() < 0.5:
        push(history, lower)
        push(history, upper)
    history.advance("main", 1)
    history.switch(upper)
    history.rebase(*history.random.choice([["--update-refs", "main"], ["main"]]))
    look(history)
    if history.random.random() < 0.5:
        history.switch(lower)
        history.rebase("main")
    look(history)


@operation(1, "one dropped, the next amended")
def dropped_and_amended(history):
    """With new author dates of one second, the amended commit has the date of the dropped one."""
    history.feature(3)
    if history.random.random() < 0.5:
        history.rebase("--force-rebase", "--ignore-date", "main")
    shas = picks(history)
    chosen = shas[-2]
    history.note(chosen)
    lines = [("drop " if sha == chosen else "pick ") + sha for sha in shas]
    history.rebase("-i", "main", todo=lines)
    look(history)
    history.clone.change()
    history.amend("-m", f"More ({history.clone.token()})")


@operation(1, "squash, rewritten before a look")
def squash_rewritten(history):
    """Several commits become one, which is amended or rebased at once."""
    clone = history.clone
    name = history.feature(3)
    olds, tip = picks(history)[-2:], clone.head()
    base = clone.git("rev-parse", "HEAD~2")
    clone.git("reset", "-q", "--soft", "HEAD~2")
    clone.tick()
    clone.git("commit", "-q", "-m", f"Both ({clone.token()})")
    history.fold(olds, clone.head(), tip, base)
    if history.random.random() < 0.5:
        clone.change()
        history.amend("--no-edit")
    else:
        history.advance("main", 1)
        history.switch(name)
        history.rebase("main")


# Other ways to rewrite

@operation(1, "am of format-patch")
def apply_mail(history):
    clone = history.clone
    name = history.feature(2)
    olds = picks(history)
    folder = os.path.join(clone.folder, f"mail-{clone.token()}")
    clone.git("format-patch", "-q", "-o", folder, "main")
    history.switch("main")
    base = clone.head()
    clone.tick()
    clone.attempt("am", "-q", "-3", *sorted(os.path.join(folder, one)
                                            for one in os.listdir(folder)))
    history.finish("am")
    for old, new in zip(olds, clone.listed(f"{base}..HEAD")):
        history.relate("copy", old, new)
    keep_or_delete(history, name)


@operation(1, "git history")
def git_history(history):
    """A commit inside of a branch gets a change, or becomes two: `git history`, where git has it."""
    clone = history.clone
    if clone.is_partial or clone.is_shallow:
        return
    name = history.feature(1)
    chosen = history.commit(places=2)
    for _ in range(history.random.randint(1, 2)):
        history.commit()
    olds = clone.listed(f"{chosen}..HEAD")
    way = history.random.choice(["fixup", "split"])
    paths = clone.git("diff", "--name-only", f"{chosen}^", chosen).split("\n")
    clone.tick()
    if way == "fixup":
        clone.change(history.places[chosen])
        clone.git("add", "-A")
    if clone.attempt("history", "-h").returncode in (0, 129):
        made = clone.attempt("history", way, chosen, input="y\nn\n", GIT_EDITOR="true")
        if made.returncode != 0:
            raise clones.GitFailed(f"history {way}: {made.stderr[-300:]}")
    else:
        history_by_plumbing(history, name, way, chosen, olds, paths)
    clone.git("reset", "-q", "--hard")
    news = clone.listed(f"{chosen}^..HEAD")
    history.model.scan()
    parts = news[:len(news) - len(olds)]
    for part in parts:
        history.relate("split" if way == "split" else "rewrite", chosen, part)
    for old, new in zip(olds, news[len(parts):]):
        history.relate("rewrite", old, new)


def history_by_plumbing(history, name, way, chosen, olds, paths):
    """The same in another clone. Author, author date and message stay, and no line of a reflog names
    the commit."""
    clone = history.clone
    change, tip = clone.attempt("diff", "--cached").stdout, clone.head()
    peer = clone.peer()
    if way == "fixup":
        clone.git("switch", "-q", "--detach", chosen, cwd=peer)
        clone.git("apply", "--index", cwd=peer, input=change)
        clone.git("commit", "-q", "--amend", "--no-edit", cwd=peer)
    else:
        clone.git("switch", "-q", "--detach", f"{chosen}^", cwd=peer)
        for part in [paths[:1], paths[1:]]:
            if part:
                clone.git("checkout", "-q", chosen, "--", *part, cwd=peer)
                clone.git("commit", "-q", "-C", chosen, cwd=peer)
    clone.git("cherry-pick", *olds, cwd=peer)
    clone.git("fetch", "-q", peer, "+HEAD:refs/made/root")
    new = clone.git("rev-parse", "refs/made/root")
    clone.git("update-ref", "-m", f"{way}: updating {chosen}", f"refs/heads/{name}", new, tip)
    clone.git("update-ref", "-d", "refs/made/root")
    clone.remove(peer)


@operation(1, "reset and commit again")
def recommit(history):
    clone = history.clone
    history.feature(1)
    old = history.commit()
    clone.git("reset", "-q", "--soft", "HEAD^")
    clone.tick()
    if history.random.random() < 0.5:
        clone.git("commit", "-q", "-C", "ORIG_HEAD")
    else:
        clone.git("commit", "-q", "-m", f"Again ({clone.token()})")
    new = clone.head()
    history.model.scan()
    history.fold([old], new, old, clone.git("rev-parse", "HEAD^"))


@operation(1, "reset of several into one")
def soft_reset(history):
    clone = history.clone
    history.feature(3)
    olds, tip = picks(history)[-2:], clone.head()
    base = clone.git("rev-parse", "HEAD~2")
    clone.git("reset", "-q", "--soft", "HEAD~2")
    clone.tick()
    clone.git("commit", "-q", "-m", f"Both ({clone.token()})")
    history.fold(olds, clone.head(), tip, base)


@operation(1.2, "filter-repo")
def filter_repo(history):
    clone = history.clone
    if clone.is_shallow or clone.is_partial or clone.sha256 or not clones.FILTER_REPO:
        return
    unlink(history)
    history.model.scan()
    way = history.random.choice(["rename", "message", "mailmap", "remove", "text"])
    if way == "rename":
        words = ["--path-rename", f"lib/:src{clone.token()}/"]
    elif way == "remove":
        words = ["--path", "lib", "--invert-paths"]
    else:
        path = os.path.join(clone.folder, f"expressions-{clone.token()}")
        with open(path, "w") as file:
            file.write("Ada Lovelace <ada.l@example.com> <ada@example.com>\n" if way == "mailmap"
                       else f".3==>.3 {clone.token()}\n" if way == "text"
                       else "slot==>place\n")
        words = [{"message": "--replace-message", "mailmap": "--mailmap",
                  "text": "--replace-text"}[way], path]
    before = set(clone.listed("HEAD", "--branches", "--remotes"))
    clone.git("filter-repo", "--force", "--quiet", *words)
    clone.git("reset", "-q", "--hard")
    with open(os.path.join(clone.root, ".git/filter-repo/commit-map")) as file:
        pairs = [line.split() for line in file.readlines()[1:]]
    history.model.scan()
    for old, new in pairs:
        if old not in before:
            continue
        if not new.strip("0"):
            history.model.dropped[old] = history.operation
        elif old != new:
            history.relate("rewrite", old, new)
    if not clone.texts():
        clone.write_base()
    if history.random.random() < 0.5:
        clone.attempt("remote", "add", "origin", clone.address)
    if history.random.random() < 0.5:
        look(history)
        ALL[history.random.choice(["amend content", "amend message", "rebase reword"])](history)


@operation(0.3, "subtree split")
def subtree_split(history):
    clone = history.clone
    if clone.is_shallow or not os.path.isdir(os.path.join(clone.root, "lib")):
        return
    history.switch("main")
    if len(clone.listed("HEAD")) > 14:
        return
    place = ("lib/c.txt", history.random.randrange(clones.SLOTS))
    history.commit(place=place, noted=True)
    name = f"split-{clone.token()}"
    clone.git("subtree", "split", "-q", "-P", "lib", "-b", name)
    history.model.scan()
    commits = history.model.commits
    originals = {(commits[sha].author, commits[sha].subject): sha for sha in clone.listed("main")}
    for sha in clone.listed(name):
        original = originals.get((commits[sha].author, commits[sha].subject))
        if original:
            history.relate("copy", original, sha)
    if history.random.random() < 0.5:
        # The part becomes a repository of its own.
        history.switch(name)
        for branch in clone.branches():
            if branch != name:
                history.delete(branch)
        clone.git("branch", "-q", "-m", name, "main")


@operation(0.5)
def orphan_branch(history):
    """A new root with all of the content, as people do to publish."""
    clone = history.clone
    history.switch("main")
    olds, tip = clone.listed("HEAD"), clone.head()
    name = f"topic-orphan-{clone.token()}"
    clone.git("switch", "-q", "--orphan", name)
    clone.git("read-tree", "-u", "--reset", tip)
    clone.tick()
    clone.git("commit", "-q", "-m", f"Publish ({clone.token()})")
    # The root contains everything, as a squash of all of it would.
    history.fold(olds, clone.head(), tip, None)
    history.note(clone.head())
    if history.random.random() < 0.5:
        history.commit()


@operation(0.7)
def replace(history):
    """Other content under the old id; git shows it, and following must not."""
    clone = history.clone
    any_branch(history)
    sha = history.random.choice(clone.listed("HEAD")[-4:])
    raw = clone.git("cat-file", "commit", sha, GIT_NO_REPLACE_OBJECTS="1")
    changed = re.sub(r"^author .*> ", f"author Eve <eve@example.com> {clone.now - 777} +0000 x",
                     raw, count=1, flags=re.M)
    changed = re.sub(r" x\d+ [-+]\d+$", "", changed, count=1, flags=re.M)
    new = clone.git("hash-object", "-t", "commit", "-w", "--stdin", input=changed + "\n")
    clone.attempt("replace", "-f", sha, new)
    history.note(sha)
    history.model.add_lookalike(sha, new, history.operation)
    history.commit()


@operation(0.7, "replaced, then rewritten")
def replaced_and_rewritten(history):
    """Git rewrites a branch with what stands for its commits, and not with the commits."""
    history.reused = history.feature(3)
    try:
        for _ in range(history.random.randint(1, 2)):
            replace(history)
            look(history)
        rewrite(history, history.random.randint(1, 3))
    finally:
        history.reused = None


@operation(0.5)
def delete_branch(history):
    name = history.feature(2)
    history.switch("main")
    history.delete(name)


@operation(0.6)
def detached_head(history):
    """Work without a branch, which is given up or gets a branch later."""
    clone = history.clone
    clone.git("switch", "-q", "--detach", "main")
    first = history.commit(noted=True)
    clone.change()
    second = history.amend("--no-edit")
    third = history.commit()
    if history.random.random() < 0.5:
        clone.git("branch", "-q", f"topic-rescued-{clone.token()}")
    history.switch("main")
    history.drop([first, second, third])


@operation(0.6)
def rename_branch(history):
    clone = history.clone
    name = history.feature(2)
    clone.change()
    history.amend("--no-edit", "--reset-author")
    clone.git("branch", "-q", "-m", name, f"topic-renamed-{clone.token()}")


@operation(0.6)
def collect_garbage(history):
    """Reflogs and unreachable commits are gone."""
    clone = history.clone
    history.model.scan()
    clone.git("reflog", "expire", "--expire=now", "--all")
    clone.git("gc", "-q", "--prune=now")


@operation(0.7)
def backup_tag(history):
    """A tag keeps the old commits alive; notes follow the branch."""
    diverged(history)
    history.clone.git("tag", f"before-{history.clone.token()}")
    history.rebase("main")


# Other clones

@operation(1.5, "force push by others")
def force_push(history):
    clone = history.clone
    name = history.feature(history.random.randint(2, 3))
    tip, olds = clone.head(), clone.listed("HEAD")
    history.switch("main")
    clone.git("update-ref", f"refs/remotes/origin/{name}", tip)
    peer = clone.peer()
    clone.git("switch", "-q", name, cwd=peer)
    clone.git("branch", "-q", "-D", name)
    if history.random.random() < 0.5:
        clone.tick()
        clone.change(cwd=peer)
        words = ["--reset-author"] if history.random.random() < 0.2 else []
        history.amend("--no-edit", *words, cwd=peer)
    else:
        clone.git("switch", "-q", "main", cwd=peer)
        history.commit(cwd=peer, by=clones.COLLEAGUE)
        clone.git("switch", "-q", name, cwd=peer)
        history.rebase("main", cwd=peer)
    clone.git("fetch", "-q", peer, f"+{name}:refs/remotes/origin/{name}",
              "+main:refs/remotes/origin/main")
    clone.remove(peer)


def hub(history):
    """The server: a bare repository with all branches and notes."""
    clone = history.clone
    path = os.path.join(clone.folder, "hub.git")
    if not os.path.isdir(path):
        clone.git("init", "-q", "--bare", *(["--object-format=sha256"] if clone.sha256 else []),
                  path, cwd=clone.folder)
    clone.git("push", "-q", "-f", path, "refs/heads/*:refs/heads/*", "refs/notes/*:refs/notes/*")
    return path


def unlink(history):
    clone = history.clone
    if clone.linked:
        clone.git("worktree", "remove", "--force", clone.linked)
        clone.linked = None


def clone_again(history, *words):
    """The clone is deleted and made again: no reflogs, and only what branches reach."""
    clone = history.clone
    # A clone whose remote is a directory is known by that directory.
    if clone.is_shallow or clone.is_partial or clone.path_remote:
        return False
    unlink(history)
    history.switch("main")
    history.model.scan()
    before = clone.listed("HEAD", "--branches", "--remotes")
    path = hub(history)
    clone.remove(clone.root)
    clone.git("clone", "-q", *words, f"file://{path}", clone.root, cwd=clone.folder)
    for name in clone.git("for-each-ref", "--format=%(refname:lstrip=3)",
                          "refs/remotes/origin").split():
        if name not in ("HEAD", "main"):
            clone.git("branch", "-q", "--no-track", name, f"origin/{name}")
    clone.attempt("fetch", "-q", path, "refs/notes/*:refs/notes/*")
    clone.git("config", "commitdiary.repository", "octo/history")
    clone.attempt("symbolic-ref", "-d", "refs/remotes/origin/HEAD")
    for line in clone.git("for-each-ref", "--format=%(refname)", "refs/remotes").split():
        clone.git("update-ref", "-d", line)
    clone.is_partial = any(word.startswith("--filter") for word in words)
    clone.is_shallow = any(word.startswith("--depth") for word in words)
    if not clone.is_shallow:
        history.drop(before)
    return True


@operation(0.8, "new clone")
def new_clone(history):
    clone_again(history)


@operation(1, "look in another clone")
def look_elsewhere(history):
    """A clone of the same repository that has only main: notes on other branches are not there."""
    clone = history.clone
    if clone.is_partial or clone.path_remote:
        return
    name = history.feature(2)
    if history.random.random() < 0.5:
        clone.change()
        history.amend("--no-edit")
    history.journal.check()
    path = os.path.join(clone.folder, f"other-{clone.token()}")
    clone.git("clone", "-q", "--single-branch", "-b", "main", f"file://{clone.root}", path,
              cwd=clone.folder)
    clone.git("remote", "set-url", "origin", "https://github.com/octo/history.git", cwd=path)
    for _ in range(2):
        history.journal.run_any_command(path)
    clone.remove(path)
    if history.random.random() < 0.5:
        history.switch(name)


@operation(0.5, "partial clone")
def partial_clone(history):
    if clone_again(history, "--filter=blob:none"):
        rebase_clean(history)


@operation(0.5, "shallow clone")
def shallow_clone(history):
    """Work in a shallow clone, which gets all of history later."""
    clone = history.clone
    if not clone_again(history, "--depth", "3", "--no-single-branch"):
        return
    clone.is_shallow = True
    history.commit(noted=True)
    history.journal.check()
    amend_content(history)
    history.journal.check()
    clone.git("fetch", "-q", "--unshallow", f"file://{os.path.join(clone.folder, 'hub.git')}",
              "refs/heads/*:refs/hub/*")
    for line in clone.git("for-each-ref", "--format=%(refname)", "refs/hub").split():
        clone.git("update-ref", "-d", line)
    clone.is_shallow = False


@operation(1)
def worktree(history):
    """A branch is rewritten in a worktree, whose own reflog is removed with it."""
    clone = history.clone
    unlink(history)
    name = history.feature(2)
    history.switch("main")
    path = os.path.join(clone.folder, f"linked-{clone.token()}")
    clone.git("worktree", "add", "-q", path, name)
    clone.linked = path
    if history.random.random() < 0.5:
        clone.tick()
        clone.change(cwd=path)
        history.amend("--no-edit", cwd=path)
    else:
        history.advance("main", 1)
        history.rebase("main", cwd=path)
    if history.random.random() < 0.4:
        history.journal.run_any_command(path)
    unlink(history)


# Change ids

@operation(1.2)
def jj(history):
    """A colocated jj: change-id headers; the rewritten commits come without reflog messages."""
    clone = history.clone
    name = history.feature(history.random.randint(2, 3))
    shas = picks(history)
    ids = ["".join(history.random.choice("klmnopqrstuvwxyz") for _ in range(32)) for _ in shas]
    base = clone.git("merge-base", "main", name)
    first = with_changes(history, shas, base, ids)
    export(history, name, first)
    for sha in first:
        if history.random.random() < 0.7:
            history.note(sha)
    peer = clone.peer()
    clone.git("switch", "-q", name, cwd=peer)
    clone.git("reset", "-q", "--hard", f"HEAD~{len(first) - 1}", cwd=peer)
    clone.change(cwd=peer)
    clone.tick()
    clone.git("commit", "-q", "-a", "--amend", "-m", f"Described ({clone.token()})",
              "--reset-author", cwd=peer)
    for sha in first[1:]:
        clone.attempt("cherry-pick", sha, cwd=peer)
        history.finish("cherry-pick", peer)
    new = clone.listed(f"{base}..HEAD", cwd=peer)
    if len(new) != len(first):
        raise clones.GitFailed("a commit became empty")
    second = with_changes(history, new, base, ids, cwd=peer, related=first)
    divergent = history.random.random() < 0.2
    if divergent:
        clone.git("update-ref", "-m", "export from jj", f"refs/heads/{name}-divergent", first[-1])
        # Both versions are visible and the old id is reachable: the note is where it was.
    export(history, name, second)
    clone.git("update-ref", "-d", "refs/jj/root")
    clone.remove(peer)


@operation(0.7, "jj divergent")
def jj_divergent(history):
    """Two new versions of one change are visible, and the one with the note is not."""
    clone = history.clone
    name = history.feature(1)
    sha = picks(history)[-1]
    change = "".join(history.random.choice("klmnopqrstuvwxyz") for _ in range(32))
    first = with_changes(history, [sha], clone.git("rev-parse", f"{sha}^"), [change])[0]
    export(history, name, [first])
    history.note(first)
    for branch in (name, f"{name}-divergent"):
        clone.tick()
        raw = clone.git("cat-file", "commit", first) + "\n"
        raw = re.sub(r"^(author|committer) (.*>) \d+", rf"\1 \2 {clone.now}", raw, flags=re.M)
        raw += f"\nDescribed ({clone.token()})\n"
        new = clone.git("hash-object", "-t", "commit", "-w", "--stdin", input=raw)
        history.relate("rewrite", first, new)
        clone.git("update-ref", "-m", "export from jj", f"refs/heads/{branch}", new)
    clone.git("reset", "-q", "--hard")


def with_changes(history, shas, base, ids, cwd=None, related=None):
    """The same commits with a change-id header, on top of each other."""
    clone, made, parent = history.clone, [], base
    for number, sha in enumerate(shas):
        raw = clone.git("cat-file", "commit", sha, cwd=cwd) + "\n"
        raw = re.sub(r"^change-id .*\n", "", raw, flags=re.M)
        raw = re.sub(r"^parent .*$", f"parent {parent}", raw, count=1, flags=re.M)
        raw = re.sub(r"^(committer .*)$", rf"\1\nchange-id {ids[number]}", raw, count=1, flags=re.M)
        parent = clone.git("hash-object", "-t", "commit", "-w", "--stdin", input=raw, cwd=cwd)
        made.append(parent)
        history.relate("rewrite", related[number] if related else sha, parent)
    if cwd:
        clone.git("update-ref", "refs/heads/made", parent, cwd=cwd)
        clone.git("fetch", "-q", cwd, "+made:refs/jj/root")
    return made


def export(history, name, shas):
    clone = history.clone
    clone.git("update-ref", "-m", "export from jj", f"refs/heads/{name}", shas[-1])
    clone.git("reset", "-q", "--hard")


@operation(1, "Change-Id trailer")
def gerrit(history):
    """Gerrit's trailer, with a new author date and a new patch, in another clone."""
    clone = history.clone
    name = history.feature(1)
    change = "I" + "".join(history.random.choice("0123456789abcdef") for _ in range(40))
    sha = history.commit(body=f"Why.\n\nChange-Id: {change}", noted=True)
    history.commit()
    peer = clone.peer()
    clone.git("switch", "-q", name, cwd=peer)
    clone.git("reset", "-q", "--hard", sha, cwd=peer)
    clone.change(cwd=peer)
    olds = clone.listed(f"origin/{name}", cwd=peer)
    history.amend("--no-edit", "--reset-author", cwd=peer)
    clone.attempt("cherry-pick", f"origin/{name}", cwd=peer)
    history.finish("cherry-pick", peer)
    history.relate("rewrite", olds[-1], clone.head(peer))
    clone.git("fetch", "-q", peer, name)
    clone.git("reset", "-q", "--hard", "FETCH_HEAD")
    clone.remove(peer)
