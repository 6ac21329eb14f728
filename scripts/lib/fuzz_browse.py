"""Random keys, pastes, clicks, sizes and signals for browse on a pseudo terminal.

  fuzz_browse.py BINARY [EVENTS [SEED]]

It fails if the program traps, does not answer within half a minute, sends the terminal anything but
the sequences of its screen, does not restore the terminal, or loses a line that was saved or being
typed when a signal ended it. The same seed repeats the same events.
"""
import codecs
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import termios
import time

from pseudo_terminal import PseudoTerminal, children

CONTROL_KEYS = [bytes([code]) for code in range(32) if code not in (3, 0x1A, 0x1B)]
SPECIAL_KEYS = [b"\x1b[" + name for name in (
    b"A", b"B", b"1;2A", b"1;2B", b"1;2B", b"C", b"D", b"H", b"F", b"Z", b"1~", b"3~", b"4~", b"5~", b"6~", b"I", b"O", b"13u",
    b"27u", b"106u", b"12627::106;1;12627u", b"1089::99;5u", b"99;9z", b"?1u", b"?2026;1$y",
    b"106;1:3u", b"<64;3;9M", b"<65;3;9M")] + [b"\x1b", b"\x1bO", b"\x1bA", b"\x1bOA", b"\x1b[",
    b"\x1b]11;rgb:0/0/0\x07", b"\x1bP1$r0m\x1b\\"]
TEXTS = ["ㅓ", "ㅏ", "저", "값", "한글", "ま", "か", "ｊ", "о", "й", "👨‍👩‍👧‍👦", "👍🏽", "e\u0301" * 3, "\u202e",
         "مرحبا", "नमस्ते", "\u200d", "日本語", "\u009b31m", "\u0301", "🇰🇷", "\t", "—"]
# Typed after a colon, with Enter.
COMMANDS = ["tags", "todo list", "yesterday", "어제", "last friday", "digest --since -1w", "streak",
            "notes list", "jot 'from the screen'", "todo add one", "nonsense", "graph --of words",
            "2025-02-29", "9999-12-31", "0001-01-01", "'open", "browse", "diary list", "search a"]
LANGUAGES = ["en_US.UTF-8", "ko_KR.UTF-8", "ja_JP.UTF-8", "C"]
HOSTILE = ["\x1b]0;owned\x07\x1b[31m", "\x9b31m\u0085", "👨‍👩‍👧‍👦 family 👍🏽 🇰🇷", "مرحبا بالعالم", "\u202eesrever",
           "e" + "\u0301" * 500, "a\tb\tc\x00\x7f", "x" * 20_000, "가나다" * 300, "\u200b\u2066hidden",
           "❤️ 1️⃣ ☀️ ─ ■ ①", "ㅓㅏㅗㅣ \u1100\u1161\u11a8", "line\r\nbreaks\rand\u2028more"]

# What the screen sends: modes, positions, styles, questions, key reports, the clipboard.
KNOWN = re.compile(
    r"\x1b\[(?:\?[0-9;]+[hl]|[0-9;]*[HmKJ]|\?u|>[0-9]+u|<u)|\x1b\]52;c;[A-Za-z0-9+/=]*\x07")
EDITOR = """#!/bin/sh
# Each run does something else to the text and the terminal.
n=$(cat "$HOME/edits" 2>/dev/null || echo 0)
echo $((n + 1)) >"$HOME/edits"
for file; do :; done
case $((n % 7)) in
  0 | 1) echo "edited $n" >>"$file" ;;
  2) exit 3 ;;
  3) echo "killed $n" >>"$file"; stty raw -echo; kill -9 $$ ;;
  4) : >"$file" ;;
  5) printf '\\033[?1049h\\033[?1000h\\033[?25l'; printf '\\033[?1000l\\033[?1049l\\033[?25h' ;;
  6) echo "stopped $n" >>"$file"; kill -TERM $$ ;;
esac
"""

