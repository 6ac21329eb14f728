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
