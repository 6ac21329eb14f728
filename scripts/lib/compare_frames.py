"""Compares what the changes of frames have built on a screen with the same screen drawn anew.

  compare_frames.py BINARY [KEYS [SEED]]

After each of the random keys (by default 500), an emulator (pyte) must show the same characters
with the same styles as in a frame that is drawn as a whole, in five sizes and three languages. What
is read beside the screen may arrive between the two: the keys before a difference are sent again,
and it counts if it is there again.
"""
import concurrent.futures
import itertools
import os
import random
import shutil
import sys
import time

sys.dont_write_bytecode = True
import browse_keys  # noqa: E402
import browse_pictures  # noqa: E402
from browse_stage import Stage  # noqa: E402
from watched_browse import Hang, Quit, WatchedBrowse  # noqa: E402

SIZES = [(40, 12), (60, 24), (80, 24), (120, 40), (200, 60)]
LANGUAGES = list(browse_pictures.LOCALES)
# Long lines and characters of all widths that terminals agree on.
TEXTS = ["값비싼 캐시를 " * 30, "キャッシュ、ｶﾀｶﾅ、ｆｕｌｌ　ｗｉｄｔｈ", "① ■ ─ ★ … · ±", "⚡ 😀 ☕ emoji",
         "e\u0301tude mit Ärger — naïve “café”", "кириллица и ещё", "가나다" * 60, "x" * 400,
         "\u1112\u1161\u11ab\u1100\u1173\u11af"]


def fill(binary, language):
    """A journal and a clone in the language."""
    stage = Stage(binary, COLORTERM="truecolor")
    stage.set_editor('echo "한 줄 더 一行" >>"$file"\n')
    dice = random.Random(33)
    more, clone = browse_pictures.fill(stage, binary, language, dice.randrange)
    stage.environment.update(more)
    stage.clone = clone
    for number, text in enumerate(TEXTS):
        stage.run(binary, "notes", "add", "--no-commit", "--title", text, "--body", text * 3,
                  "--tag", "perf", folder=clone)
        stage.run(binary, "todo", "add", "--day", f"-{number % 3}d", "--", text)
        stage.run(binary, "diary", "write", f"-{number}d", "--body", text)
    return stage


def gestures(source, size):
    """Keys and sizes without end."""
    columns, rows = size
    while True:
        kind = source.random()
        if kind < 0.85:
            yield from browse_keys.movement(source, columns, rows)
        elif kind < 0.97:
            yield from browse_keys.change(source)
        elif kind < 0.98:
            yield b"e"
        else:
            yield source.choice([other for other in SIZES if other != size])
            yield size


def differences(built, drawn):
    """The rows that differ."""
    return [row for row, (left, right) in enumerate(zip(built, drawn)) if left != right]


def play(stage, size, keys):
    """Sends keys to a copy of the journal, and compares after each. Returns the number of keys
    before the first difference and a report of it, or None."""
    home = os.path.join(stage.path, f"run-{os.getpid()}")
    environment = {**stage.environment, **{
        f"XDG_{name.upper()}_HOME": os.path.join(home, name) for name in ("data", "state", "config")}}
    shutil.copytree(stage.environment["XDG_DATA_HOME"], environment["XDG_DATA_HOME"])
    words = [stage.binary, "--offline", "browse"]
    browse = WatchedBrowse(words, environment, *size, stage.clone)
    try:
        for number, key in enumerate(keys):
            try:
                if isinstance(key, tuple):
                    browse.resize(*key)
                else:
                    browse.press(key)
            except Quit:
                browse.close()
                browse = WatchedBrowse(words, environment, *size, stage.clone)
            built, lines = browse.emulator.cells(), browse.emulator.lines()
            # A frame that is drawn as a whole leaves nothing of what was there.
            browse.emulator.fill("#")
            browse.redraw()
            drawn = browse.emulator.cells()
            if rows := differences(built, drawn):
                return number, report(rows, lines, built, browse.emulator.lines(), drawn)
    finally:
        browse.close()
        shutil.rmtree(home)
    return None


def report(rows, lines, built, linesDrawn, drawn):
    parts = []
    for row in rows[:5]:
        column = next(place for place, (left, right) in enumerate(zip(built[row], drawn[row]))
                      if left != right)
        parts.append(f"  row {row + 1}, from column {column + 1}:\n"
                     f"    built {lines[row]!r}\n    drawn {linesDrawn[row]!r}\n"
                     f"    built {built[row][column]}\n    drawn {drawn[row][column]}")
    return "\n".join(parts)


def compare(stage, language, size, count, seed):
    """A line about the result, and whether it is good."""
    name = f"{language} {size[0]} x {size[1]}"
    source = random.Random(f"{seed} {name}")
    keys = list(itertools.islice(gestures(source, size), count))
    started, chances = time.perf_counter(), 0
    try:
        while found := play(stage, size, keys):
            number, text = found
            if (again := play(stage, size, keys[:number + 1])) and again[0] == number:
                return False, (f"{name}: a difference after key {number + 1}, {keys[number]!r}; "
                               f"the last keys: {keys[max(number - 12, 0):number + 1]}\n{text}")
            # Something arrived between the two frames.
            chances += 1
            if chances > 5:
                return False, f"{name}: differs at other places each time, first\n{text}"
    except Hang as hang:
        return False, f"{name}: {hang}"
    chances = f", {chances} differences by chance" if chances else ""
    return True, f"{name}: {count} keys, {time.perf_counter() - started:.0f} s{chances}"


def main():
    binary = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 500
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.SystemRandom().randrange(1 << 32)
    print(f"frames: {count} keys each, seed {seed}", file=sys.stderr)
    stages, isFine = {}, True
    try:
        with concurrent.futures.ProcessPoolExecutor() as pool:
            stages = dict(zip(LANGUAGES, pool.map(fill, [binary] * len(LANGUAGES), LANGUAGES)))
            runs = [pool.submit(compare, stages[language], language, size, count, seed)
                    for size in reversed(SIZES) for language in LANGUAGES]
            for run in concurrent.futures.as_completed(runs):
                isGood, line = run.result()
                isFine &= isGood
                print(f"  {line}", file=sys.stderr, flush=True)
    finally:
        for stage in stages.values():
            stage.remove()
    sys.exit(0 if isFine else 1)


if __name__ == "__main__":
    main()
