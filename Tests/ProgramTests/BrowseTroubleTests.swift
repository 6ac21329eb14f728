import Platform
import SQLite
import StandIn
import Testing

@testable import ProgramSupport

/// What is typed on the full screen is kept when it cannot be saved.
@Suite(.serialized) struct BrowseTroubleTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(clone: nil)
    try sandbox.run("diary", "write", "--body", "A steady day")
  }

  private func window(_ before: String = "", environment: [String: String] = [:]) throws
    -> TmuxWindow
  {
    let window = try TmuxWindow(
      """
      \(before)
      "$commitdiary" browse
      echo "exit $?"
      exec cat
      """, in: sandbox, columns: 100, rows: 30, environment: environment)
    try window.wait(for: "A steady day")
    return window
  }

  private func toDos() throws -> String { try sandbox.run("todo", "list", "--json").output }

  @Test func `a to-do waits in its prompt while another program has the journal`() throws {
    let window = try window()
    let holder = try Connection(path: sandbox.journal, mode: .readWrite, closing: .leaveLog)
    try holder.execute("BEGIN IMMEDIATE")
    try window.type("abuy milk", press: "Enter")
    try window.wait("a refusal") { $0.contains("To-do: buy milk") && $0.contains("journal") }
    try holder.execute("COMMIT")
    try window.press("Enter", until: "Added: buy milk")
    #expect(try toDos().contains("buy milk"))
    try window.press("C-c", until: "exit 0")
  }

  @Test func `keys work while a change waits for the journal`() throws {
    let window = try window()
    let holder = try Connection(path: sandbox.journal, mode: .readWrite, closing: .leaveLog)
    try holder.execute("BEGIN IMMEDIATE")
    try window.type("abuy milk", press: "Enter", until: "Waiting for the journal")
    try window.type("2", until: "[2 Notes]")
    try holder.execute("COMMIT")
    try window.wait(for: "Added: buy milk")
    #expect(try toDos().contains("buy milk"))
    try window.type("q", until: "exit 0")
  }

  @Test(arguments: ["TERM", "HUP"])
  func `a change that waits is saved or kept when two signals end the program`(
    signal: String
  ) throws {
    let window = try TmuxWindow(
      """
      stty -a > "$sandbox/before"
      sh -c 'echo $$ > "$sandbox/pid"; exec "$commitdiary" browse'
      stty -a > "$sandbox/after"
      echo "exit $?"
      exec cat
      """, in: sandbox, columns: 100, rows: 30)
    try window.wait(for: "A steady day")
    let holder = try Connection(path: sandbox.journal, mode: .readWrite, closing: .leaveLog)
    try holder.execute("BEGIN IMMEDIATE")
    try window.type("abuy milk", press: "Enter", until: "Waiting for the journal")
    try window.type("ihalf a thought", until: "half a thought")
    try sandbox.shell("kill -\(signal) $(cat \"$sandbox/pid\")")
    try window.wait("the end of the screen") { !$0.contains("[1 Days]") }
    // The program may have ended already.
    try sandbox.shell("kill -\(signal) $(cat \"$sandbox/pid\") 2> /dev/null || :")
    try window.wait(for: "exit 0")
    try holder.execute("COMMIT")
    try sandbox.shell("cmp \"$sandbox/before\" \"$sandbox/after\"")
    let texts = try sandbox.draftTexts().joined() + toDos()
    #expect(texts.contains("buy milk") && texts.contains("half a thought"), "\(texts)")
  }

  @Test func `stops and continues as often as it is told to`() throws {
    let window = try TmuxWindow(
      """
      tty > "$sandbox/tty"
      stty -a > "$sandbox/before"
      sh -c 'echo $$ > "$sandbox/pid"; exec "$commitdiary" browse'
      stty -a > "$sandbox/after"
      echo "the end"
      exec cat
      """, in: sandbox, columns: 100, rows: 30)
    try window.wait(for: "A steady day")
    let wrong = try sandbox.shell(
      """
      pid=$(cat "$sandbox/pid")
      for number in $(seq 30); do
        kill -TSTP $pid
        [ $((number % 3)) -eq 0 ] || sleep 0.00$((number % 7))
        kill -CONT $pid
        sleep 0.02
        stty -a -F "$(cat "$sandbox/tty")" | grep -q -e -icanon || echo "not raw: $number"
      done
      """)
    #expect(wrong.isEmpty)
    try window.type("ia line", until: ": a line")
    #expect(try window.tell("display-message", "-p", "#{alternate_on}") == "1\n")
    try window.press("Escape")
    try window.wait("no prompt") { $0.contains("Keys") }
    try window.type("q", until: "the end")
    try sandbox.shell("cmp \"$sandbox/before\" \"$sandbox/after\"")
  }

  @Test func `a line becomes a draft when the disk is full`() throws {
    let window = try window("ulimit -f 8")
    try window.type("ihalf a thought", press: "Enter")
    try window.wait("a refusal") { $0.contains("half a thought") && $0.contains("journal") }
    try window.press("Escape")
    try window.wait("no prompt") { $0.contains("Keys") }
    try window.type("q", until: "exit 0")
    #expect(try sandbox.draftTexts() == ["half a thought"])
  }

  @Test func `both texts are kept when another window writes meanwhile`() throws {
    let window = try window(
      environment: sandbox.editor(
        "\"$commitdiary\" --quiet jot meanwhile > /dev/null; echo mine >> \"$1\""))
    try window.type("e")
    let screen = try window.wait("the end of the editor") {
      $0.contains("mine") || $0.contains("Press Enter")
    }
    let texts =
      try sandbox.draftTexts().joined() + sandbox.run("diary", "list", "--full", "--json").output
    #expect(texts.contains("meanwhile") && texts.contains("mine"))
    if screen.contains("Press Enter") { try window.press("Enter") }
    try window.wait(for: "Keys")
    try window.type("q", until: "exit 0")
  }
}

/// The weather and a refresh in the full-screen interface, with servers that stand in for the real
/// ones.
@Suite(.serialized) struct BrowseWeatherTests {
  private let sandbox: Sandbox
  private let now = ["COMMITDIARY_NOW": "2026-11-21T00:30:00Z"]

  init() throws { sandbox = try Sandbox(clone: nil) }

  private func window() throws -> TmuxWindow {
    try TmuxWindow(
      """
      "$commitdiary" browse
      echo "exit $?"
      exec cat
      """, in: sandbox, columns: 120, rows: 40, environment: now)
  }

  @Test func `shows the weather of today`() throws {
    let services = try sandbox.useWeather(at: "Seoul")
    let window = try window().showing("Open-Meteo.com")
    let requests = services.requests.count
    try window.type("k")
    try window.wait("another day") { !$0.contains("Open-Meteo.com") }
    try window.type("t")
    #expect(try window.wait(for: "Open-Meteo.com").contains("Seoul"))
    // Without an account, a refresh says what to do, and the weather stays.
    try window.type("r")
    #expect(try window.wait(for: "commitdiary login").contains("Open-Meteo.com"))
    #expect(services.requests.count == requests)
    try window.type("q", until: "exit 0")
  }

  @Test func `a weather service that does not answer delays no key`() throws {
    sandbox.environment["COMMITDIARY_FORECAST_URL"] = "http://127.0.0.1:9"
    try sandbox.run("config", "set", "weather.place", "37.57,126.98")
    let window = try window().showing("[1 Days]")
    try window.type("atest the wind", press: "Enter", until: "Added: test the wind")
    try window.type("q", until: "exit 0")
  }
}
