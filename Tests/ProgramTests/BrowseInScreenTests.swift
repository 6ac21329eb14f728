import Platform
import Testing

@testable import ProgramSupport

/// The full-screen interface in GNU screen, where that is installed.
@Suite(.serialized, .enabled(if: File.exists("/usr/bin/screen"), "GNU screen is not installed"))
struct BrowseInScreenTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(clone: nil)
    try sandbox.run("diary", "write", "--body", "A steady day")
  }

  @Test(arguments: [("en_US.UTF-8", "[1 Days]", "i"), ("ko_KR.UTF-8", "[1 날짜]", "ㅑ")])
  func `draws, accepts keys and restores the terminal`(
    language: String, tab: String, key: String
  ) throws {
    try File.writeAtomically(
      // Without `autodetach off`, the server stays after its terminal has closed.
      Array("startup_message off\ndefutf8 on\nautodetach off\n".utf8), to: sandbox.file("screenrc"))
    let inside = try sandbox.makeScript(
      "inside-screen",
      """
      echo before
      "$commitdiary" browse
      echo "exit $?"
      exec cat
      """)
    let window = try TmuxWindow(
      """
      mkdir -p -m 700 "$sandbox/screens"
      export SCREENDIR="$sandbox/screens"
      exec screen -U -c "$sandbox/screenrc" \(inside)
      """, in: sandbox, columns: 100, rows: 30, environment: Locales.language(language))
    let screen = try window.wait(for: "A steady day")
    #expect(screen.contains(tab), "\(screen)")
    try window.type(key)
    try window.wait("a prompt") { $0.split(separator: "\n").last?.contains(":") == true }
    try window.type("cafe 카페")
    try window.press("Enter")
    try window.wait("the line in the journal") { _ in
      let entries = try? sandbox.run("diary", "list", "--full", "--json").output
      return entries?.contains("cafe 카페") == true
    }
    try window.type("q")
    let end = try window.wait(for: "exit 0")
    #expect(!end.contains(tab), "\(end)")
  }
}
