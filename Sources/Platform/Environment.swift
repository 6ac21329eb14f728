import CPlatform
import Glibc

/// The variables that a program was started with.
public struct Environment: Hashable, Sendable {
  public var variables: [String: String]

  public init(_ variables: [String: String]) {
    self.variables = variables
  }

  /// The environment of this process, read once. Without `HOME`, which services and containers may not
  /// set, it has the home directory of the password file.
  public static let current = Environment(block: environ).adding(homeOfPasswordFile: getuid())

  /// Variables that children do not inherit, because any program can print its environment.
  private static let secrets: Set = ["COMMITDIARY_TOKEN", "GH_TOKEN", "GITHUB_TOKEN"]
}

extension Environment {
  public subscript(name: String) -> String? {
    get { variables[name] }
    set { variables[name] = newValue }
  }

  /// The value of a variable; `nil` if it is unset or empty, which most programs treat alike.
  public func nonEmpty(_ name: String) -> String? {
    guard let value = variables[name], !value.isEmpty else { return nil }
    return value
  }

  /// These variables, overridden and extended by others.
  public func adding(_ others: [String: String]) -> Environment {
    Environment(variables.merging(others) { $1 })
  }

  /// These variables with the home directory of a user, if `HOME` is unset or empty and the password
  /// file has one.
  func adding(homeOfPasswordFile user: uid_t) -> Environment {
    guard nonEmpty("HOME") == nil, let home = Self.home(of: user) else { return self }
    return adding(["HOME": home])
  }

  private static func home(of user: uid_t) -> String? {
    // Enough for every usual entry; `getpwuid_r` says if it is not.
    for size in [1 << 12, 1 << 20] {
      let space = UnsafeMutablePointer<CChar>.allocate(capacity: size)
      defer { space.deallocate() }
      var entry = passwd()
      var found: UnsafeMutablePointer<passwd>?
      let code = getpwuid_r(user, &entry, space, size, &found)
      if code == ERANGE { continue }
      guard code == 0, found != nil, let home = entry.pw_dir, home.pointee != 0 else { return nil }
      return String(cString: home)
    }
    return nil
  }

  /// `NAME=value` for every variable except the tokens.
  public func forChildren() -> [String] {
    variables.compactMap { name, value in
      Environment.secrets.contains(name) ? nil : "\(name)=\(value)"
    }
  }

  /// Parses an `environ` block. If a name occurs twice, the first value counts, as in `getenv`.
  private init(block: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) {
    variables = [:]
    guard var entry = block else { return }
    while let text = entry.pointee {
      let pair = String(cString: text)
      if let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")) {
        let name = String(pair[..<equals])
        if variables[name] == nil {
          variables[name] = String(pair[pair.utf8.index(after: equals)...])
        }
      }
      entry += 1
    }
  }
}

/// The arguments of this process, as they were passed to `main`.
///
/// `CommandLine.arguments` is empty where `/proc` is not mounted, and replaces invalid UTF-8 by `�`,
/// which would silently change the user's text.
public enum ProgramArguments {
  /// The bytes of each argument, without the program's name.
  public static var all: [[UInt8]] {
    // These pointers are valid for the lifetime of the process.
    (1..<max(1, diary_argument_count())).compactMap { position in
      diary_argument(position).map { argument in
        argument.withMemoryRebound(to: UInt8.self, capacity: strlen(argument)) {
          Array(UnsafeBufferPointer(start: $0, count: strlen(argument)))
        }
      }
    }
  }
}

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

public enum HostName {
  /// The name of this machine, without its domain.
  public static var current: String {
    var letters = [CChar](repeating: 0, count: 256)
    guard gethostname(&letters, letters.count - 1) == 0 else { return "" }
    let name = letters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: name.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self)
  }
}

/// The commit that the program was built from.
///
/// The scripts pass it to the linker. As a constant in Swift or an option of the compiler, every commit
/// would compile the program again.
public enum SourceCommit {
  /// The start of its id and its date, such as `1a2b3c4d 2026-11-21`; `nil` if it is not known.
  public static var name: String? {
    let text = String(cString: diary_source_name())
    return text.isEmpty ? nil : text
  }
}
