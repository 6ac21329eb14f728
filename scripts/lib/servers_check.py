"""Tries the servers for agents and editors; see scripts/servers-check."""
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from urllib.parse import quote

import jsonschema
from lsprotocol import converters, types

RELAYS = sys.argv[1] == "relay"
BINARY, OLD_PYTHON = os.path.abspath(sys.argv[1]), sys.argv[2]
SEED = int(sys.argv[3]) if len(sys.argv) > 3 and not RELAYS else 1
LIBRARY = os.path.dirname(os.path.abspath(__file__))
SCHEMAS = os.environ.get("COMMITDIARY_SCHEMAS")
PROGRAMS = ["filter.evil.clean", "filter.evil.smudge", "diff.evil.textconv", "core.fsmonitor"]
ERAS = ["2025-11-25", "2026-07-28"]
META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
LINES = ["first line", "둘째 줄 😀 é", "third", "\tfourth", "fifth 👨‍👩‍👧", "last"]

failures = []


def check(fine, what):
    if not fine:
        failures.append(what)
        print(f"FAILED: {what}", flush=True)


def heading(text):
    print(text, flush=True)


class Home:
    """A home with a journal, and a clone whose filters must never run."""

    def __init__(self, folder):
        self.folder, self.clone = folder, f"{folder}/clone"
        os.makedirs(self.clone)
        # What SDKs pass to servers, and no more.
        self.environment = {"PATH": os.environ["PATH"], "HOME": folder}
        self.git("init", "-q", "-b", "main")
        for name, value in (("user.name", "Me"), ("user.email", "me@example.org")):
            self.git("config", name, value)
        self.file = f"{self.clone}/code 한.c"
        for count in (2, 4, 6):
            self.write("\n".join(LINES[:count]) + "\n")
            self.git("add", "--all")
            self.git("commit", "-qm", f"Make {count} lines")
        self.run("notes", "add", "--commit", "HEAD~1", "--title", "Why the cache", "--body", "Two *queries* ran.")
        self.run("notes", "add", "--commit", "HEAD~1", "--body", "A cache of rows was slower", "--tag", "rejected")
        self.run("notes", "add", "--body", "About the last lines")
        self.run("jot", "A quiet day")
        self.run("todo", "add", "Measure it")
        self.write(".gitattributes", "* filter=evil diff=evil\n")
        for name in PROGRAMS:
            self.git("config", name, f"touch '{folder}/filter-ran'; cat")

    def write(self, *words):
        path, text = words if len(words) == 2 else (None, words[0])
        with open(f"{self.clone}/{path}" if path else self.file, "w", encoding="utf-8") as file:
            file.write(text)

    def git(self, *words):
        return subprocess.run(["git", *words], cwd=self.clone, env=self.environment, check=True,
                              capture_output=True, text=True).stdout

    def run(self, *words):
        outcome = subprocess.run([BINARY, *words], cwd=self.clone, env=self.environment, capture_output=True,
                                 text=True)
        if outcome.returncode:
            sys.exit(f"{words}: {outcome.returncode}\n{outcome.stderr}")
        return outcome.stdout


