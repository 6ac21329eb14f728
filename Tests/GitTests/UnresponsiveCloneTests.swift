import Diary
import GitTestSupport
import Platform
import Synchronization
import Testing

@testable import Git

@Suite struct UnresponsiveCloneTests {
  private let folder: TemporaryClone

  init() throws {
    folder = try TemporaryClone()
    _ = try folder.commit("one", at: 1_700_000_000)
  }

  @Test func `a clone on a file system that did not respond is not looked at`() throws {
    let root = folder.file("clone")
    let clone = try Clone.find(from: root, environment: folder.environment)
    UnresponsiveClones.add(fileSystemOf: root, unlessOf: root)
    #expect(UnresponsiveClones.contains(root) && UnresponsiveClones.contains(root + "/.git"))
    #expect(!UnresponsiveClones.contains(root + "2"))
    let error = GitError.timedOut(path: clone.root)
    #expect(throws: error) {
      try Clone.reopen(FoundClone(clone), environment: folder.environment)
    }
    #expect(throws: error) { try clone.program.run(["status"]) }
    #expect(!clone.isShallow)
  }

  @Test func `a reading tells when git takes over`() throws {
    let steps = Mutex<[ReadingObserver.Step]>([])
    let clone = try Clone.find(from: folder.file("clone"), environment: folder.environment)
    let observer = ReadingObserver { step in steps.withLock { $0.append(step) } }
    _ = try ReadingObserver.$current.withValue(observer) {
      try clone.history(of: .own(emails: ["a@example.com"]))
    }
    let reported = steps.withLock { $0 }
    #expect(reported.first == .file && reported.last == .git)
  }
}
