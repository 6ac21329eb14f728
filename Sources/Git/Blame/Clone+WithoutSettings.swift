import Diary
import Platform

extension Clone {
  /// Runs git with the objects of this clone, but without its settings: git reads these in any case,
  /// and `git blame` fails if a file of `blame.ignoreRevsFile` is missing. References are not there.
  func withoutSettings<Result>(
    _ work: (GitProgram) throws(GitError) -> Result
  ) throws(GitError) -> Result {
    let parent = program.environment.nonEmpty("TMPDIR") ?? "/tmp"
    let name = String(UInt64.random(in: 0 ... .max), radix: 36)
    let folder = "\(parent)/commitdiary-blame-\(name)"
    defer {
      for name in ["/HEAD", "/config", "/objects", "/refs", ""] { try? File.remove(folder + name) }
    }
    do throws(FileError) {
      try makeEmptyClone(in: folder)
    } catch {
      throw .broken(path: folder, detail: error.code.description)
    }
    var git = GitProgram(in: root, gitDirectory: folder, environment: program.environment)
      .ignoringLocalVariables()
    git.environment["GIT_OBJECT_DIRECTORY"] = commonDirectory + "/objects"
    git.environment["GIT_SHALLOW_FILE"] = commonDirectory + "/shallow"
    return try work(git)
  }

  private func makeEmptyClone(in folder: String) throws(FileError) {
    for name in ["", "/objects", "/refs"] { try File.makeDirectory(folder + name) }
    var settings = "[core]\n\trepositoryFormatVersion = 1\n\tbare = true\n"
    if objectFormat == .sha256 { settings += "[extensions]\n\tobjectFormat = sha256\n" }
    try File.writeAtomically(Array("ref: refs/heads/none\n".utf8), to: folder + "/HEAD")
    try File.writeAtomically(Array(settings.utf8), to: folder + "/config")
  }
}