class Process:
    """A server on pipes, with what it writes in the order of its coming."""

    def __init__(self, home, *words):
        self.process = subprocess.Popen([BINARY, *words], cwd=home.clone, env=home.environment,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.messages, self.broken = [], []
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def memory(self):
        with open(f"/proc/{self.process.pid}/statm") as file:
            return int(file.read().split()[1]) * 4096 / 1e6

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def wait(self, condition, seconds=60):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = condition()
            if found is not None and found is not False:
                return found
            time.sleep(0.002)
        return None

    def answer(self, number, seconds=60):
        return self.wait(lambda: next((m for m in self.messages if m.get("id") == number), None), seconds)

    def end(self):
        self.process.stdin.close()
        try:
            status = self.process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = "hang"
        self.reader.join()
        return status


class MCP(Process):
    def read(self):
        for line in self.process.stdout:
            try:
                self.messages.append(json.loads(line))
            except ValueError:
                self.broken.append(line)

    def send(self, message):
        self.write(json.dumps(message).encode() + b"\n")

    def begin(self):
        self.send({"jsonrpc": "2.0", "id": "begin", "method": "initialize", "params": {"protocolVersion": ERAS[0]}})
        return self.answer("begin")

    def call(self, number, tool, arguments):
        self.send({"jsonrpc": "2.0", "id": number, "method": "tools/call",
                   "params": {"name": tool, "arguments": arguments}})
        return self.answer(number)


class LSP(Process):
    def read(self):
        stream = self.process.stdout
        while True:
            length = None
            while (line := stream.readline()) not in (b"\r\n", b""):
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
                else:
                    self.broken.append(line)
            if not line:
                return
            try:
                self.messages.append(json.loads(stream.read(length)))
            except (ValueError, TypeError):
                self.broken.append(line)

    def send(self, message):
        data = json.dumps(message, ensure_ascii=False).encode()
        self.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)

    def tell(self, method, parameters):
        self.send({"jsonrpc": "2.0", "method": method, "params": parameters})

    def ask(self, number, method, parameters):
        self.send({"jsonrpc": "2.0", "id": number, "method": method, "params": parameters})
        answer = self.answer(number)
        return answer and answer.get("result", answer.get("error"))


# Agents

def calls(home):
    """Calls of each tool, and whether each has to fail."""
    inside, outside = {"repository": home.clone}, f"{home.folder}/outside"
    os.makedirs(outside, exist_ok=True)
    subprocess.run(["git", "init", "-q", outside], check=True)
    with open(f"{outside}/f", "w") as file:
        file.write("secret\n")
    if not os.path.islink(f"{home.clone}/link"):
        os.symlink(f"{outside}/f", f"{home.clone}/link")
    name = os.path.basename(home.file)
    fine = [("why", {**inside, "file": name, "line": 3}), ("why", {**inside, "file": name, "line": 1, "end": 6}),
            ("why", {"file": home.file}), ("why", {**inside, "commit": "HEAD"}), ("search", {"words": "cache"}),
            ("search", {"tag": "rejected", "kind": "notes", "since": "-1w", "until": "today"}), ("day", {}),
            ("day", {"day": "yesterday"}), ("day", {"since": "-1w"}), ("resume", inside),
            ("resume", {**inside, "branch": "main"}), ("note_add", {**inside, "text": "From an agent"}),
            ("note_add", {**inside, "text": "Tried a queue", "title": "Queue", "tags": ["rejected"], "commit": "HEAD~2"}),
            ("todo", {"action": "add", "text": "From an agent"}), ("todo", {"action": "done", "number": 1}),
            ("todo", {"action": "reopen", "number": 1})]
    bad = [("why", {}), ("why", {**inside, "file": name, "line": 0}), ("why", {**inside, "file": name, "line": 99}),
           ("why", {"file": "/etc/passwd", "line": 1}), ("why", {"file": "../outside/f"}), ("why", {"file": "link"}),
           ("why", {"repository": outside, "file": "f"}), ("why", {"repository": outside, "commit": "HEAD"}),
           ("why", {**inside, "commit": "none"}), ("search", {"since": "nonsense"}), ("search", {"more": 1}),
           ("day", {"day": "nonsense"}), ("day", {"day": "today", "since": "-1w"}),
           ("resume", {**inside, "branch": "none"}), ("resume", {"repository": outside}),
           ("note_add", {"repository": outside, "text": "x"}), ("note_add", {**inside, "text": "  "}),
           ("note_add", {**inside, "text": "x", "commit": "none"}), ("todo", {"action": "add"}),
           ("todo", {"action": "done", "number": 999}), ("todo", {"action": "none"})]
    return fine, bad


