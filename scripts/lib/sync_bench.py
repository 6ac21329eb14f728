"""Measures `sync` against `git fetch` of the same remote: nothing new, one new note, the first join of
100,000 texts; and `notes add` with and without `sync.auto`.
"""
import os
import subprocess
import sys
import time

from exchange_bench import archive, timed


def device(folder, environment, name):
    home = dict(environment, HOME=os.path.join(folder, name))
    os.makedirs(home["HOME"])
    return home


def median(values):
    return sorted(values)[len(values) // 2]


def seconds(words, environment):
    start = time.perf_counter()
    subprocess.run(words, env=environment, check=True, stdin=subprocess.DEVNULL,
                   stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def interleaved(runs, *calls):
    """The median seconds of each call."""
    taken = [[] for _ in calls]
    for _ in range(runs):
        for column, call in zip(taken, calls):
            column.append(call())
    return [median(column) for column in taken]


def row(name, ours, goal, peer=None):
    limit = goal if peer is None else peer + goal
    fine = ours <= limit
    other = "" if peer is None else f"{peer * 1000:9.1f} ms"
    print(f"{name:<44} {ours * 1000:9.1f} ms {other:>12}   goal {limit * 1000:.1f} ms"
          f"{'' if fine else '   OVER'}")
    return fine


def measure(binary, folder, environment, texts, report_memory):
    first, second = (device(folder, environment, f"sync-{name}") for name in ("first", "second"))
    for home in (first, second):
        subprocess.run([binary, "config", "set", "sync.auto", "false", "--quiet"], env=home, check=True)
    file = os.path.join(first["HOME"], "texts.json")
    archive(file, texts)
    remote = os.path.join(folder, "diary.git")
    subprocess.run([binary, "import", "--quiet", file], env=first, check=True, stdout=subprocess.DEVNULL)
    print(f"\n{len(texts)} texts, {os.path.getsize(file) / 1e6:.0f} MB of JSON"
          f"{'':<12} {'ours':>12} {'git fetch':>12}")
    begin = [binary, "sync", "init", remote, "--store", "file"]
    print(f"{'sync init':<44} {seconds(begin, first) * 1000:9.1f} ms")
    key = subprocess.run([binary, "sync", "key", "show"], env=first, check=True, capture_output=True).stdout
    join = ["sh", "-c", 'echo "$0" | "$@"', key.decode().strip(), binary, "sync", "join", remote, "--store", "file"]
    joins, memory = [], 0
    for number in range(3):
        home = device(folder, environment, f"sync-join-{number}")
        taken, used = timed(join, home)
        joins.append(taken)
        memory = max(memory, used)
    fine = row("first join", median(joins), 5)
    report_memory("first join", memory, 60)
    subprocess.run([*join, "--quiet"], env=second, check=True)
    clone = os.path.join(second["HOME"], ".local/share/commitdiary/sync.git")
    fetch = ["git", f"--git-dir={clone}", "fetch", "-q", "--no-tags", "--no-write-fetch-head", remote,
             "+refs/heads/commitdiary*:refs/theirs/commitdiary*"]
    ours, peer = interleaved(
        21, lambda: seconds([binary, "sync", "-q"], second), lambda: seconds(fetch, second))
    fine &= row("nothing new : git fetch + 10 ms", ours, 0.010, peer)

    def one():
        subprocess.run([binary, "notes", "add", "-q", "--repo", "o/r", "--no-commit", "--body", "one"],
                       env=second, check=True, stdout=subprocess.DEVNULL)
        return seconds([binary, "sync", "-q"], second)

    fine &= row("one new note", median([one() for _ in range(11)]), 0.1)
    for _ in range(3):
        one()
    fine &= row("one note received",
                median([(one(), seconds([binary, "sync", "-q"], first))[1] for _ in range(11)]), 0.1)
    return fine & writing(binary, folder, environment, remote)


def writing(binary, folder, environment, remote):
    """`notes add`, in a small journal, without and with `sync.auto`."""
    plain, auto = (device(folder, environment, f"sync-{name}") for name in ("plain", "auto"))
    small = os.path.join(folder, "small.git")
    subprocess.run([binary, "sync", "init", small, "--store", "file", "-q"], env=auto, check=True)
    words = [binary, "notes", "add", "-q", "--repo", "o/r", "--no-commit", "--body", "text"]
    for home in (plain, auto):
        seconds(words, home)
    without, with_auto = interleaved(41, lambda: seconds(words, plain), lambda: seconds(words, auto))
    return row("notes add with sync.auto : without + 2 ms", with_auto, 0.002, without)
