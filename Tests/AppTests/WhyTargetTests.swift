import Localization
import Testing

@testable import App
@testable import Context

@Suite struct WhyTargetTests {
  struct Example: CustomTestStringConvertible, Sendable {
    var typed: String
    var files: Set<String> = ["a.c"]
    var path: String
    var lines: ClosedRange<Int>?
    var isPath = true

    var testDescription: String { "\(typed) among \(files.sorted())" }
  }

  @Test(arguments: [
    Example(typed: "a.c", path: "a.c"),
    Example(typed: "a.c:10", path: "a.c", lines: 10...10),
    Example(typed: "a.c:10-20", path: "a.c", lines: 10...20),
    Example(typed: "a.c:10:5", path: "a.c", lines: 10...10),
    Example(typed: "a.c:007", path: "a.c", lines: 7...7),
    Example(typed: "a.c:99999999999999999999", path: "a.c", lines: .max ... .max),
    Example(typed: "a:10", files: ["a", "a:10"], path: "a:10"),
    Example(typed: "a:10:5", files: ["a", "a:10"], path: "a:10", lines: 5...5),
    Example(typed: "a:10:5", files: ["a"], path: "a", lines: 10...10),
    Example(typed: "a:b:3", files: ["a:b"], path: "a:b", lines: 3...3),
    Example(typed: "line\nbreak:3", files: ["line\nbreak"], path: "line\nbreak", lines: 3...3),
    Example(typed: "-x:3", files: ["-x"], path: "-x", lines: 3...3),
    Example(typed: "한글.c:3", files: ["한글.c"], path: "한글.c", lines: 3...3),
    Example(typed: "gone.c:3", path: "gone.c", lines: 3...3, isPath: false),
    Example(typed: "gone.c:3:1", path: "gone.c", lines: 3...3, isPath: false),
    Example(typed: "HEAD~2", path: "HEAD~2", isPath: false),
    Example(typed: "a.c:", path: "a.c:", isPath: false),
    Example(typed: "a.c:x", path: "a.c:x", isPath: false),
    Example(typed: "a.c:1-2-3", path: "a.c:1-2-3", isPath: false),
    Example(typed: "a.c:-3", path: "a.c:-3", isPath: false),
    Example(typed: ":3", path: ":3", isPath: false),
    Example(typed: ":", path: ":", isPath: false),
  ])
  func `reads a file, its lines, or something else`(_ example: Example) throws {
    let target = try WhyTarget(example.typed) { example.files.contains($0) }
    #expect(target.path == example.path)
    #expect(target.lines == example.lines)
    #expect(target.isPath == example.isPath)
  }

  @Test(arguments: ["a.c:0", "a.c:20-10", "a.c:0-3", "a.c:0:4", "gone:0"])
  func `refuses lines that cannot exist`(typed: String) {
    let error = #expect(throws: Explanation.self) { try WhyTarget(typed) { $0 == "a.c" } }
    #expect(error?.message == .whyLinesBad(typed: typed))
  }
}
