/// Finding programs as a shell does.
public enum ProgramPath {
  /// Where `program` is: on the `PATH` of `environment`, or where its slash says. Folders that are
  /// not named from the root are left out, lest a clone bring its own `git`.
  public static func find(
    _ program: String, environment: Environment
  ) throws(ChildError) -> String {
    guard !program.isEmpty else { throw .notFound(program: program) }
    // Whether that is there depends on the folder in which the child will be.
    if program.utf8.contains(UInt8(ascii: "/")) { return try checked(program) }
    let folders = environment.nonEmpty("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
    var isThere = false
    for folder in folders.split(separator: ":") where folder.utf8.first == UInt8(ascii: "/") {
      let path = "\(folder)/\(program)"
      if File.isProgram(path) { return path }
      isThere = isThere || File.isRegular(path)
    }
    throw isThere ? .notExecutable(program: program) : .notFound(program: program)
  }

  private static func checked(_ path: String) throws(ChildError) -> String {
    guard path.utf8.first == UInt8(ascii: "/") else { return path }
    guard File.exists(path) else { throw .notFound(program: path) }
    guard File.isProgram(path) else { throw .notExecutable(program: path) }
    return path
  }
}
