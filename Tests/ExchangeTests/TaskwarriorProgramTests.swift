import Diary
import Platform
import TestSupport
import Testing

@testable import Exchange

/// The real program, where it is installed: Debian's package `taskwarrior`.
@Suite struct TaskwarriorProgramTests {
  private static let environment = Environment.current
  private static var isInstalled: Bool {
    (environment["PATH"] ?? "").split(separator: ":").contains { File.exists("\($0)/task") }
  }

  private func task(_ words: String..., in folder: TemporaryFolder) throws -> ChildResult {
    let settings = [
      "rc:/dev/null", "rc.data.location=\(folder.path)", "rc.confirmation=off",
      "rc.verbose=nothing", "rc.gc=off", "rc.recurrence=off", "rc.hooks=off",
    ]
    return try Child.run(
      ["task"] + settings + words, environment: Self.environment, deadline: .seconds(300))
  }

  @Test(.enabled(if: isInstalled, "task is not installed"))
  func `500 to-dos come back from Taskwarrior as they were`() throws {
    let folder = try TemporaryFolder()
    var random = Seeded(71)
    var items: [Item] = []
    while items.count < 500 {
      guard var item = TodoTxtTests.item(&random) else { continue }
      item.key = Identifier(bits: UInt64(items.count + 1)).uuid
      if items.count % 50 == 0 {
        var toDo = TodoTxtTests.toDo(item)
        toDo.details.text += " [a] &open; &close; / \\ 회고 it's"
        item.content = .toDo(toDo)
      }
      items.append(item)
    }
    let file = folder.file("tasks.json")
    let written = TaskwarriorTests.write(items)
    try File.writeAtomically(Array(written.utf8), to: file)
    let imported = try task("import", file, in: folder)
    #expect(imported.status.isSuccess, "\(String(decoding: imported.errorOutput, as: UTF8.self))")
    let exported = try task("export", in: folder)
    let read = try TodoTxtTests.items(TaskwarriorTests.reader(exported.text))
    #expect(read.count == 500)
    let byKey = Dictionary(items.map { ($0.key, $0) }) { first, _ in first }
    for item in read { #expect(byKey[item.key]?.content == item.content) }
  }
}
