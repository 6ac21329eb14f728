"""The contents and keys of the pictures of browse, for scripts/pictures."""
import os
import sqlite3
import time
from datetime import date, timedelta

# The commits, entries, notes and to-dos of an invented developer in three languages.
WORDS = {
    "en": {
        "subjects": ["Read commits in batches", "Cache the index", "Fix a race in the queue",
                     "Parse dates once", "Retry after a timeout", "Measure the start",
                     "Remove a lock", "Test empty files"],
        "entries": ["Measured the cache", "The queue was the reason", "A day of reviews",
                    "The release is planned", "Slow start, found it", "Wrote the parser anew",
                    "Talked about the schema", "Quiet day, small fixes"],
        "text": "The lookup takes 4 ms instead of 90, because the index is read once. Tomorrow the "
                "queue: it still waits for the lock.",
        "notes": [("Why the index is cached", "Reading it took 86 of 90 ms.", "perf"),
                  ("The lock of the queue", "Two writers waited for each other.", "bug"),
                  ("Dates are parsed once", "The parser is the same for both formats.", "parser")],
        "todos": ["Measure the queue", "Answer the review", "Write the release notes",
                  "Ask about the schema"],
        "more": "Buy coffee",
    },
    "ko": {
        "subjects": ["커밋을 묶어서 읽기", "색인을 캐시에 두기", "대기열의 경쟁 상태 수정", "날짜를 한 번만 해석",
                     "시간 초과 뒤 다시 시도", "시작 시간 측정", "잠금 하나 제거", "빈 파일 테스트"],
        "entries": ["캐시를 측정했다", "원인은 대기열이었다", "리뷰만 한 날", "릴리스 계획을 세웠다",
                    "느린 시작의 원인을 찾았다", "파서를 새로 썼다", "스키마 이야기를 했다", "조용한 날, 작은 수정"],
        "text": "색인을 한 번만 읽어서 조회가 90 ms에서 4 ms로 줄었다. 내일은 대기열을 본다. 아직 잠금을 기다린다.",
        "notes": [("색인을 캐시에 둔 이유", "90 ms 가운데 86 ms가 색인 읽기였다.", "성능"),
                  ("대기열의 잠금", "두 쓰기가 서로를 기다렸다.", "버그"),
                  ("날짜는 한 번만", "두 형식의 파서가 같다.", "파서")],
        "todos": ["대기열 측정", "리뷰에 답하기", "릴리스 노트 쓰기", "스키마 물어보기"],
        "more": "커피 사기",
    },
    "ja": {
        "subjects": ["コミットをまとめて読む", "索引をキャッシュする", "キューの競合を直す", "日付を一度だけ解析",
                     "タイムアウト後に再試行", "起動時間を測る", "ロックを一つ外す", "空のファイルのテスト"],
        "entries": ["キャッシュを測った", "原因はキューだった", "レビューの一日", "リリースの計画を立てた",
                    "遅い起動の原因を見つけた", "パーサーを書き直した", "スキーマの話をした", "静かな日、小さな修正"],
        "text": "索引を一度だけ読むようにしたら、検索が 90 ms から 4 ms になった。明日はキューを見る。まだロックを待っている。",
        "notes": [("索引をキャッシュする理由", "90 ms のうち 86 ms が索引の読み込みだった。", "性能"),
                  ("キューのロック", "二つの書き込みが互いに待っていた。", "バグ"),
                  ("日付は一度だけ", "二つの形式のパーサーは同じだ。", "パーサー")],
        "todos": ["キューを測る", "レビューに答える", "リリースノートを書く", "スキーマについて聞く"],
        "more": "コーヒーを買う",
    },
}
LOCALES = {"en": "en_US.UTF-8", "ko": "ko_KR.UTF-8", "ja": "ja_JP.UTF-8"}
# Columns, rows, background, and the keys before the picture.
SCREENS = [(200, 50, "dark", []), (100, 30, "light", ["2", "j"]), (60, 24, "dark", ["3"])]
TODAY = date(2026, 11, 21)

# The recorded session: keys, and how long their frame is shown, in seconds.
RECORDED = [([], 2.5), (["k"], 0.5), (["k"], 0.5), (["k"], 1.2), (["t"], 0.8), (["a"], 0.6),
            (["Buy"], 0.4), ([" ", "coffee"], 0.9), (["Enter"], 1.4), (["3"], 1.2), (["j"], 0.5),
            (["Space"], 1.4), (["u"], 1.4), (["/"], 0.7), (["ca"], 0.5), (["che"], 1.6),
            (["Enter"], 0.6), (["Tab"], 1.5), (["Escape"], 0.6), (["Escape"], 0.6), (["?"], 2.5),
            (["Escape"], 0.6), (["@"], 2.2), (["Escape"], 1.0)]


