import CPlatform

/// Finds programs as a shell does.
public enum ProgramPath {
  /// The path of `program`: looked up in the `PATH` of `environment`, unless it contains a slash.
  /// Relative folders in `PATH` are skipped, so that a clone cannot provide its own `git`.
  public static func find(
    _ program: String, environment: Environment
  ) throws(ChildError) -> String {
    guard !program.isEmpty else { throw .notFound(program: program) }
    // A relative path depends on the child's working directory, so it is not checked here.
    if program.utf8.contains(UInt8(ascii: "/")) { return try checked(program) }
    let folders = environment.nonEmpty("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
    var hasFile = false
    for folder in folders.split(separator: ":") where folder.utf8.first == UInt8(ascii: "/") {
      let path = "\(folder)/\(program)"
      if File.isProgram(path) { return path }
      hasFile = hasFile || File.isRegular(path)
    }
    throw hasFile ? .notExecutable(program: program) : .notFound(program: program)
  }

  /// The file of this program; `nil` if the system does not tell. Without `/proc`, it is found by the
  /// path with which the program was started.
  public static var current: String? { File.realPath("/proc/self/exe") ?? started }

  /// The same by the path with which the program was started, which is relative to the first working
  /// directory.
  static var started: String? {
    diary_program_path().flatMap { File.realPath(String(cString: $0)) }
  }

  private static func checked(_ path: String) throws(ChildError) -> String {
    guard path.utf8.first == UInt8(ascii: "/") else { return path }
    guard File.exists(path) else { throw .notFound(program: path) }
    guard File.isProgram(path) else { throw .notExecutable(program: path) }
    return path
  }
}
