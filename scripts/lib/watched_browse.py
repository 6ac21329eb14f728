"""Browse on a pseudo terminal, and what an emulator shows of it."""
import signal
import time

from pseudo_terminal import END_OF_FRAME, PseudoTerminal
from screen_emulator import ScreenEmulator


class Hang(Exception):
    """The program does not go on as it should."""


class Quit(Exception):
    """A key or a click has ended the program."""


class WatchedBrowse:
    def __init__(self, words, environment, columns, rows, folder):
        self.emulator = ScreenEmulator(columns, rows)
        self.process = PseudoTerminal(words, environment, columns, rows, folder)
        self.read_to_end_of_frame()
        self.settle()

    def press(self, key):
        """Sends a key, and reads what it changes on the screen."""
        self.process.send(key)
        # The key wakes the program, at once unless the machine is busy.
        end = time.perf_counter() + 0.2
        while self.process.idle_times() == self.idle and time.perf_counter() < end:
            time.sleep(0.0005)
        # A single Escape may be the beginning of a sequence.
        if key == b"\x1b":
            time.sleep(0.08)
        self.settle()

    def resize(self, columns, rows):
        self.emulator.resize(columns, rows)
        self.process.resize(columns, rows)
        self.read_to_end_of_frame()
        self.settle()

    def redraw(self):
        """Has the whole screen drawn anew, by a signal, because Ctrl-L clears the remark on the
        bottom line as every key does. What was printed before need not be read then."""
        self.process.output = b""
        self.process.signal(signal.SIGWINCH)
        self.read_to_end_of_frame()
        self.settle()

    def wait(self, seconds):
        """Reads the screen for a while, as it changes by itself."""
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            self.process.read(left)
        self.settle()

    def feed(self):
        self.emulator.feed(self.process.output)
        self.process.output = b""

    def read_to_end_of_frame(self):
        end = time.perf_counter() + 10
        while END_OF_FRAME not in self.process.output:
            if not self.process.read(0.5) and time.perf_counter() > end:
                raise Hang("no frame within ten seconds")
            self.check_runs()

    def settle(self):
        """Waits until the program waits for keys and nothing runs beside. Questions outside of the
        screen, such as after a failed edit, are answered with Enter."""
        end = time.perf_counter() + 30
        asked = time.perf_counter() + 0.3
        before = None
        while True:
            while self.process.read():
                before = None
            now = self.process.idle_times()
            if now and now == before:
                self.idle = now
                return self.feed()
            before = now
            if time.perf_counter() > asked:
                asked += 0.3
                if self.process.is_asking():
                    self.process.send(b"\r")
            if time.perf_counter() > end:
                raise Hang("still busy after half a minute")
            self.check_runs()
            time.sleep(0.001)

    def check_runs(self):
        if self.process.ended():
            if self.process.status == 0:
                raise Quit
            raise Hang(f"ended with status {self.process.status}: {self.process.output[-400:]!r}")

    def close(self):
        self.process.close()
