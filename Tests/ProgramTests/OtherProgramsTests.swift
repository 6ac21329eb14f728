import JSON
import Platform
import Testing

@testable import ProgramSupport

/// The real programs that read what is exported, where they are installed: vdirsyncer, radicale and
/// todoman of Debian, and jrnl of PyPI, which `scripts/test` installs into `.build/bench-venv`.
@Suite struct OtherProgramsTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(clone: nil, at: "2026-11-21T10:00:00+09:00", in: "Asia/Seoul")
  }

  private static func areInstalled(_ programs: String...) -> Bool {
    let folders = (Environment.current["PATH"] ?? "").split(separator: ":")
    return programs.allSatisfy { program in
      folders.contains { File.exists("\($0)/\(program)") }
    }
  }

  private func run(_ script: String) throws -> String {
    try sandbox.script("set -e\n" + script, environment: ["LC_ALL": "C.UTF-8"]).expect(0).output
  }

  // MARK: A calendar server

  private static let hasServer = areInstalled("vdirsyncer", "radicale", "python3")

  /// A server with one calendar, and two folders that are synchronized with it: that of this program,
  /// and one that stands for a phone.
  private func configure(port: Int) throws {
    _ = try run(
      """
      mkdir -p "$sandbox/server/collection-root/me/diary" "$XDG_CONFIG_HOME/vdirsyncer" cal phone
      echo '{"tag":"VCALENDAR","C:supported-calendar-component-set":"VJOURNAL,VTODO"}' \\
        >"$sandbox/server/collection-root/me/diary/.Radicale.props"
      cat >"$sandbox/radicale" <<END
      [server]
      hosts = 127.0.0.1:\(port)
      [auth]
      type = none
      [storage]
      filesystem_folder = $sandbox/server
      END
      {
        printf '[general]\\nstatus_path = "%s/status/"\\n' "$HOME"
        for side in cal phone; do
          cat <<END
      [pair ${side}_pair]
      a = "$side"
      b = "${side}_server"
      collections = null
      conflict_resolution = "b wins"
      [storage $side]
      type = "filesystem"
      path = "$PWD/$side/"
      fileext = ".ics"
      [storage ${side}_server]
      type = "caldav"
      url = "http://127.0.0.1:\(port)/me/diary/"
      username = "me"
      password = "x"
      item_types = ["VJOURNAL", "VTODO"]
      END
        done
      } >"$XDG_CONFIG_HOME/vdirsyncer/config"
      """)
  }

  @Test(.enabled(if: hasServer, "vdirsyncer or radicale is not installed"))
  func `the diary goes to a phone and comes back`() throws {
    try configure(port: Int.random(in: 20_000..<30_000))
    let output = try run(
      #"""
      radicale -C "$sandbox/radicale" >"$sandbox/log" 2>&1 &
      trap "kill $!" EXIT
      port=$(sed -n 's/^hosts = //p' "$sandbox/radicale")
      until python3 -c "import socket,sys; socket.create_connection(sys.argv[1].split(':'))" \
        "$port" 2>/dev/null; do kill -0 $!; sleep 0.05; done
      sync() {
        { vdirsyncer sync cal_pair; vdirsyncer sync phone_pair; vdirsyncer sync cal_pair; } 2>&1
      }
      d() { "$commitdiary" --quiet "$@" 2>&1; }
      d diary write --body 'Hello
      world 주간회고를 썼다'
      d todo add buy milk due:friday '#home'
      d todo add --every week water
      d notes add --repo octocat/hello --no-commit why it was slow
      d export ics cal
      yes | vdirsyncer discover >/dev/null 2>&1
      sync >/dev/null
      echo "on the phone: $(ls phone | wc -l)"

      sed -i 's/STATUS:NEEDS-ACTION/STATUS:COMPLETED\r\nCOMPLETED:20261121T003000Z/
        s/buy milk/buy oat milk/' "$(grep -l 'buy milk' phone/*)"
      sed -i 's/world/brave world/' "$(grep -l Hello phone/*)"
      rm "$(grep -l 'why it was slow' phone/*)"
      printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//phone//EN BEGIN:VJOURNAL UID:phone-1 \
        DTSTAMP:20261121T010000Z 'DTSTART;VALUE=DATE:20261119' 'SUMMARY:From the phone' \
        X-COLOR:red END:VJOURNAL END:VCALENDAR >phone/phone-1.ics
      vdirsyncer sync phone_pair >/dev/null 2>&1
      vdirsyncer sync cal_pair >/dev/null 2>&1
      d export ics cal >/dev/null && echo 'exported over a change'
      "$commitdiary" import ics cal --yes --delete --json | tr -d ' \n'
      echo
      d todo list
      d diary
      d notes list
      d diary write 2026-11-19 --body 'And here.'
      d todo delete 2
      d export ics cal
      sync >/dev/null
      grep -h -e '^X-COLOR' -e '^DESCRIPTION' phone/phone-1.ics | tr -d '\r'
      echo "on the phone: $(ls phone | wc -l)"
      "$commitdiary" import ics cal --json | tr -d ' \n'
      """#)
    func has(_ line: String) -> Bool { output.contains(line) }
    #expect(has("on the phone: 4\n"), "\(output)")
    #expect(!has("exported over a change"), "\(output)")
    let first =
      #""imported":{"notes":0,"entries":1,"todos":0},"changed":2,"unchanged":1,"deleted":1"#
    #expect(has(first), "\(output)")
    #expect(has("[x]  buy oat milk") && has("brave world 주간회고를 썼다"), "\(output)")
    #expect(!has("why it was slow"), "\(output)")
    #expect(has("DESCRIPTION:And here.\nX-COLOR:red\non the phone: 3\n"), "\(output)")
    let last =
      #""imported":{"notes":0,"entries":0,"todos":0},"changed":0,"unchanged":3,"deleted":0"#
    #expect(has(last), "\(output)")
  }

  @Test(.enabled(if: areInstalled("todoman"), "todoman is not installed"))
  func `todoman lists the to-dos`() throws {
    let output = try run(
      """
      "$commitdiary" todo add buy milk due:friday pri:A --quiet
      "$commitdiary" todo add done already --quiet
      "$commitdiary" todo done 2 --quiet
      "$commitdiary" --quiet export ics cal
      mkdir -p "$XDG_CONFIG_HOME/todoman"
      printf 'path = "%s"\\ndate_format = "%%Y-%%m-%%d"\\ntime_format = "%%H:%%M"\\n' "$PWD/cal" \\
        >"$XDG_CONFIG_HOME/todoman/config.py"
      todoman list --status ANY
      """)
    #expect(output.contains("2026-11-27") && output.contains("buy milk"), "\(output)")
    #expect(output.contains("[X]") && output.contains("done already"), "\(output)")
  }

  // MARK: jrnl

  private static let jrnl: String? = {
    let folder = File.directory(of: File.directory(of: File.directory(of: "\(#filePath)")))
    let own = "\(folder)/.build/bench-venv/bin/jrnl"
    return File.exists(own) ? own : areInstalled("jrnl") ? "jrnl" : nil
  }()

  @Test(.enabled(if: jrnl != nil, "jrnl is not installed; scripts/test installs it"))
  func `jrnl reads the same entries, and exports them unchanged`() throws {
    let output = try run(
      """
      printf '%s\\n' '[2026-11-18 09:05] A title' 'and a body with @perf' '' \\
        '[2026-11-18 21:30] Starred, 회고 *' 'more' '' '' | "$commitdiary" --quiet import jrnl -
      "$commitdiary" --quiet diary write 2026-11-20 --body 'One.
      [2026-11-20 10:00] looks like a header'
      "$commitdiary" --quiet export jrnl journal.txt
      mkdir -p "$HOME/.config/jrnl"
      printf 'version: v4.2\\ntimeformat: "%%F %%R"\\njournals:\\n  default:\\n    journal: %s\\n' \\
        "$PWD/journal.txt" >"$HOME/.config/jrnl/jrnl.yaml"
      "\(Self.jrnl ?? "jrnl")" --config-file "$HOME/.config/jrnl/jrnl.yaml" --export json 2>/dev/null
      """)
    let start = try #require(output.firstIndex(of: "{"))
    let document = try JSONParser.parse(Array(output[start...].utf8))
    let entries = document["entries"]?.array ?? []
    #expect(entries.map { $0["date"] } == ["2026-11-18", "2026-11-18", "2026-11-20"])
    #expect(entries.map { $0["time"] }.prefix(2) == ["09:05", "21:30"])
    #expect(entries.map { $0["starred"] } == [false, true, false], "\(output)")
    #expect(entries.first?["tags"] == ["@perf"])
  }
}
