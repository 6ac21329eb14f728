"""A home directory of its own, in which the program and git run."""
import os
import shutil
import subprocess
import tempfile


class Stage:
    def __init__(self, binary, **variables):
        self.path = tempfile.mkdtemp(prefix="commitdiary-fuzz-")
        self.binary = binary
        # Nothing listens there.
        nowhere = "http://127.0.0.1:9"
        self.environment = {
            "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": self.path, "BROWSER": "true",
            "TERM": "xterm-256color", "LANG": "en_US.UTF-8", "TZ": "Asia/Seoul",
            "COMMITDIARY_API_URL": nowhere, "COMMITDIARY_WEB_URL": nowhere,
            "GIT_CONFIG_NOSYSTEM": "1", **variables}
        with open(os.path.join(self.path, ".gitconfig"), "w") as file:
            file.write("[user]\n\tname = Octo\n\temail = octocat@example.com\n")

    def set_editor(self, script):
        """Makes the lines of shell the editor. The file that is edited is `$file`."""
        editor = os.path.join(self.path, "editor")
        with open(editor, "w") as file:
            file.write("#!/bin/sh\nfor file; do :; done\n" + script)
        os.chmod(editor, 0o755)
        self.environment["VISUAL"] = editor

    def run(self, *words, input="", folder=None, statuses=(0,), **variables):
        done = subprocess.run(words, env={**self.environment, **variables}, input=input, text=True,
                              cwd=folder or self.path, capture_output=True)
        if done.returncode not in statuses:
            raise RuntimeError(f"{words}: status {done.returncode}: {done.stderr}")
        return done.stdout

    def remove(self):
        shutil.rmtree(self.path, ignore_errors=True)
