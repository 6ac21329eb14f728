import Diary
import Git
import GitTestSupport
import Platform
import Testing

@Suite struct CloneTests {
  @Test func `finds a clone from any folder or file in it`() throws {
    let folder = try TemporaryClone()
    try File.makeDirectory(folder.file("clone/a/b"))
    try File.writeAtomically([], to: folder.file("clone/a/file"))
    let clone = try folder.clone()
    #expect(clone.root == folder.file("clone"))
    #expect(clone.gitDirectory == folder.file("clone/.git"))
    #expect(clone.commonDirectory == folder.file("clone/.git"))
    #expect(!clone.isBare)
    #expect(!clone.isShallow)
    #expect(try folder.clone("clone/a/b") == clone)
    #expect(try folder.clone("clone/a/file") == clone)
    #expect(try folder.clone("clone/.git").root == clone.root)
  }

  @Test func `working trees of one clone are one repository`() throws {
    let folder = try TemporaryClone()
    let sha = try folder.commit("one")
    try folder.git(["worktree", "add", "-q", "../other"])
    let other = try folder.clone("other")
    #expect(other.root == folder.file("other"))
    #expect(other.gitDirectory == folder.file("clone/.git/worktrees/other"))
    #expect(other.commonDirectory == folder.file("clone/.git"))
    #expect(try other.repository().name == folder.file("clone"))
    #expect(try other.resolve("HEAD").sha == sha)
  }

  @Test func `a bare clone has no working tree`() throws {
    let folder = try TemporaryClone(["--bare"])
    let clone = try folder.clone()
    #expect(clone.isBare)
    #expect(clone.root == folder.file("clone"))
    #expect(try folder.clone("clone/refs").root == folder.file("clone"))
    #expect(try clone.repository().name == folder.file("clone"))
  }

  @Test func `a path may contain a newline`() throws {
    let folder = try TemporaryClone()
    try folder.commit("one")
    try File.move(folder.file("clone"), to: folder.file("a\nb"))
    let clone = try folder.clone("a\nb")
    #expect(clone.root == folder.file("a\nb"))
    #expect(try clone.repository().name == folder.file("a\nb"))
  }

  @Test func `recognizes a shallow clone`() throws {
    let folder = try TemporaryClone()
    try folder.commit("one")
    let sha = try folder.commit("two")
    let origin = "file://" + folder.file("clone")
    try folder.git(["clone", "-q", "--depth", "1", origin, "shallow"], in: folder.path)
    let clone = try folder.clone("shallow")
    #expect(clone.isShallow)
    #expect(clone.rootCommit() == nil)
    #expect(try clone.resolve("HEAD").sha == sha)
    #expect(throws: GitError.unknownRevision("HEAD~1")) { try clone.resolve("HEAD~1") }
    #expect(try clone.repository().name == folder.file("clone"))
  }

  @Test func `supports SHA-256`() throws {
    let folder = try TemporaryClone(["--object-format=sha256"])
    let sha = try folder.commit("one")
    let clone = try folder.clone()
    #expect(sha.count == 64)
    #expect(try clone.resolve("HEAD").sha == sha)
    #expect(clone.rootCommit() == sha)
    #expect(clone.patchID(of: sha) != nil)
  }

  @Test func `reports a folder outside any clone`() throws {
    let folder = try TemporaryClone(nil)
    #expect(throws: GitError.noClone(path: folder.path)) {
      try Clone.findWithGit(from: folder.path, environment: folder.environment)
    }
    #expect(throws: GitError.noSuchPath(folder.file("none"))) { try folder.clone("none") }
  }

  @Test func `distinguishes another user's clone from none`() throws {
    let folder = try TemporaryClone()
    folder.environment["GIT_TEST_ASSUME_DIFFERENT_OWNER"] = "1"
    #expect(throws: GitError.dubiousOwner(path: folder.file("clone"))) { try folder.clone() }
  }

  @Test func `reports missing git`() throws {
    let folder = try TemporaryClone()
    let environment = Environment(["PATH": folder.path])
    #expect(throws: GitError.gitMissing) {
      try Clone.findWithGit(from: folder.file("clone"), environment: environment)
    }
    #expect(throws: GitError.noClone(path: folder.path)) {
      try Clone.findWithGit(from: folder.path, environment: environment)
    }
  }

  @Test func `a damaged clone reports git's message`() throws {
    let folder = try TemporaryClone()
    try File.writeAtomically(Array("[core\n".utf8), to: folder.file("clone/.git/config"))
    #expect(
      throws: GitError.broken(
        path: folder.file("clone"), detail: "bad config line 1 in file .git/config")
    ) {
      try folder.clone()
    }
  }

  @Test func `ignores git variables in the environment`() throws {
    let folder = try TemporaryClone()
    try folder.git(["init", "-q", "--bare", "other"], in: folder.path)
    folder.environment["GIT_DIR"] = folder.file("other")
    folder.environment["GIT_INDEX_FILE"] = folder.file("nowhere")
    #expect(try folder.clone().gitDirectory == folder.file("clone/.git"))
    #expect(
      try Clone.findWithGit(environment: folder.environment).gitDirectory == folder.file("other"))
  }
}