def history(subjects, below):
    """A year of commits with these subjects."""
    lines = []
    noon = 1_795_262_400
    for back in range(400, -1, -1):
        day = noon - back * 86_400 - 5 * 3600
        busy = 2 + back // 23 % 5
        weekend = (day // 86_400 + 4) % 7 in (0, 6)
        count = 1 + below(5) if back < 9 else below(busy * 2) * below(2) * (below(5) // 4 if weekend
                                                                         else 1)
        for number in range(count):
            subject = subjects[below(len(subjects))].encode()
            moment = f"{day - number * 1300} +0900"
            lines += ["commit refs/heads/main", f"author Octo <octocat@example.com> {moment}",
                      f"committer Octo <octocat@example.com> {moment}",
                      f"data {len(subject)}", subject.decode(), ""]
    return "\n".join(lines)


def fill(stage, binary, language, below):
    """Makes a journal and a clone, and returns the variables and the folder of a run."""
    words = WORDS[language]
    folder = os.path.join(stage.path, "browse-" + language)
    clone = os.path.join(folder, "hello")
    os.makedirs(folder)
    more = {"XDG_DATA_HOME": os.path.join(folder, "data"), "TZ": "Asia/Seoul",
            "COMMITDIARY_NOW": "2026-11-21T06:10:00Z", "LANG": LOCALES[language]}
    stage.run("git", "init", "-q", "-b", "main", clone)
    stage.run("git", "-C", clone, "config", "user.email", "octocat@example.com")
    stage.run("git", "-C", clone, "remote", "add", "origin", "https://github.com/octocat/hello.git")
    stage.run("git", "-C", clone, "fast-import", "--quiet", input=history(words["subjects"], below))
    stage.run("git", "-C", clone, "reset", "-q", "--hard")

    def run(*command):
        # Each clone in which the program runs is read for the pictures.
        stage.run(binary, *command, folder=clone, **more)

    for back in range(60, -1, -1):
        if back > 0 and below(4) == 0:
            continue
        title = words["entries"][0 if back == 0 else 1 + below(len(words["entries"]) - 1)]
        run("diary", "write", str(TODAY - timedelta(days=back)), "--body",
            f"{title}\n\n{words['text']}")
    for number, text in enumerate(words["todos"]):
        options = ["--priority", "A", "--due", "2026-11-24"] if number == 1 else []
        run("todo", "add", "--day", str(TODAY - timedelta(days=number // 3)), *options, "--", text)
    run("todo", "done", "1")
    shas = stage.run("git", "-C", clone, "log", "--format=%H", "-12").split()
    for number, (title, body, tag) in enumerate(words["notes"]):
        run("-q", "notes", "add", "--repo", clone, "--commit", shas[number * 3], "--title", title,
            "--body", body, "--tag", tag)
    # Ids are random, but the pictures are the same every time.
    path = os.path.join(folder, "data/commitdiary/journal.sqlite")
    with sqlite3.connect(path) as journal:
        for number, in journal.execute("SELECT number FROM record WHERE kind <> 2 ORDER BY number").fetchall():
            letters = "0123456789abcdefghjkmnpqrstvwxyz"
            name = "".join(letters[below(32)] for _ in range(12))
            journal.execute("UPDATE record SET id = ? WHERE number = ?", (name, number))
    journal.close()
    return more, clone


class Window:
    """The program in tmux."""

    def __init__(self, stage, binary, variables, folder, columns, rows):
        self.stage = stage
        self.tmux = ["tmux", "-u", "-S", stage.path + "/socket", "-f", "/dev/null"]
        script = os.path.join(stage.path, "script")
        with open(script, "w", encoding="utf-8") as file:
            exports = "".join(f"export {name}='{value}'\n" for name, value in variables.items())
            file.write(f"#!/bin/sh\n{exports}cd '{folder}'\n'{binary}' browse\nsleep 60\n")
        os.chmod(script, 0o755)
        stage.run(*self.tmux, "new-session", "-d", "-s", "picture", "-x", str(columns), "-y",
                  str(rows), script)
        # Long enough for everything that is read beside the screen.
        self.lines = self.wait(still=1.5, first=True)

    def wait(self, still, first=False):
        """The screen once it has not changed for a while."""
        shown, since, end = None, time.monotonic(), time.monotonic() + 30
        while time.monotonic() < end:
            now = self.stage.run(*self.tmux, "capture-pane", "-e", "-N", "-p", "-t", "picture")
            if now != shown:
                shown, since = now, time.monotonic()
            elif time.monotonic() - since > still and (now.strip() or not first):
                break
            time.sleep(0.05)
        return shown.rstrip("\n").split("\n")

    def press(self, keys, still=0.4):
        for key in keys:
            self.stage.run(*self.tmux, "send-keys", "-t", "picture", key)
            self.lines = self.wait(still)
        return self.lines

    def close(self):
        self.stage.run(*self.tmux, "kill-session", "-t", "picture")


def pictures(stage, binary, dice, variables, wanted):
    """The name, columns, background and frames of each picture. A frame is lines and seconds."""
    for language in WORDS:
        names = [f"browse-{language}-{screen[0]}" for screen in SCREENS]
        names += ["browse-session"] if language == "en" else []
        if not any(wanted(name) for name in names):
            continue
        more, clone = fill(stage, binary, language, dice())
        for columns, rows, background, keys in SCREENS:
            name = f"browse-{language}-{columns}"
            if not wanted(name):
                continue
            stage.configure({"terminal.background": background})
            window = Window(stage, binary, {**variables, **more}, clone, columns, rows)
            yield name, columns, background, [(window.press(keys), 0)]
            window.close()
        if language == "en" and wanted("browse-session"):
            stage.configure({"terminal.background": "dark"})
            window = Window(stage, binary, {**variables, **more}, clone, 100, 30)
            yield "browse-session", 100, "dark", [
                (window.press(keys), seconds) for keys, seconds in RECORDED]
            window.close()
