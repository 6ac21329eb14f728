"""Measures `import` and `export` of 100,000 texts against the sqlite3 program.

The peer copies the same tables with `.dump`, and builds an index of the same form over their texts.
"""
import hashlib
import json
import os
import random
import resource
import subprocess
import sys
import time

TABLES = ["repository", "device", "record", "record_version", "record_tag"]
INDEX = """
CREATE VIRTUAL TABLE peer_words USING fts5 (words, content = '', columnsize = 0, detail = none,
  tokenize = 'ascii', prefix = '1 2 3 4 5 6 7 8 9');
INSERT INTO peer_words (rowid, words) SELECT number, title || ' ' || body FROM record;
"""


def compact(members):
    """The text of which a version's hash is."""
    return json.dumps(members, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def archive(path, texts):
    """A journal of notes, as `export json` writes it."""
    source = random.Random(5)
    device = "%032x" % source.getrandbits(128)
    with open(path, "w") as file:
        file.write('{"commitdiary":2,\n"repositories":[],\n"purged":[],\n"purgedOrigins":[],\n'
                   '"commits":[],\n"rewrites":[],\n"pullRequests":[],\n'
                   '"records":[')
        for number, (title, body, instant) in enumerate(texts):
            moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(instant))
            content = {
                "updatedAt": moment, "updatedOffset": 0, "day": moment[:10],
                "repository": "github.com/octocat/hello", "sha": "%040x" % source.getrandbits(160),
                "subject": title, "author": "A", "authoredAt": moment, "authoredOffset": 0,
                "title": title, "body": body, "tags": [["perf", "typed"]]}
            version = dict(content, version=1, versionId="%032x" % source.getrandbits(128),
                           device=device, clock=instant * 4_096_000 + number,
                           hash=hashlib.sha256(compact(content).encode()).hexdigest())
            id = "".join(source.choice("0123456789abcdefghjkmnpqrstvwxyz") for _ in range(12))
            record = {"kind": "note", "id": id, "createdAt": moment, "createdOffset": 0,
                      "versions": [version]}
            file.write(",\n" if number else "\n")
            record["versions"] = [dict(sorted(version.items()))]
            file.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")))
        file.write("\n]}\n")


def timed(words, environment):
    """Seconds, and the peak memory in MB."""
    script = ("import resource,subprocess,sys,time;s=time.perf_counter();"
              "subprocess.run(sys.argv[1:],check=True,stdin=subprocess.DEVNULL,"
              "stdout=subprocess.DEVNULL);e=time.perf_counter()-s;"
              "print(e,resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss/1024)")
    output = subprocess.run([sys.executable, "-c", script, *words], env=environment, check=True,
                            capture_output=True, text=True).stdout
    seconds, memory = map(float, output.split())
    return seconds, memory


def measure(binary, folder, environment, texts, report, report_memory):
    first = os.path.join(folder, "first.json")
    archive(first, texts)
    fine = True
    name = f"{len(texts)} texts, {os.path.getsize(first) / 1e6:.0f} MB of JSON"
    print(f"\n{name:<44} {'ours':>12} {'sqlite3':>12}   ratio")
    times, memories = [], {"import json": 0, "export json": 0}
    for run in range(3):
        home = dict(environment, HOME=os.path.join(folder, f"exchange-{run}"))
        os.makedirs(home["HOME"])
        journal = os.path.join(home["HOME"], ".local/share/commitdiary/journal.sqlite")
        copied = os.path.join(home["HOME"], "copied.sqlite")
        second = os.path.join(home["HOME"], "second.json")
        taken, memory = timed([binary, "import", "--quiet", first], home)
        memories["import json"] = max(memories["import json"], memory)
        written, memory = timed([binary, "export", "json", second], home)
        memories["export json"] = max(memories["export json"], memory)
        if open(first).read() != open(second).read():
            sys.exit("The export is not what was imported.")
        dump = f"sqlite3 {journal} '.dump {' '.join(TABLES)}' | sqlite3 {copied}"
        peer, _ = timed(["sh", "-c", f"{dump} && sqlite3 {copied} \"$1\"", "sh", INDEX], home)
        times.append((taken, written, peer))
    taken, written, peer = (sorted(column)[1] for column in zip(*times))
    fine &= report("import json : .dump | sqlite3", taken, peer, taken / peer, 1.5)
    fine &= report("export json : .dump | sqlite3", written, peer, written / peer, 1.5)
    for command, memory in memories.items():
        fine &= report_memory(command, memory, 60)
    return fine & others(binary, folder, environment, texts, report_memory)


def others(binary, folder, environment, texts, report_memory):
    """The same texts as a journal of jrnl: time and memory of an import, of the same again, and of
    its undo."""
    home = dict(environment, HOME=os.path.join(folder, "exchange-jrnl"))
    os.makedirs(home["HOME"])
    file = os.path.join(home["HOME"], "journal.txt")
    with open(file, "w") as journal:
        for title, body, instant in texts:
            journal.write(time.strftime("[%Y-%m-%d %H:%M]", time.gmtime(instant))
                          + f" {title}\n{body}\n\n")
    fine = True
    for words in (["import", "--quiet", "jrnl", file], ["import", "--quiet", "jrnl", file],
                  ["export", "jrnl", os.path.join(home["HOME"], "again.txt")],
                  ["undo", "--quiet", "--yes"]):
        seconds, memory = timed([binary, *words], home)
        name = " ".join(word for word in words[:3] if word != "--quiet")
        print(f"{name:<44} {seconds * 1000:9.1f} ms")
        fine &= report_memory(name, memory, 60)
    return fine
