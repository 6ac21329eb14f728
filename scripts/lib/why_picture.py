"""The recording for README.md: a line, its reason, an amend, and the reason that is still there."""
import os
import re
import time

COLUMNS, ROWS = 92, 24
SOURCE = """#include "cache.h"

/* The rows of the page that was asked for last. */
struct cache {
    size_t count;
    struct row *rows;
    time_t fetched;
};

/* One page, because the next one is nearly always the same. */
static struct cache cache;
"""
# The commands, and how long the screen is shown after each, in seconds.
SESSION = [
    ("commitdiary why src/cache.c:11", 3.5),
    ("commitdiary notes add --tag perf 'Two queries ran for every row.'", 2),
    ("git commit -q --amend -m 'Cache the rows of a page'", 1.5),
    ("commitdiary why src/cache.c:11", 6),
]
WHEN = "2026-11-21T09:12:00Z"


def make_clone(stage):
    clone = os.path.join(stage.path, "why", "hello")
    os.makedirs(os.path.join(clone, "src"))
    with open(os.path.join(clone, "src/cache.c"), "w", encoding="utf-8") as file:
        file.write(SOURCE)
    dates = {"GIT_AUTHOR_DATE": WHEN, "GIT_COMMITTER_DATE": WHEN}
    for words in [("init", "-q", "-b", "main"), ("config", "user.email", "octocat@example.com"),
                  ("config", "user.name", "Octo"),
                  ("remote", "add", "origin", "https://github.com/octocat/hello.git"),
                  ("add", "src"), ("commit", "-q", "-m", "Keep what was fetched (#12)", "-m",
                                   "The page asks for the same rows again.")]:
        stage.run("git", "-C", clone, *words, **dates)
    return clone


def frames(stage, variables):
    """The screen after each key, and how long it is shown."""
    clone = make_clone(stage)
    script = os.path.join(stage.path, "script")
    variables = {**variables, "XDG_DATA_HOME": os.path.join(stage.path, "why/data"),
                 "COMMITDIARY_NOW": "2026-11-21T09:20:00Z", "GIT_PAGER": "cat",
                 "GIT_COMMITTER_DATE": "2026-11-21T09:20:00Z", "PS1": "$ "}
    with open(script, "w", encoding="utf-8") as file:
        exports = "".join(f"export {name}='{value}'\n" for name, value in variables.items())
        file.write(f"#!/bin/sh\n{exports}cd '{clone}'\nexec bash --norc --noprofile -i\n")
    os.chmod(script, 0o755)
    tmux = ["tmux", "-u", "-S", stage.path + "/socket", "-f", "/dev/null"]
    stage.run(*tmux, "new-session", "-d", "-s", "picture", "-x", str(COLUMNS), "-y", str(ROWS),
              script)

    def screen(still):
        """The screen once it has not changed for a while."""
        shown, since = None, time.monotonic()
        while time.monotonic() - since < still:
            now = stage.run(*tmux, "capture-pane", "-e", "-N", "-p", "-t", "picture")
            if now != shown:
                shown, since = now, time.monotonic()
            time.sleep(0.05)
        return shown.rstrip("\n").split("\n")

    taken = [(screen(0.6), 0.8)]
    for command, seconds in SESSION:
        for start in range(0, len(command), 4):
            stage.run(*tmux, "send-keys", "-t", "picture", "-l", command[start:start + 4])
            taken.append((screen(0.2), 0.12))
        stage.run(*tmux, "send-keys", "-t", "picture", "Enter")
        taken.append((screen(1.2), seconds))
    stage.run(*tmux, "kill-session", "-t", "picture")
    # The id of a note is random, but the recording is the same every time.
    text = re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(taken[-1][0]))
    name = re.search(r"Saved note ([0-9a-z]{4,}) ", text)
    return [([line.replace(name[1], "djcg") for line in lines], seconds)
            for lines, seconds in taken]
