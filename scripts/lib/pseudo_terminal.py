"""Runs a program on a pseudo terminal, as a person at a terminal would, for scripts/bench and
scripts/fuzz."""
import fcntl
import os
import select
import signal
import struct
import termios
import time

END_OF_FRAME = b"\x1b[?2026l"


def children(pid):
    """The processes that the program has started and that still run."""
    found = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children") as file:
                found += [int(word) for word in file.read().split()]
    except OSError:
        pass
    return found


class PseudoTerminal:
    """A program on a terminal of its own. Nothing answers its questions."""

    def __init__(self, words, environment, columns=120, rows=40, folder=None, local_modes=0):
        self.main, inner = os.openpty()
        self.resize(columns, rows)
        self.inner = inner
        settings = termios.tcgetattr(inner)
        settings[3] |= local_modes
        termios.tcsetattr(inner, termios.TCSANOW, settings)
        self.before = termios.tcgetattr(inner)
        self.output = b""
        path = os.ttyname(inner)
        # After setsid, the terminal that is opened first becomes the controlling one.
        actions = [(os.POSIX_SPAWN_OPEN, 0, path, os.O_RDWR, 0),
                   (os.POSIX_SPAWN_DUP2, 0, 1), (os.POSIX_SPAWN_DUP2, 0, 2)]
        here = os.getcwd()
        if folder:
            os.chdir(folder)
        self.started = time.perf_counter()
        self.pid = os.posix_spawn(words[0], words, environment, file_actions=actions, setsid=True)
        os.chdir(here)
        self.status = None

    def resize(self, columns, rows):
        fcntl.ioctl(self.main, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def signal(self, number):
        if self.status is None:
            os.kill(self.pid, number)

    def send(self, data):
        """Sends all of the data, and reads what the program prints meanwhile."""
        data = memoryview(data)
        os.set_blocking(self.main, False)
        deadline = time.perf_counter() + 30
        while data:
            if time.perf_counter() > deadline:
                raise TimeoutError("the program does not read its keys")
            readable, writable, _ = select.select([self.main], [self.main], [], 1)
            # Nobody reads what is left when the program has ended.
            if self.ended() or readable and not self.read():
                return
            if writable:
                try:
                    data = data[os.write(self.main, data):]
                except BlockingIOError:
                    pass
                except OSError:
                    return

    def read(self, wait=0.0):
        """Reads what is there, and returns whether there was anything."""
        readable, _, _ = select.select([self.main], [], [], wait)
        if not readable:
            return False
        try:
            data = os.read(self.main, 1 << 16)
        except OSError:
            return False
        self.output += data
        return bool(data)

    def frame(self, wait):
        """Waits for the end of a frame, and returns when it came, or None."""
        deadline = time.perf_counter() + wait
        while END_OF_FRAME not in self.output:
            left = deadline - time.perf_counter()
            if left <= 0 or (not self.read(left) and self.ended()):
                return None
        now = time.perf_counter()
        self.output = self.output[self.output.rindex(END_OF_FRAME) + len(END_OF_FRAME):]
        return now

    def drain(self, quiet=0.0):
        """Reads until nothing comes for a while."""
        while self.read(quiet):
            pass
        self.output = b""

    def ended(self):
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
        return self.status is not None

    def wait(self, seconds=10):
        """The exit status, or None if the program does not end in time."""
        deadline = time.perf_counter() + seconds
        while not self.ended() and time.perf_counter() < deadline:
            self.read(0.02)
        return self.status

    def is_waiting(self, pid=None):
        """Whether the program (by default the one that was started) has read all keys, is in raw
        mode, and waits in `poll`."""
        unread = struct.unpack("i", fcntl.ioctl(self.inner, termios.FIONREAD, b"0000"))[0]
        if unread or self.reads_lines():
            return False
        try:
            with open(f"/proc/{pid or self.pid}/wchan") as file:
                return "poll" in file.read()
        except OSError:
            return False

    def reads_lines(self):
        """Whether the terminal is not in raw mode."""
        return bool(termios.tcgetattr(self.inner)[3] & termios.ICANON)

    def is_asking(self, pid=None):
        """Whether the program asks a question outside of its screen."""
        pid = pid or self.pid
        return self.reads_lines() and not self.ended() and not children(pid)

    def idle_times(self):
        """How long each thread has run, if the program waits for keys, all its threads sleep, and it
        has no children. If two results are equal, nothing ran between them."""
        if not self.is_waiting():
            return None
        times = []
        try:
            for task in sorted(os.listdir(f"/proc/{self.pid}/task")):
                folder = f"/proc/{self.pid}/task/{task}/"
                with open(folder + "stat") as stat, open(folder + "children") as started, \
                        open(folder + "schedstat") as times_of_task:
                    if stat.read().rpartition(")")[2].split()[0] != "S" or started.read():
                        return None
                    times.append((task, times_of_task.read()))
        except OSError:
            return None
        return times

    def memory(self, field="VmRSS"):
        """The memory of the program in MB."""
        with open(f"/proc/{self.pid}/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith(field)) / 1024

    def close(self):
        if not self.ended():
            self.signal(signal.SIGKILL)
            self.signal(signal.SIGCONT)
            self.wait()
        os.close(self.main)
        os.close(self.inner)
