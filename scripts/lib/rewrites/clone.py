"""A clone that a history changes: git with a home directory and a clock of its own, and text files
in which a change of one line never touches the context of another."""
import os
import re
import shutil
import subprocess

BINARY = None       # Set by scripts/rewrites.
FILTER_REPO = False
RULE_OFF = None     # A rule of following that the program leaves out; only debug builds can.
START = 1_750_000_000
ME = ("Ada", "ada@example.com")
COLLEAGUE = ("Octo", "octo@example.com")
OTHER = ("조민수", "minsu@example.org")
GITHUB = ("GitHub", "noreply@github.com")
FILES = ["a.txt", "b.txt", "lib/c.txt", "lib/d.txt"]
SLOTS = 5

CONFIGURATION = """[user]
	name = Ada
	email = ada@example.com
[init]
	defaultBranch = main
[gc]
	auto = 0
[maintenance]
	auto = false
[core]
	fsync = none
[advice]
	detachedHead = false
	skippedCherryPicks = false
[protocol "file"]
	allow = always
[uploadpack]
	allowFilter = true
	allowAnySHA1InWant = true
[commit]
	gpgSign = false
"""

# Records the pairs of git's own post-rewrite hook. The model takes them for true. The hook
# is outside of the clone, where commitdiary cannot see it.
HOOK = "#!/bin/sh\ncat >>\"$REWRITES_PAIRS\"\n"


class GitFailed(Exception):
    pass