def run_job(words):
    """Does what a shell does for a command line: its own process group, in the foreground, which
    continues after it was stopped."""
    ignored = [signal.SIGTTOU, signal.SIGTTIN, signal.SIGTSTP, signal.SIGHUP, signal.SIGINT,
               signal.SIGQUIT]
    for number in ignored:
        signal.signal(number, signal.SIG_IGN)
    settings = termios.tcgetattr(0)
    child = os.posix_spawn(words[0], words, os.environ, setpgroup=0, setsigdef=ignored)
    while True:
        try:
            os.tcsetpgrp(0, child)
            os.killpg(child, signal.SIGCONT)
        except OSError:
            pass
        _, status = os.waitpid(child, os.WUNTRACED)
        try:
            os.tcsetpgrp(0, os.getpgrp())
            if os.WIFSTOPPED(status):
                termios.tcsetattr(0, termios.TCSADRAIN, settings)
        except OSError:
            pass
        if not os.WIFSTOPPED(status):
            sys.exit(os.WEXITSTATUS(status) if os.WIFEXITED(status)
                     else 128 + os.WTERMSIG(status))


class Failure(Exception):
    pass


class Stage:
    """A home directory with a journal full of hostile texts."""

    def __init__(self, binary):
        self.path = tempfile.mkdtemp(prefix="commitdiary-fuzz-")
        self.binary = binary
        self.clone = os.path.join(self.path, "clone")
        editor = os.path.join(self.path, "editor")
        with open(editor, "w") as file:
            file.write(EDITOR)
        os.chmod(editor, 0o755)
        self.environment = {
            "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": self.path, "VISUAL": editor,
            "BROWSER": "true", "TERM": "xterm-256color", "LANG": "en_US.UTF-8", "TZ": "Asia/Seoul",
            "COMMITDIARY_API_URL": "http://127.0.0.1:9", "COMMITDIARY_WEB_URL": "http://127.0.0.1:9",
            "GIT_CONFIG_NOSYSTEM": "1"}
        with open(os.path.join(self.path, ".gitconfig"), "w") as file:
            file.write("[user]\n\tname = Octo\n\temail = octocat@example.com\n")
        self.run("git", "init", "-q", "-b", "main", self.clone)
        for number, text in enumerate(HOSTILE):
            self.run("git", "-C", self.clone, "commit", "-q", "--allow-empty", "-m",
                     text.replace("\0", "") or "empty")
            self.run(binary, "diary", "write", f"-{number}d", "--file", "-", input=text + "\nmore")
            self.run(binary, "notes", "add", "--repo", "octocat/hello", "--no-commit", "--title",
                     text.replace("\0", "")[:4000], "--body", text.replace("\0", ""))
            self.run(binary, "todo", "add", "--day", f"-{number % 3}d", "--",
                     text.replace("\0", "").replace("\n", " ").replace("\r", " ")[:900])

    def run(self, *words, input=""):
        folder = self.clone if os.path.isdir(self.clone) else self.path
        done = subprocess.run(words, env=self.environment, input=input, text=True, cwd=folder,
                              capture_output=True)
        if done.returncode not in (0, 2):
            raise Failure(f"{words[:3]}: {done.stderr}")

    def start(self, language, columns, rows):
        # Ctrl-\ outside of the screen would throw away output that was not read yet.
        words = [sys.executable, "-SB", __file__, "--job", self.binary, "--offline", "browse"]
        return PseudoTerminal(words, dict(self.environment, LANG=language), columns, rows,
                              self.clone, local_modes=termios.NOFLSH)

    def texts(self):
        """Everything that is in the journal and in drafts."""
        texts = []
        with sqlite3.connect(os.path.join(
                self.path, ".local/share/commitdiary/journal.sqlite")) as db:
            for table in ("record", "record_version"):
                for row in db.execute(f"SELECT title, body FROM {table}"):
                    texts += [str(text) for text in row]
        db.close()
        for folder, _, names in os.walk(os.path.join(self.path, ".local/state")):
            for name in names:
                with open(os.path.join(folder, name), errors="replace") as file:
                    texts.append(file.read())
        return "\n".join(texts)


