import Git
import GitTestSupport
import Glibc
import Platform
import Testing

@Suite struct CloneFindingTests {
  let folder: TemporaryClone

  init() throws { folder = try TemporaryClone() }

  private func found(_ paths: String...) -> [String] {
    Clone.all(under: paths.map(folder.file), environment: folder.environment).map { result in
      switch result {
      case .success(let clone): String(clone.root.dropFirst(folder.path.count + 1))
      case .failure(let error): "\(error)"
      }
    }
  }

  private func find(_ name: String) throws -> Clone {
    try Clone.find(from: folder.file(name), environment: folder.environment)
  }

  @Test func `finds a clone like git`() throws {
    try folder.commit("one")
    try File.makeDirectory(folder.file("clone/a/b"))
    try folder.git(["init", "-q", "--bare", "bare.git"], in: folder.path)
    try folder.git(["worktree", "add", "-q", "../other"])
    try folder.git(
      ["clone", "-q", "--separate-git-dir=apart", "clone", "apart-tree"], in: folder.path)
    for name in [
      "clone", "clone/a/b", "clone/file", "bare.git", "bare.git/refs", "other",
      "apart-tree", "clone/.git",
    ] {
      let (ours, theirs) = (try find(name), try folder.clone(name))
      #expect(ours.root == theirs.root, "\(name)")
      #expect(ours.gitDirectory == theirs.gitDirectory, "\(name)")
      #expect(ours.commonDirectory == theirs.commonDirectory, "\(name)")
    }
    #expect(try folder.clone().commonDirectory == folder.file("clone/.git"))
  }

  @Test func `a submodule is its own clone`() throws {
    try folder.git(["init", "-q", "inner"], in: folder.path)
    try folder.git(["commit", "-q", "--allow-empty", "-m", "one"], in: folder.file("inner"))
    try folder.git([
      "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "../inner", "sub",
    ])
    let clone = try find("clone/sub")
    #expect(clone.root == folder.file("clone/sub"))
    #expect(clone.commonDirectory == folder.file("clone/.git/modules/sub"))
  }

  @Test func `searches a folder four levels deep`() throws {
    for name in ["b", "a", "deep/c", "deep/d.git", "a1/2/3/4", "far/2/3/4/5", ".hidden"] {
      let options = name.hasSuffix(".git") ? ["--bare"] : []
      try folder.git(["init", "-q"] + options + ["src/\(name)"], in: folder.path)
    }
    try File.makeDirectory(folder.file("src/a/inside"))
    try folder.git(["init", "-q", "src/a/inside"], in: folder.path)
    symlink(folder.file("src"), folder.file("src/loop"))
    symlink(folder.file("src/b"), folder.file("src/z"))
    #expect(
      found("src") == ["src/a", "src/b", "src/deep/c", "src/deep/d.git", "src/a1/2/3/4"])
    #expect(found("src/b", "src", "src/b/.git").first == "src/b")
    #expect(found("src/b", "src").count == 5)
    #expect(found("src/.hidden") == ["src/.hidden"])
  }

  @Test func `counts working trees of one clone once`() throws {
    try folder.commit("one")
    try folder.git(["worktree", "add", "-q", "../other"])
    #expect(found("other", "clone") == ["other"])
  }

  @Test func `a home folder that is a clone does not hide its contents`() throws {
    try folder.git(["init", "-q", "."], in: folder.path)
    try File.makeDirectory(folder.file("empty"))
    #expect(found("empty") == [""])
    try folder.git(["init", "-q", "src/a"], in: folder.path)
    #expect(found("src") == ["src/a"])
    #expect(found("clone/.git") == ["clone"])
  }

  @Test func `one broken clone does not affect the others`() throws {
    for name in ["src/bad-file", "src/empty/.git", "src/half/.git/refs"] {
      try File.makeDirectory(folder.file(name))
    }
    try File.writeAtomically(Array("gitdir: ../gone\n".utf8), to: folder.file("src/bad-file/.git"))
    try folder.git(["init", "-q", "src/good"], in: folder.path)
    let gone = GitError.broken(
      path: folder.file("src/bad-file"), detail: "../gone: No such file or directory")
    let half = GitError.broken(
      path: folder.file("src/half"), detail: ".git/HEAD: No such file or directory")
    #expect(found("src") == ["src/good", "\(gone)", "\(half)"])
    try File.makeDirectory(folder.file("nothing"))
    #expect(
      found("nothing", "none", "clone") == [
        "\(GitError.noClone(path: folder.file("nothing")))",
        "\(GitError.noSuchPath(folder.file("none")))", "clone",
      ])
  }

  @Test(.enabled(if: geteuid() != 0, "root may look everywhere"))
  func `reports unreadable folders`() throws {
    chmod(folder.file("clone/.git"), 0)
    defer { chmod(folder.file("clone/.git"), 0o700) }
    let error = GitError.broken(path: folder.file("clone"), detail: "Permission denied")
    #expect(found("clone") == ["\(error)"])
  }
}