class Clone:
    """The working tree `root` and what belongs to it: the journal, the home, and other clones."""

    def __init__(self, folder, random, sha256=False, rewrite_notes=False, one_second=False,
                 path_remote=False):
        self.folder, self.random = folder, random
        self.sha256 = sha256
        self.one_second = one_second    # All commits have the same time.
        self.path_remote = path_remote  # The remote is a directory.
        self.root = os.path.join(folder, "clone")
        self.pairs = os.path.join(folder, "pairs")
        self.now, self.number = START, 0
        self.transcript = []
        self.is_shallow = self.is_partial = False
        self.pulls = []     # Merged pull requests that `refresh` would know.
        self.linked = None
        hooks = os.path.join(folder, "hooks")
        home = os.path.join(folder, "home")
        os.makedirs(hooks)
        os.makedirs(home)
        with open(os.path.join(hooks, "post-rewrite"), "w") as file:
            file.write(HOOK)
        os.chmod(os.path.join(hooks, "post-rewrite"), 0o755)
        configuration = CONFIGURATION
        if rewrite_notes:
            configuration += ("[notes]\n\trewriteRef = refs/notes/commits\n"
                              "\trewriteMode = concatenate\n")
        with open(os.path.join(home, ".gitconfig"), "w") as file:
            file.write(configuration)
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": home, "LANG": "C.UTF-8", "TZ": "UTC",
            "GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0", "GIT_EDITOR": "true",
            "GIT_MERGE_AUTOEDIT": "no", "REWRITES_PAIRS": self.pairs,
            "COMMITDIARY_API_URL": "http://127.0.0.1:1",
        }
        self.rules = os.path.join(folder, "rules")
        self.environment["COMMITDIARY_RULES_FOUND"] = self.rules
        if RULE_OFF:
            self.environment["COMMITDIARY_WITHOUT_RULE"] = RULE_OFF
        for name in ("CONFIG", "DATA", "STATE", "CACHE"):
            self.environment[f"XDG_{name}_HOME"] = os.path.join(folder, "xdg", name.lower())
        self.with_hook = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.hooksPath",
                          "GIT_CONFIG_VALUE_0": hooks}
        self.create(self.root)

    def create(self, path):
        words = ["git", "init", "-q", "-b", "main"]
        if self.sha256:
            words.append("--object-format=sha256")
        subprocess.run([*words, path], env=self.environment, check=True, capture_output=True)
        address = "https://github.com/octo/history.git"
        if self.path_remote:
            address = os.path.join(self.folder, "origin.git")
            subprocess.run([*words, "--bare", address], env=self.environment, check=True,
                           capture_output=True)
        self.git("remote", "add", "origin", address, cwd=path)
        self.address = address

    # Running git

    def tick(self, seconds=None):
        if self.one_second:
            return
        self.now += seconds if seconds is not None else self.random.randint(40, 4000)

    def attempt(self, *words, cwd=None, input=None, **environment):
        """Runs git and returns the whole result, whatever its status."""
        variables = dict(self.environment, GIT_AUTHOR_DATE=f"{self.now} +0900",
                         GIT_COMMITTER_DATE=f"{self.now} +0900", **environment)
        done = subprocess.run(["git", *words], cwd=cwd or self.root, env=variables, input=input,
                              stdin=None if input is not None else subprocess.DEVNULL,
                              capture_output=True, text=True, errors="replace")
        self.transcript.append((cwd or self.root, words, done.returncode))
        return done

    def git(self, *words, cwd=None, input=None, **environment):
        """Runs git, which must succeed, and returns its output."""
        done = self.attempt(*words, cwd=cwd, input=input, **environment)
        if done.returncode != 0:
            raise GitFailed(f"git {' '.join(words)}: {done.stderr.strip()[-300:]}")
        return done.stdout.strip()

    def by(self, person, committer=False):
        variables = {"GIT_AUTHOR_NAME": person[0], "GIT_AUTHOR_EMAIL": person[1]}
        if committer:
            variables |= {"GIT_COMMITTER_NAME": person[0], "GIT_COMMITTER_EMAIL": person[1]}
        return variables

    def head(self, cwd=None):
        return self.git("rev-parse", "HEAD", cwd=cwd)

    def branches(self):
        return self.git("for-each-ref", "--format=%(refname:short)", "refs/heads").split()

    def listed(self, *range, cwd=None):
        """The commits of a range, oldest first."""
        return self.git("rev-list", "--reverse", "--topo-order", *range, "--",
                        GIT_NO_REPLACE_OBJECTS="1", cwd=cwd).split()

    def git_path(self, name, cwd=None):
        path = self.git("rev-parse", "--git-path", name, cwd=cwd)
        return os.path.join(cwd or self.root, path)

    def peer(self):
        """Another clone of the same branches: a colleague's, or GitHub itself."""
        path = os.path.join(self.folder, f"peer-{self.number}")
        self.number += 1
        source = self.root
        if self.is_partial:
            # The clone itself does not have all files.
            source = os.path.join(self.folder, "hub.git")
            self.git("push", "-q", "-f", source, "refs/heads/*:refs/heads/*")
        self.git("clone", "-q", "--no-tags", source, path, cwd=self.folder)
        return path

    # Texts

    def token(self):
        self.number += 1
        return f"{self.number}-{self.random.randint(1000, 9999)}"

    def texts(self, cwd=None):
        """The paths of the files with slots, relative to the working tree."""
        root, found = cwd or self.root, []
        for folder, names, files in os.walk(root):
            if ".git" in names:
                names.remove(".git")
            names.sort()
            found += [os.path.relpath(os.path.join(folder, name), root) for name in sorted(files)
                      if name.endswith(".txt")]
        return found

    def write_base(self):
        for path in FILES:
            os.makedirs(os.path.dirname(os.path.join(self.root, path)) or ".", exist_ok=True)
            lines = []
            for slot in range(SLOTS):
                lines += [f"{path} {slot}.{line}" for line in range(5)]
                lines += [f"slot {slot}: empty"]
            lines += [f"{path} end {line}" for line in range(5)]
            with open(os.path.join(self.root, path), "w") as file:
                file.write("\n".join(lines) + "\n")

    def change(self, place=None, cwd=None, text=None):
        """Sets one slot to a new text, and returns its place."""
        root = cwd or self.root
        places = [(path, slot) for path in self.texts(root) for slot in range(SLOTS)]
        if place is None or place not in places:
            if not places:
                place = ("new.txt", 0)
                with open(os.path.join(root, "new.txt"), "w") as file:
                    file.write("slot 0: empty\n")
            else:
                place = self.random.choice(places)
        path = os.path.join(root, place[0])
        with open(path) as file:
            content = file.read()
        line = f"slot {place[1]}: {text or self.token()}"
        changed = re.sub(rf"^slot {place[1]}: .*$", line, content, count=1, flags=re.M)
        if changed == content:
            changed += line + "\n"
        with open(path, "w") as file:
            file.write(changed)
        return place

    def resolve(self, cwd=None):
        """Resolves all conflicts: the picked side, changed a little, so that its patch differs."""
        root = cwd or self.root
        for name in self.git("diff", "--name-only", "--diff-filter=U", cwd=root).split("\n"):
            path = os.path.join(root, name)
            if not name or not os.path.exists(path):
                continue
            with open(path) as file:
                lines = file.read().split("\n")
            kept, side = [], None
            for line in lines:
                if line.startswith("<<<<<<< "):
                    side = "ours"
                elif line == "=======" and side:
                    side = "theirs"
                elif line.startswith(">>>>>>> ") and side:
                    side = None
                elif side == "theirs":
                    kept.append(line + f" resolved {self.token()}" if "slot" in line else line)
                elif side is None:
                    kept.append(line)
            with open(path, "w") as file:
                file.write("\n".join(kept))
        self.git("add", "-A", cwd=root)

    def remove(self, path):
        shutil.rmtree(path, ignore_errors=True)