def try_sdk(home):
    fine, bad = calls(home)
    everything = fine + bad + [("no_such_tool", {})]
    for python, mode in ((OLD_PYTHON, "session"), *((sys.executable, mode) for mode in ("legacy", "auto", ERAS[1]))):
        heading(f"SDK: {mode}")
        log = f"{home.folder}/messages-{mode}"
        command = [python, f"{LIBRARY}/servers_client.py", mode, sys.executable, os.path.abspath(__file__), "relay",
                   log, BINARY, "mcp"]
        outcome = subprocess.run(command, input=json.dumps(everything), cwd=home.clone, env=home.environment,
                                 capture_output=True, text=True, timeout=300)
        if outcome.returncode:
            check(False, f"{mode}: {outcome.stderr[-2000:]}")
            continue
        answer = json.loads(outcome.stdout)
        check(answer["tools"] == ["why", "search", "day", "resume", "note_add", "todo"], f"{mode}: {answer['tools']}")
        check(not answer["after"], f"{mode}: no answer after a cancelled call")
        for (name, arguments), result in zip(everything, answer["results"]):
            text = result.get("text", "")
            if (name, arguments) in fine:
                check(result.get("isError") is False, f"{mode}: {name} {arguments}: {result}")
            elif name == "no_such_tool":
                check("protocolError" in result, f"{mode}: {name}: {result}")
            else:
                check(result.get("isError") is True and "secret" not in text, f"{mode}: {name} {arguments}: {result}")
        validate(log, mode)


RESULTS = {"initialize": "InitializeResult", "server/discover": "DiscoverResult", "tools/list": "ListToolsResult",
           "tools/call": "CallToolResult", "ping": "EmptyResult"}


def validate(log, mode):
    """Compares every message of the server with the schema of its era."""
    if not SCHEMAS:
        return
    with open(log, encoding="utf-8") as file:
        messages = [json.loads(line) for line in file]
    validate_messages([m for way, m in messages if way == ">"], [m for way, m in messages if way == "<"], mode)


def validate_messages(requests, answers, name):
    schemas = {}
    for era in ERAS:
        with open(f"{SCHEMAS}/{era}/schema.json", encoding="utf-8") as file:
            schemas[era] = json.load(file)
    asked = {json.dumps(m["id"]): m for m in requests if isinstance(m, dict) and "id" in m}
    count = 0
    for answer in answers:
        request = asked.get(json.dumps(answer.get("id")), {})
        modern = META.keys() & request.get("params", {}).get("_meta", {}).keys()
        schema = schemas[ERAS[1] if modern else ERAS[0]]
        kinds = ["JSONRPCErrorResponse"] if "error" in answer else ["JSONRPCResultResponse"]
        if "result" in answer:
            kinds.append(RESULTS[request["method"]])
        for kind in kinds:
            value = answer["result"] if kind in RESULTS.values() else answer
            if kind not in schema["$defs"]:
                check(False, f"{name}: the schema has no {kind}")
                continue
            errors = jsonschema.Draft202012Validator({"$ref": f"#/$defs/{kind}", "$defs": schema["$defs"]})
            for error in errors.iter_errors(value):
                check(False, f"{name}: {kind}: {error.message[:300]}: {json.dumps(value)[:300]}")
        count += 1
    print(f"  {count} messages fit the schemas", flush=True)


def relay(log, command):
    """Passes messages on between a client and the server, and keeps them."""
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    lock = threading.Lock()
    with open(log, "w", encoding="utf-8") as file:
        def keep(way, line):
            with lock:
                file.write(json.dumps([way, json.loads(line)]) + "\n")
                file.flush()

        def forward():
            for line in sys.stdin.buffer:
                keep(">", line)
                process.stdin.write(line)
                process.stdin.flush()
            process.stdin.close()

        threading.Thread(target=forward, daemon=True).start()
        for line in process.stdout:
            keep("<", line)
            sys.stdout.buffer.write(line)
            sys.stdout.buffer.flush()
    sys.exit(process.wait())


