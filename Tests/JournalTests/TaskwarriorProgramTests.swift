import Diary
import Platform
import TestSupport
import Testing

@testable import Journal

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
    var toDos: [ToDo] = []
    while toDos.count < 500 {
      guard var toDo = TodoTxtTests.toDo(&random) else { continue }
      toDo.id = Identifier(bits: UInt64(toDos.count + 1))
      if toDos.count % 50 == 0 { toDo.text += " [a] &open; &close; / \\ 회고 it's" }
      toDos.append(toDo)
    }
    let file = folder.file("tasks.json")
    let written = Taskwarrior.write(toDos, offset: TodoTxtTests.seoul)
    try File.writeAtomically(Array(written.utf8), to: file)
    let imported = try task("import", file, in: folder)
    #expect(imported.status.isSuccess, "\(String(decoding: imported.errorOutput, as: UTF8.self))")
    let exported = try task("export", in: folder)
    let read = try Taskwarrior.read(
      exported.text, now: TodoTxtTests.now, offset: TodoTxtTests.seoul
    ).toDos
    #expect(read.count == 500)
    let byID = Dictionary(toDos.map { ($0.id, $0) }) { first, _ in first }
    for new in read {
      let toDo = try #require(new.uuid.flatMap { Identifier(uuid: $0) }.flatMap { byID[$0] })
      #expect(new.details == toDo.details && new.day == toDo.day)
      #expect(new.createdAt == toDo.createdAt && new.doneAt == toDo.doneAt)
    }
  }
}
