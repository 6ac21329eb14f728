"""The first look for rewritten commits, against git printing the same commits with their patches."""
import os
import random
import shutil
import statistics
import subprocess
import sys

COUNT = 10_000


def make_rewritten(path):
    """A branch of commits with one changed line each, and the same commits rebased: other parents,
    the same authors, dates and patches. Returns the ids of the commits before, oldest first."""
    subprocess.run(["git", "init", "-q", "-b", "main", path], check=True)
    subprocess.run(["git", "-C", path, "remote", "add", "origin",
                    "https://github.com/octocat/rewritten.git"], check=True)
    importing = subprocess.Popen(["git", "fast-import", "--quiet", "--export-marks=marks"],
                                 cwd=path, stdin=subprocess.PIPE)
    write = importing.stdin.write

    def commit(branch, mark, subject, now, committed, start, changes):
        write(b"commit refs/heads/%s\nmark :%d\nauthor Octo <octocat@example.com> %d +0000\n"
              b"committer Octo <octocat@example.com> %d +0000\ndata %d\n%s\n"
              % (branch, mark, now, committed, len(subject), subject))
        if start:
            write(b"from :%d\n" % start)
        for name, text in changes:
            write(b"M 100644 inline %s\ndata %d\n%s\n" % (name, len(text), text))

    def text(number, line):
        lines = [b"line %d of file %d" % (index, number) for index in range(60)]
        lines[30] = line
        return b"\n".join(lines) + b"\n"

    first = [(b"src/f%d" % number, text(number, b"empty")) for number in range(200)]
    commit(b"main", 1, b"begin", 1_400_000_000, 1_400_000_000, None, first)
    commit(b"main", 2, b"meanwhile", 1_500_000_000, 1_500_000_000, 1, [(b"other", b"text\n")])
    for branch, start, offset, delay in [(b"old", 1, 10, 0), (b"main", 2, 10 + COUNT, 90_000_000)]:
        for number in range(COUNT):
            now = 1_400_000_000 + number * 4_000
            commit(branch, offset + number, b"commit %d" % number, now, now + delay,
                   offset + number - 1 if number else start,
                   [(b"src/f%d" % (number % 200), text(number % 200, b"commit %d" % number))])
    importing.stdin.close()
    if importing.wait() != 0:
        sys.exit("git fast-import failed")
    subprocess.run(["git", "-C", path, "reset", "-q", "--hard"], check=True)
    subprocess.run(["git", "-C", path, "branch", "-q", "-D", "old"], check=True)
    # As after `git gc`: objects are packed well, and the old ones are still there.
    subprocess.run(["git", "-C", path, "update-ref", "refs/kept/old",
                    read_marks(path)[10 + COUNT - 1]], check=True)
    subprocess.run(["git", "-C", path, "gc", "-q"], check=True)
    subprocess.run(["git", "-C", path, "update-ref", "-d", "refs/kept/old"], check=True)
    marks = read_marks(path)
    os.remove(os.path.join(path, "marks"))
    return [marks[10 + number] for number in range(COUNT)]


def read_marks(path):
    with open(os.path.join(path, "marks")) as file:
        return {int(mark[1:]): sha for mark, sha in (line.split() for line in file)}


def fill(journal, commits, bench):
    """A note on each commit, as an older program saved it: without what identifies the commit."""
    source = random.Random(5)
    with bench.database(journal) as db:
        note = bench.template(db)
        for number, sha in enumerate(commits):
            instant = 1_400_000_000 + number * 4_000
            bench.insert(db, note, id=bench.random_id(source), day=instant // 86400,
                         title=f"note {number}", body=f"note {number}", created_at=instant,
                         updated_at=instant, sha=sha, subject=f"commit {number}", author="Octo",
                         authored_at=instant, authored_offset=0)


def measure(folder, environment, runs, bench):
    """The first look, a look with nothing new, and the peer."""
    print(f"\n{'10,000 rewritten commits':<44} {'ours':>12} {'peer':>12}   ratio")
    clone = os.path.join(folder, "rewritten")
    commits = make_rewritten(clone)
    home = os.path.join(folder, "home-rewritten")
    os.makedirs(home)
    run = dict(environment, HOME=home)
    here = os.getcwd()
    os.chdir(clone)
    bench.run([bench.BINARY, "notes", "add", "--no-commit", "--body", "one"], run, check=True)
    saved = os.path.join(home, ".local/share/commitdiary")
    fill(run, commits, bench)
    names = os.path.join(folder, "commits")
    with open(names, "w") as file:
        file.write("\n".join(commits) + "\n")
    peer = ["sh", "-c", f"git log -p --no-walk --stdin <'{names}' >/dev/null"]
    look = [bench.BINARY, "notes", "show", "HEAD"]
    kept = os.path.join(folder, "journal-kept")
    shutil.copytree(saved, kept)
    pairs, again = [], []
    for _ in range(runs):
        shutil.rmtree(saved)
        shutil.copytree(kept, saved)
        pairs.append((bench.seconds(look, run), bench.seconds(peer, run)))
        again.append((bench.seconds(look, run), bench.seconds(["gh", "--version"], run)))
    os.chdir(here)
    fine = True
    for name, times, goal in [("first look : git log -p --no-walk", pairs, 1.2),
                              ("notes show HEAD again : gh --version", again, None)]:
        fine &= bench.report(name, *(statistics.median(times) for times in zip(*times)),
                             statistics.median(a / b for a, b in times), goal)
    return fine