class Events:
    """A sequence of events that depends on the seed only."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.tokens = 0

    def token(self):
        self.tokens += 1
        return f"tok{self.tokens}en"

    def next(self):
        """Bytes, a size, or a signal."""
        source = self.random
        kind = source.random()
        if kind < 0.55:
            # Letters that are keys, more often than others.
            return source.choice("jjjkkkhlgGHL[]{}t12345+/nN:eiam cduUyswr?@M\r\t").encode()
        if kind < 0.65:
            return bytes([source.randrange(0x20, 0x7F)])
        if kind < 0.75:
            return source.choice(SPECIAL_KEYS)
        if kind < 0.79:
            return source.choice(CONTROL_KEYS)
        if kind < 0.86:
            return source.choice(TEXTS).encode()
        if kind < 0.90:
            button = source.choice([0, 0, 0, 2, 32, 32, 64, 65, 3, 1000])
            return (f"\x1b[<{button};{source.randint(0, 220)};{source.randint(0, 80)}"
                    f"{source.choice('Mm')}").encode()
        if kind < 0.93:
            text = source.choice(TEXTS + HOSTILE) * source.randint(1, 20)
            return b"\x1b[200~" + text.encode() + b"\x1b[201~"
        if kind < 0.94:
            return b":" + source.choice(COMMANDS).encode() + b"\r"
        if kind < 0.95:
            return bytes(source.randrange(256) for _ in range(source.randint(1, 12))).replace(
                b"\x03", b"").replace(b"\x1a", b"")
        if kind < 0.98:
            return (source.choice([1, 3, 20, 40, 80, 100, 120, 160, 250]),
                    source.choice([1, 2, 6, 8, 12, 24, 40, 70]))
        if kind < 0.985:
            return b"\x1a"
        if kind < 0.988:
            return source.choice([b"q", b"\x03"])
        return source.choice(["WINCH", "CONT", "TSTP"])


class Terminal:
    """What a terminal knows after it has read the output."""

    def __init__(self):
        self.modes = {}
        self.reports = 0

    def read(self, text):
        isFull = self.modes.get("1049", False)
        for part in re.split(f"({KNOWN.pattern})", text):
            if part.startswith("\x1b["):
                if match := re.fullmatch(r"\x1b\[\?([0-9;]+)([hl])", part):
                    for mode in match[1].split(";"):
                        self.modes[mode] = match[2] == "h"
                    isFull = self.modes.get("1049", False)
                    if match[1] == "1049":
                        self.reports = 0
                elif part.startswith("\x1b[>"):
                    self.reports += 1
                    if self.reports > 1:
                        raise Failure("the mode of key reports is pushed twice")
                elif part == "\x1b[<u":
                    self.reports = max(self.reports - 1, 0)
            # While the program is stopped, the terminal itself echoes what is typed.
            elif isFull and not part.startswith("\x1b]52"):
                bad = [sign for sign in part if sign < " " or "\x7f" <= sign < "\xa0"]
                if bad or "\ufffd" in part:
                    raise Failure(f"control characters {bad} in {part[:300]!r}")

    def check_restored(self):
        left = [mode for mode, is_on in self.modes.items() if is_on != (mode in ("25", "7"))]
        if left or self.reports:
            raise Failure(f"modes that are not restored: {left}, key reports {self.reports}")


class Session:
    """A run of the program."""

    def __init__(self, stage, events):
        source = events.random
        self.language = source.choice(LANGUAGES)
        self.stage, self.events = stage, events
        self.terminal = Terminal()
        self.process = stage.start(self.language, source.choice([30, 80, 120, 160]),
                                   source.choice([10, 24, 40]))
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.unread = ""
        self.saved, self.typed = [], None
        self.sync()

    def collect(self):
        """Checks what was printed so far."""
        self.unread += self.decoder.decode(self.process.output)
        self.process.output = b""
        # The last sequence may not have come whole.
        end = self.unread.rfind("\x1b")
        if end < 0 or KNOWN.match(self.unread, end):
            end = len(self.unread)
        self.terminal.read(self.unread[:end])
        self.unread = self.unread[end:]

    def sync(self):
        """Waits until the program has read its keys, acted on them and drawn the screen. Returns
        whether it still runs."""
        end = time.perf_counter() + 30
        self.shown = ""
        while time.perf_counter() < end:
            if self.process.ended():
                return False
            if end - time.perf_counter() < 25:
                self.continue_stopped()
            # After an editor that has failed, Enter is asked for. Otherwise, the end of a paste, which
            # also ends a string, and a redraw. Ctrl-Q continues output that Ctrl-S has stopped.
            isAsked = self.is_asked()
            self.process.send(b"\x11\r" if isAsked else b"\x1b[201~\x0c")
            deadline = time.perf_counter() + (0.1 if isAsked else 0.25)
            isDrawn = False
            while time.perf_counter() < deadline:
                while self.process.read(0.005):
                    pass
                isDrawn = isDrawn or b"\x1b[?2026l" in self.process.output
                self.shown += self.process.output.decode(errors="replace")
                self.collect()
                if isDrawn and self.process.is_waiting(self.program()):
                    return True
                if self.process.ended():
                    return False
        raise Failure(f"no answer: {self.state()}")

    def continue_stopped(self):
        """Ctrl-S outside of the screen stops the output of an editor. Ctrl-Z there also stops a
        child that has not started its program yet: the program waits for it and cannot stop
        itself, so the shell does not know of it."""
        program = self.program()
        if termios.tcgetattr(self.process.inner)[0] & termios.IXON:
            self.process.send(b"\x11")
        if any(self.status(pid) == "T" for pid in children(program or 0)):
            os.killpg(os.getpgid(program), signal.SIGCONT)

    def status(self, pid):
        """The letter of the state of a process."""
        try:
            with open(f"/proc/{pid}/stat") as file:
                return file.read().rpartition(")")[2].split()[0]
        except OSError:
            return ""

    def state(self):
        """What the program is doing, for a report."""
        state = []
        for pid in [self.program(), *children(self.program() or 0)]:
            try:
                with open(f"/proc/{pid}/stat") as stat, open(f"/proc/{pid}/wchan") as wchan, \
                        open(f"/proc/{pid}/cmdline") as line:
                    state.append((line.read(), stat.read().split()[2], wchan.read()))
            except OSError:
                pass
        settings = termios.tcgetattr(self.process.inner)
        return (f"{state}, modes {self.terminal.modes}, raw {not settings[3] & termios.ICANON}, "
                f"flags {settings[0]:o} {settings[3]:o}, shown {self.shown[-500:]!r}")

    def is_asked(self):
        """Whether the program has left its screen and waits for Enter, without an editor."""
        if not self.terminal.modes or self.terminal.modes.get("1049"):
            return False
        pid = self.program()
        return pid and self.process.is_asking(pid)

    def program(self):
        """The process of the program, a child of the shell."""
        return next(iter(children(self.process.pid)), None)

    def play(self, event):
        if isinstance(event, bytes):
            self.process.send(event)
        elif isinstance(event, tuple):
            self.process.resize(*event)
        elif pid := self.program():
            try:
                os.kill(pid, getattr(signal, "SIG" + event))
            except ProcessLookupError:
                pass

    def write_line(self, isEntered):
        """Types a line into today's entry, which must be kept whatever happens."""
        token = self.events.token()
        if not self.sync():
            return
        self.process.resize(80, 24)
        if not self.open_line():
            return
        self.process.send(token.encode() + (b"\r" if isEntered else b""))
        self.typed = token
        end = time.perf_counter() + 30
        while self.sync() and isEntered:
            if token in self.stage.texts():
                self.saved.append(token)
                self.typed = None
                return
            # An entry that is full refuses the line, which stays in its prompt.
            if token in self.shown:
                return
            # A command that takes longer runs beside the screen.
            if time.perf_counter() > end:
                raise Failure(f"a saved line is lost: {token}; {self.state()}; {self.shown[-3000:]}")

    def open_line(self):
        """Opens the prompt of a line, and returns whether it is open. The cursor is visible only in
        a prompt. A command that ends meanwhile shows its output, which the key closes."""
        for _ in range(10):
            # Out of overlays and prompts.
            self.process.send(b"\x1b[27u\x1b[27u\x1b[27ut")
            if not self.sync():
                return False
            self.process.send(b"i\x15")
            if not self.sync():
                return False
            if self.terminal.modes.get("25"):
                return True
        raise Failure(f"no prompt: {self.state()}; {self.shown[-3000:]}")

    def end(self, how):
        """Ends the program, and checks the terminal and the texts."""
        if not self.process.ended():
            if how == "quit":
                for _ in range(40):
                    if not self.sync():
                        break
                    self.process.send(b"\x1b[27u\x1b[27u\x1b[27uq")
            else:
                self.sync()
                self.write_line(False)
                if pid := self.program():
                    os.kill(pid, getattr(signal, "SIG" + how))
            if self.process.wait(30) is None:
                raise Failure(f"still runs after {how}")
        while self.process.read(0.01):
            pass
        self.collect()
        if self.unread:
            self.terminal.read(self.unread)
        self.terminal.check_restored()
        if termios.tcgetattr(self.process.inner) != self.process.before:
            raise Failure("the line settings of the terminal are not restored")
        # Outside of the screen, Ctrl-\ is a signal of the terminal.
        signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
        if self.process.status not in (0, *(128 + number for number in signals)):
            raise Failure(f"exit status {self.process.status}")
        texts = self.stage.texts()
        for token in self.saved:
            if token not in texts:
                raise Failure(f"a saved line is lost: {token}")
        if how != "quit" and self.typed and self.typed not in texts:
            raise Failure(f"a line being typed is lost: {self.typed}")
        self.process.close()