def try_errors_of_protocol(home):
    heading("Errors of the protocol")
    requests = [{"id": 1, "method": "tools/list"}, {"id": 2, "method": "none"},
                {"id": 3, "method": "tools/list", "params": {"_meta": {**META, next(iter(META)): "2031-01-01"}}},
                {"id": 4, "method": "server/discover", "params": {"_meta": META}},
                {"id": 5, "method": "tools/list", "params": {"_meta": META}},
                {"id": 6, "method": "tools/call", "params": {"_meta": META, "name": "none"}},
                {"id": 7, "method": "initialize", "params": {"protocolVersion": "1999-01-01"}},
                {"id": 8, "method": "ping"}, {"id": 9, "method": "tools/list"},
                {"id": 10, "method": "tools/call", "params": {"name": "day", "arguments": []}}]
    server = MCP(home, "mcp")
    requests = [{"jsonrpc": "2.0", **request} for request in requests]
    for request in requests:
        server.send(request)
        server.answer(request["id"])
    codes = [server.answer(request["id"]).get("error", {}).get("code") for request in requests]
    check(codes == [-32602, -32602, -32022, None, None, -32602, None, None, None, -32602], f"codes: {codes}")
    for version in ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"):
        other = MCP(home, "mcp")
        other.send({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": version}})
        check(other.answer(1)["result"]["protocolVersion"] == version, f"version {version}")
        check(other.end() == 0, version)
    check(server.end() == 0 and not server.broken, "ends with its input")
    if SCHEMAS:
        validate_messages(requests, server.messages, "by hand")


def damaged(source, text):
    data = bytearray(text.encode())
    for _ in range(source.randrange(0, 4)):
        data[source.randrange(len(data))] = source.randrange(256)
    return bytes(byte for byte in data if byte != 10)


def try_hostile_messages(home):
    source = random.Random(SEED)
    deep = "[" * 50_000
    mcp = ['{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"search","arguments":{"words":"cache"}}}',
           '{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"why","arguments":{"commit":"HEAD"}}}',
           '{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"day","arguments":{"day":"%d"}}}',
           '{"jsonrpc":"2.0","id":%d,"method":"tools/list","params":{"_meta":' + json.dumps(META) + "}}",
           '{"jsonrpc":"2.0","id":%d,"method":"server/discover","params":{"_meta":{}}}',
           '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}',
           '{"jsonrpc":"2.0","id":%d,"result":{}}', '[{"jsonrpc":"2.0","id":%d,"method":"ping"}]', deep + "%d",
           '{"jsonrpc":"2.0","id":%d,"method":"' + "x" * 5000 + '"}', '{"id":1e999,"a":"\\ud800%d"}']
    uri = "file://" + quote(home.file)
    document = '"textDocument":{"uri":"' + uri + '","text":"a\\nb\\n","version":%d}'
    lsp = ['{"jsonrpc":"2.0","id":%d,"method":"textDocument/hover","params":{' + document + ',"position":{"line":1,"character":0}}}',
           '{"jsonrpc":"2.0","id":%d,"method":"textDocument/codeLens","params":{' + document + "}}",
           '{"jsonrpc":"2.0","id":%d,"method":"initialize","params":{"capabilities":{}}}',
           '{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{' + document + "}}",
           '{"jsonrpc":"2.0","method":"textDocument/didChange","params":{' + document + ',"contentChanges":[{"range":'
           '{"start":{"line":0,"character":%d},"end":{"line":9,"character":1}},"text":"x\\r\\n"}]}}',
           '{"jsonrpc":"2.0","method":"textDocument/didClose","params":{' + document + "}}",
           '{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":%d}}', deep + "%d", '{"id":%d}',
           '{"jsonrpc":"2.0","id":%d,"method":"workspace/executeCommand","params":{"command":"commitdiary.why",'
           '"arguments":["' + uri + '",0]}}']
    for name, server, templates in (("mcp", MCP(home, "mcp"), mcp), ("lsp", LSP(home, "lsp"), lsp)):
        heading(f"10,000 hostile messages: {name}")
        if name == "mcp":
            server.begin()
        else:
            server.ask("begin", "initialize", {"capabilities": {}})
        memory = []
        for number in range(10_000):
            # A server is asked, not flooded.
            if number % 100 == 0:
                server.send({"jsonrpc": "2.0", "id": f"wait{number}", "method": "ping"})
                check(server.answer(f"wait{number}"), f"{name}: no answer after {number} messages")
            if number in (5_000, 9_900):
                memory.append(server.memory())
            template = source.choice(templates)
            text = template.replace("%d", str(number))
            data = damaged(source, text)
            server.write(data + b"\n" if name == "mcp" else b"Content-Length: %d\r\n\r\n" % len(data) + data)
        answers = len(server.messages)
        status = server.end()
        check(status == 0, f"{name}: status {status}")
        check(not server.broken, f"{name}: {server.broken[:1]}")
        check(memory[1] - memory[0] < 4, f"{name}: memory grew from {memory[0]:.1f} to {memory[1]:.1f} MB")
        print(f"  {answers} answers, {memory[0]:.1f} and {memory[1]:.1f} MB", flush=True)
    # Where the next message begins is not known after such a header.
    lost = LSP(home, "lsp")
    lost.write(b"Content-Length: x\r\n\r\n{}")
    check(lost.end() in (0, 1), "lsp: a broken header")


def try_an_hour(home):
    """As many calls as an hour has, and what is kept from one to the next."""
    heading("3,000 calls of mcp and 1,500 of lsp")
    server = MCP(home, "mcp")
    server.begin()
    name = os.path.basename(home.file)
    states = []
    for number in range(3_000):
        tool, arguments = [("why", {"file": name, "line": 3}), ("search", {"words": "cache"}), ("day", {}),
                           ("resume", {})][number % 4]
        answer = server.call(number, tool, arguments)
        if not answer or answer["result"]["isError"]:
            check(False, f"call {number}: {answer}")
            break
        if number in (1_000, 2_999):
            states.append((server.memory(), server.descriptors()))
        if number == 1_500:
            home.run("notes", "add", "--title", "Written meanwhile", "--body", "x")
            answer = server.call("meanwhile", "search", {"words": "meanwhile"})
            check("Written meanwhile" in json.dumps(answer), "sees what other processes write")
        del server.messages[:]
    check(states[1][0] - states[0][0] < 2 and states[1][1] == states[0][1], f"mcp grew: {states}")
    locked = subprocess.run(["python3", "-c", "import sqlite3, sys; c = sqlite3.connect(sys.argv[1], timeout=0);"
                             "c.execute('BEGIN EXCLUSIVE'); c.execute('ROLLBACK')",
                             f"{home.folder}/.local/share/commitdiary/journal.sqlite"], capture_output=True, text=True)
    check(locked.returncode == 0, f"an open server keeps a lock: {locked.stderr}")
    check(server.end() == 0, "mcp ends")
    print(f"  mcp: {states}", flush=True)
    editor, states = LSP(home, "lsp"), []
    editor.ask("begin", "initialize", {"capabilities": {}})
    uri = "file://" + quote(home.file)
    editor.tell("textDocument/didOpen", {"textDocument": {"uri": uri, "text": "\n".join(LINES) + "\n"}})
    for number in range(1_500):
        method = ["textDocument/hover", "textDocument/codeLens"][number % 2]
        place = {"textDocument": {"uri": uri}, "position": {"line": 2, "character": 0}}
        check(editor.ask(number, method, place), f"lsp: no answer {number}")
        if number in (500, 1_499):
            states.append((editor.memory(), editor.descriptors()))
        del editor.messages[:]
    check(states[1][0] - states[0][0] < 2 and states[1][1] == states[0][1], f"lsp grew: {states}")
    check(editor.end() == 0, "lsp ends")
    print(f"  lsp: {states}", flush=True)


def try_without_journal(home):
    heading("Without a journal")
    empty = f"{home.folder}/empty"
    os.makedirs(empty)
    other = type("", (), {"clone": home.clone, "environment": {**home.environment, "HOME": empty}})
    server = MCP(other, "mcp")
    server.begin()
    for tool, arguments in (("search", {"words": "x"}), ("note_add", {"text": "x"}), ("todo", {"action": "add", "text": "x"})):
        answer = server.call(tool, tool, arguments)
        check(answer["result"]["isError"] and empty in json.dumps(answer), f"{tool}: {answer}")
    server.end()
    editor = LSP(other, "lsp")
    editor.ask("begin", "initialize", {"capabilities": {}})
    editor.ask(1, "textDocument/codeLens", {"textDocument": {"uri": "file://" + quote(home.file)}})
    editor.end()
    check(not any(files for _, _, files in os.walk(empty)), "a server has created files")


# Editors

def positions(lines, index, encoding):
    """The position of the character with this index."""
    before = "".join(lines)[:index]
    line = before.count("\n")
    rest = before.rsplit("\n", 1)[-1]
    return {"line": line, "character": len(rest.encode(encoding)) // (2 if encoding == "utf-16-le" else 1)}


def try_positions(home):
    """Random edits of a text that is not saved, compared with the same text after it was saved."""
    converter = converters.get_converter()
    source = random.Random(SEED)
    for encoding, codec in (("utf-8", "utf-8"), ("utf-16", "utf-16-le")):
        heading(f"Edits at {encoding} positions")
        original = open(home.file, encoding="utf-8").read()
        editor = LSP(home, "lsp")
        client = {"capabilities": {"general": {"positionEncodings": [encoding, "utf-16"]}}}
        answer = editor.ask("begin", "initialize", client)
        converter.structure(answer, types.InitializeResult)
        check(answer["capabilities"]["positionEncoding"] == encoding, f"{encoding}: {answer}")
        editor.tell("initialized", {})
        uri, text, number = "file://" + quote(home.file), original, 0
        editor.tell("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "c", "version": 1, "text": text}})
        for round in range(40):
            for _ in range(source.randrange(1, 4)):
                first, last = sorted(source.randrange(len(text) + 1) for _ in range(2))
                last = min(last, first + 12)
                new = "".join(source.choice(["x", "한", "😀", "\n", "é", " "]) for _ in range(source.randrange(5)))
                change = {"range": {"start": positions(text, first, codec), "end": positions(text, last, codec)}, "text": new}
                text = text[:first] + new + text[last:]
                editor.tell("textDocument/didChange", {"textDocument": {"uri": uri, "version": round + 2}, "contentChanges": [change]})
            home.write(text)
            signs = json.loads(home.run("why", "--json", "--signs", "--", home.file))["signs"] if text else []
            starts = [sign["line"] for index, sign in enumerate(signs)
                      if index == 0 or (signs[index - 1]["line"], signs[index - 1]["title"]) != (sign["line"] - 1, sign["title"])]
            number += 1
            lenses = editor.ask(number, "textDocument/codeLens", {"textDocument": {"uri": uri}})
            for lens in lenses:
                converter.structure(lens, types.CodeLens)
            shown = [lens["range"]["start"]["line"] + 1 for lens in lenses]
            check(set(starts) <= set(shown) <= {sign["line"] for sign in signs}, f"{encoding} {round}: lenses {shown}, saved {starts}")
            line = source.randrange(text.count("\n") + 1)
            number += 1
            hover = editor.ask(number, "textDocument/hover", {"textDocument": {"uri": uri}, "position": {"line": line, "character": 0}})
            noted = any(sign["line"] == line + 1 for sign in signs)
            check((hover is not None) == noted, f"{encoding} {round}: line {line + 1}: {hover}, saved {noted}")
            if hover:
                converter.structure(hover, types.Hover)
        check(editor.ask("down", "shutdown", None) is None, "shutdown")
        editor.tell("exit", None)
        check(editor.end() == 0 and not editor.broken, f"{encoding}: ends")
        home.write(original)


def try_commits_meanwhile(home):
    """What git said about a file holds until the next commit, and notes count at once."""
    heading("Commits and notes while an editor is open")
    editor = LSP(home, "lsp")
    editor.ask("begin", "initialize", {"capabilities": {}})
    numbers = iter(range(1_000))

    def lenses():
        answer = editor.ask(next(numbers), "textDocument/codeLens", {"textDocument": {"uri": "file://" + quote(home.file)}})
        return [f"{lens['range']['start']['line']} {lens['command']['title']}" for lens in answer]

    for name in PROGRAMS:
        # Here git itself compares files.
        home.git("config", "--unset", name)
    seen = [lenses()]
    home.write("new\n" + "\n".join(LINES) + "\n")
    seen.append(lenses())
    home.git("commit", "-qam", "Add a line")
    seen.append(lenses())
    home.run("notes", "add", "--body", "About the new line")
    seen.append(lenses())
    home.git("commit", "-q", "--amend", "-m", "Add the first line")
    seen.append(lenses())
    old, moved = ["2 2 notes", "4 1 note"], ["3 2 notes", "5 1 note"]
    check(seen == [old, moved, moved, ["0 1 note"] + moved, ["0 1 note"] + moved], f"{seen}")
    editor.end()


NEOVIM = """
vim.o.swapfile = false
vim.cmd('edit ' .. vim.fn.fnameescape(vim.env.CODE))
local client = vim.lsp.start_client({name = 'commitdiary', cmd = {vim.env.COMMITDIARY, 'lsp'}, root_dir = vim.fn.getcwd()})
vim.lsp.buf_attach_client(0, client)
vim.wait(5000, function() return vim.lsp.buf_is_attached(0, client) and vim.lsp.get_client_by_id(client).initialized end)
vim.api.nvim_buf_set_lines(0, 0, 0, false, {'새 줄 😀', 'another new line'})
local function hover(line)
  local place = {textDocument = vim.lsp.util.make_text_document_params(), position = {line = line, character = 0}}
  local answers = vim.lsp.buf_request_sync(0, 'textDocument/hover', place, 5000)
  local result = answers and answers[client] and answers[client].result
  return result and result.contents.value or 'nothing'
end
local lenses = vim.lsp.buf_request_sync(0, 'textDocument/codeLens', {textDocument = vim.lsp.util.make_text_document_params()}, 5000)
local lines = {}
for _, lens in ipairs(lenses[client].result) do table.insert(lines, lens.range.start.line .. ' ' .. lens.command.title) end
io.stdout:write(vim.json.encode({new = hover(0), old = hover(2), noted = hover(4), lenses = lines}))
vim.cmd('qall!')
"""

EMACS = """
(package-initialize)
(require 'eglot)
;; Emacs itself would run git, and git the filters.
(setq make-backup-files nil auto-save-default nil vc-handled-backends nil)
(find-file (getenv "CODE"))
(text-mode)
(add-to-list 'eglot-server-programs (list '(conf-mode text-mode) (getenv "COMMITDIARY") "lsp"))
(setq eglot-sync-connect 10 eglot-connect-timeout 10)
(eglot-ensure)
(run-hooks 'post-command-hook)
(goto-char (point-min))
(insert "새 줄 😀\\nanother new line\\n")
(eglot--signal-textDocument/didChange)
(defun hover (line)
  (goto-char (point-min))
  (forward-line line)
  (let ((answer (jsonrpc-request (eglot-current-server) :textDocument/hover (eglot--TextDocumentPositionParams))))
    (if answer (plist-get (plist-get answer :contents) :value) "nothing")))
(princ (json-encode (list (cons 'new (hover 0)) (cons 'old (hover 2)) (cons 'noted (hover 4)))))
(set-buffer-modified-p nil)
(ignore-errors (eglot-shutdown (eglot-current-server)))
(kill-emacs 0)
"""


def try_editors(home):
    environment = {**home.environment, "CODE": home.file, "COMMITDIARY": BINARY, "LANG": "C.UTF-8", "TERM": "xterm"}

    def run(words, text, name):
        with open(f"{home.folder}/{name}", "w", encoding="utf-8") as file:
            file.write(text)
        outcome = subprocess.run([*words, f"{home.folder}/{name}"], cwd=home.clone, env=environment,
                                 capture_output=True, text=True, timeout=60)
        try:
            return json.loads(outcome.stdout)
        except ValueError:
            check(False, f"{name}: {outcome.returncode} {outcome.stdout[-500:]} {outcome.stderr[:1500]}")
            return {}

    # Neovim 0.7 has no `-l`.
    for name, words, text in (("neovim.lua", ["nvim", "--headless", "-u", "NONE", "-S"], NEOVIM),
                              ("emacs.el", ["emacs", "-q", "--batch", "-l"], EMACS)):
        heading(name)
        answer = run(words, text, name)
        check(answer.get("new") == "nothing" and answer.get("old") == "nothing", f"{name}: {answer}")
        noted = answer.get("noted", "")
        check("Why the cache" in noted and "Tried and dropped" in noted and "A cache of rows" in noted, f"{name}: {answer}")
        if "lenses" in answer:
            check(answer["lenses"] == ["4 2 notes", "6 1 note"], f"{name}: {answer['lenses']}")
    heading("Vim's quickfix list")
    outcome = subprocess.run(
        ["vim", "-e", "-s", "-u", "NONE", "-c", f"edit {os.path.basename(home.file)}".replace(" 한", "\\ 한"),
         "-c", "cgetexpr systemlist($COMMITDIARY . ' why --signs ' . shellescape(expand('%')))",
         "-c", "call writefile(map(getqflist(), 'v:val.lnum . \" \" . v:val.text'), $HOME . '/quickfix')", "-c", "qall!"],
        cwd=home.clone, env=environment, capture_output=True, text=True, timeout=60)
    found = open(f"{home.folder}/quickfix", encoding="utf-8").read().splitlines() if os.path.exists(f"{home.folder}/quickfix") else []
    check([line.split()[0] for line in found] == ["3", "4", "5", "6"] and "Why the cache" in found[0],
          f"Vim: {found} {outcome.stderr}")


def try_transcript(home):
    """An agent asks why of a line, reads a rejected way, adds a note, and a person sees it."""
    heading("An agent's note, as a person sees it")
    home.run("notes", "mirror", "on")
    server = MCP(home, "mcp")
    server.begin()
    name = os.path.basename(home.file)
    reason = json.dumps(server.call(1, "why", {"file": name, "line": 3}), ensure_ascii=False)
    check("A cache of rows was slower" in reason and "rejected" in reason, f"why: {reason[:500]}")
    added = server.call(2, "note_add", {"text": "A bounded queue keeps the order", "commit": "HEAD"})
    check(not added["result"]["isError"], f"{added}")
    server.end()
    check("A bounded queue" in home.run("today"), "today")
    check("A bounded queue" in home.git("log", "-1", "--notes=commitdiary"), "git log --notes")
    session = f"servers-{os.getpid()}"
    subprocess.run(["tmux", "-L", session, "new-session", "-d", "-x", "100", "-y", "30", "-c", home.clone,
                    "env", "-i", f"HOME={home.folder}", f"PATH={os.environ['PATH']}", "LANG=C.UTF-8", "TERM=screen",
                    BINARY, "browse"], check=True)
    screen = ""
    for _ in range(100):
        time.sleep(0.1)
        screen = subprocess.run(["tmux", "-L", session, "capture-pane", "-p"], capture_output=True, text=True).stdout
        if "A bounded queue" in screen:
            break
    check("A bounded queue" in screen and "agent" in screen, f"browse:\n{screen}")
    subprocess.run(["tmux", "-L", session, "kill-server"])
    print("\n".join(f"  {line}" for line in home.run("why", "HEAD").splitlines()), flush=True)


def main():
    if not SCHEMAS:
        heading("COMMITDIARY_SCHEMAS is not set: no message is compared with the schemas.")
    for part in (try_errors_of_protocol, try_sdk, try_without_journal, try_positions,
                 try_commits_meanwhile, try_editors, try_transcript,
                 try_hostile_messages, try_an_hour):
        with tempfile.TemporaryDirectory() as folder:
            part(Home(folder))
            check(not os.path.exists(f"{folder}/filter-ran"), f"{part.__name__}: a filter of the clone has run")
    if failures:
        sys.exit(f"{len(failures)} failed")
    print("All is well.")


if __name__ == "__main__":
    if RELAYS:
        relay(sys.argv[2], sys.argv[3:])
    main()
