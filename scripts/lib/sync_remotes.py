"""Remotes of several kinds: over ssh, one that refuses seven pushes, and ten years of exchanges.

  sync_remotes.py BINARY [EXCHANGES]
"""
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time

BINARY = os.path.abspath(sys.argv[1])
EXCHANGES = int(sys.argv[2]) if len(sys.argv) > 2 else 3_000
REFUSING = """#!/bin/sh
n=$(cat "$GIT_DIR/refused" 2>/dev/null || echo 0)
[ "$n" -ge 7 ] && exit 0
echo $((n + 1)) >"$GIT_DIR/refused"
exit 1
"""


class Device:
    def __init__(self, folder, name, **variables):
        self.home = os.path.join(folder, name)
        os.makedirs(self.home)
        self.environment = {"HOME": self.home, "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TZ": "UTC",
                            **variables}
        self.run("config", "set", "sync.auto", "false")

    def run(self, *words):
        result = subprocess.run([BINARY, "--no-input", *words], env=self.environment, cwd=self.home,
                                stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        if result.returncode:
            sys.exit(f"{words}: {result.returncode}: {result.stderr}")
        return result.stdout

    def bodies(self):
        notes = json.loads(self.run("notes", "list", "--limit", "0", "--json"))["notes"]
        return sorted(note["body"] for note in notes)

    def note(self, text):
        self.run("notes", "add", "-q", "--repo", "o/r", "--no-commit", "--body", text)


def free_port():
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        return place.getsockname()[1]


class Server:
    """Debian's sshd, for this user and on loopback only."""

    def __init__(self, folder):
        self.port = free_port()
        host, key = os.path.join(folder, "host"), os.path.join(folder, "key")
        for path in (host, key):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path], check=True)
        os.makedirs("/run/sshd", exist_ok=True)
        self.log = os.path.join(folder, "sshd.log")
        self.child = subprocess.Popen(
            ["/usr/sbin/sshd", "-D", "-E", self.log, "-f", "/dev/null", "-h", host, "-p", str(self.port),
             "-o", "ListenAddress=127.0.0.1", "-o", "PidFile=none", "-o", "StrictModes=no",
             "-o", f"AuthorizedKeysFile={key}.pub", "-o", "PasswordAuthentication=no"])
        self.ssh = f"ssh -i {key} -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR"
        for _ in range(100):
            with socket.socket() as place:
                if place.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        sys.exit(f"sshd does not answer: {open(self.log, encoding='utf-8').read()}")

    def address(self, path):
        user = subprocess.run(["id", "-un"], capture_output=True, text=True, check=True).stdout.strip()
        return f"ssh://{user}@127.0.0.1:{self.port}{path}"


def over_ssh(folder):
    server = Server(folder)
    try:
        path = os.path.join(folder, "server.git")
        subprocess.run(["git", "init", "-q", "--bare", path], check=True)
        first, second = (Device(folder, f"ssh-{name}", GIT_SSH_COMMAND=server.ssh) for name in "ab")
        address = server.address(path)
        first.note("one")
        first.run("sync", "init", address, "--plain")
        second.note("two")
        second.run("sync", "join", address, "--plain")
        first.run("sync")
        assert first.bodies() == second.bodies() == ["one", "two"]
        print("over ssh: two devices have the same texts")
        hook = os.path.join(path, "hooks/pre-receive")
        os.makedirs(os.path.dirname(hook), exist_ok=True)
        with open(hook, "w", encoding="ascii") as file:
            file.write(REFUSING)
        os.chmod(hook, 0o755)
        first.note("three")
        start = time.perf_counter()
        first.run("sync")
        second.run("sync")
        assert second.bodies() == ["one", "three", "two"]
        print(f"seven refused pushes: the eighth arrived after {time.perf_counter() - start:.1f} s")
        server.child.terminate()
        server.child.wait()
        first.note("four")
        result = subprocess.run([BINARY, "--no-input", "sync"], env=first.environment, capture_output=True,
                                text=True, check=False)
        assert result.returncode == 5 and len(result.stderr.splitlines()) == 2, result.stderr
        print(f"without a server: {result.stderr.splitlines()[0]}")
    finally:
        server.child.terminate()
        server.child.wait()


def folder_size(path):
    return sum(os.path.getsize(os.path.join(root, name)) for root, _, names in os.walk(path) for name in names)


def ten_years(folder):
    """As a diary is used: jots, a to-do and a note in each exchange, by two devices in turn."""
    remote = os.path.join(folder, "years.git")
    devices = [Device(folder, f"years-{name}") for name in "ab"]
    devices[0].run("sync", "init", remote, "--plain")
    devices[1].run("sync", "join", remote, "--plain")
    start = time.perf_counter()
    print(f"\n{'exchanges':>10} {'remote':>10} {'after gc':>10} {'files':>7} {'join':>8} {'nothing new':>12}")
    for number in range(1, EXCHANGES + 1):
        device = devices[number % 2]
        day = 1_480_000_000 + number * 105_000
        device.environment["COMMITDIARY_NOW"] = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(day))
        device.run("jot", "-q", f"Found the slow query number {number}, and measured it again in the evening")
        device.run("todo", "add", "-q", f"measure {number}")
        device.note(f"The parser of number {number} was slow because every row was read twice.")
        device.run("sync", "-q")
        if number in (10, 100, 300, 1_000, 3_000) or number == EXCHANGES:
            report(folder, remote, number, device)
    print(f"{time.perf_counter() - start:.0f} s in all")


def report(folder, remote, number, device):
    size = folder_size(remote)
    copy = os.path.join(folder, "copy.git")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(remote, copy)
    subprocess.run(["git", f"--git-dir={copy}", "gc", "-q", "--prune=now"], check=True)
    files = subprocess.run(["git", f"--git-dir={remote}", "ls-tree", "-r", "commitdiary"],
                           capture_output=True, text=True, check=True).stdout.count("\n")
    joined = Device(folder, f"joined-{number}")
    start = time.perf_counter()
    joined.run("sync", "join", remote, "--plain")
    join = time.perf_counter() - start
    start = time.perf_counter()
    device.run("sync", "-q")
    sync = time.perf_counter() - start
    print(f"{number:>10} {size / 1e6:>7.1f} MB {folder_size(copy) / 1e6:>7.1f} MB {files:>7} {join:>6.2f} s"
          f" {sync * 1000:>9.0f} ms", flush=True)


def main():
    with tempfile.TemporaryDirectory(prefix="commitdiary-sync-") as folder:
        over_ssh(folder)
        ten_years(folder)


main()