def run(stage, count, seed):
    events = Events(seed)
    done = sessions = 0
    started = shown = time.perf_counter()
    session = None
    try:
        while done < count:
            session = Session(stage, events)
            sessions += 1
            length = events.random.choice([50, 300, 1500])
            while length > 0 and done < count:
                recent = []
                for _ in range(min(20, length, count - done)):
                    recent.append(events.next())
                    session.play(recent[-1])
                    done += 1
                    length -= 1
                if not session.sync():
                    break
                if events.random.random() < 0.1:
                    session.write_line(True)
            session.end(events.random.choice(["quit", "quit", "TERM", "HUP", "INT"]))
            session = None
            if time.perf_counter() - shown > 30:
                shown = time.perf_counter()
                print(f"  {done} events, {sessions} sessions", file=sys.stderr, flush=True)
    except (Failure, TimeoutError, OSError) as failure:
        print(f"{failure}\n  after {done} events, in session {sessions}"
              f" ({session and session.language}); the last events: {recent}", file=sys.stderr)
        if session:
            print(f"  status {session.process.status}, {session.state()},"
                  f" last output {session.process.output[-600:]!r}", file=sys.stderr)
            session.process.close()
        return False
    print(f"{done} events in {sessions} sessions, {time.perf_counter() - started:.0f} s:"
          " no trap, no hang, nothing lost", file=sys.stderr)
    return True


def main():
    binary = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.SystemRandom().randrange(1 << 32)
    print(f"browse: {count} events, seed {seed}", file=sys.stderr)
    stage = Stage(binary)
    try:
        isFine = run(stage, count, seed)
    finally:
        if os.environ.get("COMMITDIARY_FUZZ_KEEP"):
            print(stage.path, file=sys.stderr)
        else:
            shutil.rmtree(stage.path, ignore_errors=True)
    sys.exit(0 if isFine else 1)


sys.dont_write_bytecode = True
if sys.argv[1] == "--job":
    run_job(sys.argv[2:])
main()
