import Platform
import Testing

@testable import ProgramSupport

/// The SVG of a graph, read by an independent XML parser.
@Suite struct GraphSVGProcessTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(clone: nil)
    sandbox.environment = sandbox.environment.adding([
      "TZ": "UTC", "COMMITDIARY_NOW": GitHubStage.now,
    ])
    try sandbox.make("a <b> & 'c'", of: .lively())
  }

  private var clone: String { sandbox.file("a <b> & 'c'") }

  /// The language, the number of days with a title, and the title, as an XML parser finds them.
  private func found(in file: String) throws -> [String] {
    let script = """
      import sys, xml.dom.minidom
      root = xml.dom.minidom.parse(sys.argv[1]).documentElement
      words = lambda name: [e.firstChild.data for e in root.getElementsByTagName(name)]
      assert root.tagName == 'svg' and root.namespaceURI == 'http://www.w3.org/2000/svg'
      print(root.getAttribute('xml:lang'), len(root.getElementsByTagName('path')), sep='\\n')
      print(len(words('title')), words('title')[0], words('title')[1], *words('text'), sep='\\n')
      print('light and dark' if 'prefers-color-scheme:dark' in words('style')[0] else '')
      """
    let result = try Child.run(
      ["python3", "-c", script, file], in: sandbox.path, environment: sandbox.environment,
      deadline: Sandbox.timeout)
    try #require(result.status.isSuccess, "\(result.errorText)")
    return result.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func `the SVG is well-formed and has a title for each day`() throws {
    let file = sandbox.file("year.svg")
    let outcome = try sandbox.run(
      "graph", "--svg", file, environment: Locales.language("ko_KR.UTF-8"), in: clone)
    #expect(outcome.status == 0 && outcome.output == "", "\(outcome.testDescription)")
    #expect(outcome.error.contains(file), "\(outcome.testDescription)")
    let lines = try found(in: file)
    let days = try sandbox.graph([], in: clone).days.count
    #expect(lines[0].hasPrefix("ko"))
    // The cells of the legend have no title; the picture has one.
    #expect(lines[1] == "\(days + 5)" && lines[2] == "\(days + 1)", "\(lines)")
    #expect(lines[3].contains("a <b> & 'c'"), "\(lines[3])")
    #expect(lines[4].contains("2025"), "\(lines[4])")
    #expect(lines.contains("light and dark"))
    #expect(try File.read(file).count < 45_000)
  }

  @Test func `standard output gets the same SVG and nothing else`() throws {
    let file = sandbox.file("year.svg")
    let words = ["graph", "--year", "2025", "--theme", "dracula", "--svg"]
    try sandbox.run(words + [file], in: clone)
    let outcome = try sandbox.run(words + ["-"], in: clone)
    #expect(outcome.status == 0 && outcome.error == "")
    #expect(try outcome.bytes == File.read(file))
    #expect(outcome.output.contains("#bd93f9"))
    #expect(try found(in: file)[2] == "366")
    // The picture does not depend on the terminal or its colors.
    for change in [["COLUMNS": "20"], ["CLICOLOR_FORCE": "1"], ["NO_COLOR": "1", "TERM": "dumb"]] {
      #expect(try sandbox.run(words + ["-"], environment: change, in: clone).bytes == outcome.bytes)
    }
  }

  @Test func `writes to a pipe, and keeps a file's permissions`() throws {
    let script = """
      cd "$clone" && mkfifo ../pipe && cat ../pipe > ../read &
      cd "$clone" && until [ -p ../pipe ]; do sleep 0.01; done
      "$commitdiary" graph --svg ../pipe && wait && test -p ../pipe && grep -c '<svg' ../read
      touch ../private && chmod 600 ../private && "$commitdiary" graph --svg ../private
      umask 027 && "$commitdiary" graph --svg ../new && stat -c %a ../private ../new
      umask 0 && "$commitdiary" graph --svg ../open && stat -c %a ../open
      """
    let output = try sandbox.script(script, environment: ["clone": clone])
    #expect(output.output == "1\n600\n640\n644\n", "\(output.testDescription)")
  }
}
