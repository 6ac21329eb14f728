import Glibc
public import Platform

/// A private Secret Service: a session bus of its own, and gnome-keyring with its files in a
/// temporary folder. Programs that use it must be started with `environment`, because a process
/// keeps using the first bus that it finds.
public final class SecretService {
  /// The variables with which a program finds only this service. There is no display, so prompts
  /// are dismissed at once.
  public private(set) var environment: Environment

  private let folder: TemporaryFolder
  // Released in this order, so that the bus ends after the provider.
  private var provider: Daemon?
  private var bus: Daemon?

  /// The program that keeps the secrets.
  public enum Provider: Hashable, Sendable {
    /// gnome-keyring, with the login keyring unlocked if this is its password. The first start sets
    /// the password.
    case keyring(password: String)
    /// gnome-keyring without a login keyring, because no password was ever set.
    case keyringUnborn
    /// No provider, only the bus.
    case nobody
  }

  public init(_ provider: Provider = .keyring(password: "pw")) throws {
    folder = try TemporaryFolder()
    for name in ["run", "data", "cfg", "cache"] { try File.makeDirectory(folder.file(name)) }
    environment = Environment([
      "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": folder.path,
      "XDG_RUNTIME_DIR": folder.file("run"), "XDG_DATA_HOME": folder.file("data"),
      "XDG_CONFIG_HOME": folder.file("cfg"), "XDG_CACHE_HOME": folder.file("cache"),
    ])
    try startBus()
    try start(provider)
  }

  deinit {
    provider = nil
    bus = nil
  }

  /// Starts a bus that does not activate any services.
  private func startBus() throws {
    let configuration = """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
        "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <type>session</type>
        <listen>unix:path=\(folder.file("bus"))</listen>
        <auth>EXTERNAL</auth>
        <policy context="default">
          <allow send_destination="*" eavesdrop="true"/>
          <allow eavesdrop="true"/>
          <allow own="*"/>
        </policy>
      </busconfig>
      """
    try folder.write(configuration, to: "bus.conf")
    var bus = try Daemon(
      "exec dbus-daemon --nofork --nopidfile --print-address=1 --config-file=\"$0\"",
      folder.file("bus.conf"), environment: environment)
    // The bus prints its address when it is listening.
    environment["DBUS_SESSION_BUS_ADDRESS"] = try bus.nextLine()
    self.bus = consume bus
  }

  private func start(_ kind: Provider) throws {
    let options = "--foreground --components=secrets"
    switch kind {
    case .nobody:
      return
    case .keyringUnborn:
      provider = try Daemon(
        "exec gnome-keyring-daemon \(options)", "", environment: environment)
    case .keyring(let password):
      try folder.write(password, to: "password")
      provider = try Daemon(
        "exec gnome-keyring-daemon --unlock \(options) <\"$0\"", folder.file("password"),
        environment: environment)
    }
    // The provider is running before it owns its name.
    try run("gdbus", "wait", "--session", "--timeout", "60", SecretService.name)
  }

  /// Stops the provider and starts another one on the same files.
  public func restart(_ provider: Provider) throws {
    self.provider = nil
    try start(provider)
  }
}

// MARK: Failures

extension SecretService {
  /// Locks all secrets, as a locked screen does.
  public func lock() throws {
    try call(
      SecretService.path, "org.freedesktop.Secret.Service.Lock",
      "[objectpath '\(SecretService.login)']")
  }

  /// The provider keeps its name but no longer responds.
  public func freezeProvider() { provider?.freeze() }

  /// The bus accepts connections but does not respond.
  public func freezeBus() { bus?.freeze() }

  public func killProvider() { provider?.kill() }

  public func killBus() { bus?.kill() }
}

// MARK: Inspection

extension SecretService {
  private static let name = "org.freedesktop.secrets"
  private static let path = "/org/freedesktop/secrets"
  private static let login = path + "/collection/login"

  /// The number of all secrets in the login keyring, whichever program stored them.
  public func numberOfItems() throws -> Int {
    try property("Items", of: "Collection", at: SecretService.login)
      .split(separator: "'").count { $0.hasPrefix(SecretService.login) }
  }

  /// The paths of the secrets with these attributes, locked or not.
  public func items(with attributes: KeyValuePairs<String, String>) throws -> [String] {
    let words = attributes.map { "'\($0)': '\($1)'" }.joined(separator: ", ")
    return try call(
      SecretService.path, "org.freedesktop.Secret.Service.SearchItems", "{\(words)}"
    ).split(separator: "'").map(String.init).filter { $0.hasPrefix(SecretService.path) }
  }

  /// `Label` or `Attributes` of a secret, as `gdbus` prints it.
  public func property(_ name: String, ofItem path: String) throws -> String {
    try property(name, of: "Item", at: path)
  }

  /// The number of programs on the bus, including the one that asks.
  public func numberOfConnections() throws -> Int {
    try run(
      "gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/",
      "--method", "org.freedesktop.DBus.ListNames"
    ).split(separator: "'").count { $0.hasPrefix(":") }
  }

  private func property(_ name: String, of kind: String, at path: String) throws -> String {
    try call(
      path, "org.freedesktop.DBus.Properties.Get", "org.freedesktop.Secret.\(kind)", name)
  }

  @discardableResult
  private func call(_ path: String, _ method: String, _ words: String...) throws -> String {
    try run(
      [
        "gdbus", "call", "--session", "--dest", SecretService.name, "--object-path", path,
        "--method", method,
      ] + words)
  }

  @discardableResult
  private func run(_ words: String...) throws -> String { try run(words) }

  private func run(_ words: [String]) throws -> String {
    let result = try Child.run(words, environment: environment, deadline: .seconds(60))
    guard result.status.isSuccess else {
      throw SecretServiceError(detail: "\(words): \(result.errorText)")
    }
    return result.text
  }
}

/// Why no Secret Service could be started.
public struct SecretServiceError: Error, CustomStringConvertible {
  var detail: String

  public var description: String {
    "\(detail)\nIs everything there? apt-get install gnome-keyring dbus libglib2.0-bin"
  }
}

/// A background program, which ends with its owner.
private struct Daemon: ~Copyable {
  private var child: ChildStream
  private let identifier: pid_t
  private var text: [UInt8]

  /// Runs a line of shell script, in which `$0` is `argument`.
  init(_ line: String, _ argument: String, environment: Environment) throws {
    var child = try Child.stream(
      ["sh", "-c", "echo $$; " + line, argument], environment: environment)
    var text: [UInt8] = []
    // The process id of `sh`, which the program takes over with `exec`.
    let number = try Daemon.line(of: &child, &text)
    guard let identifier = pid_t(number) else { throw SecretServiceError(detail: number) }
    self.identifier = identifier
    self.child = child
    self.text = text
  }

  /// A stopped process would not handle the signal that ends it.
  deinit { Glibc.kill(identifier, SIGCONT) }

  func freeze() { Glibc.kill(identifier, SIGSTOP) }

  /// Ends the program, and waits until it is gone: until then, a client is not refused.
  func kill() {
    Glibc.kill(identifier, SIGKILL)
    var information = siginfo_t()
    _ = waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT)
  }

  mutating func nextLine() throws -> String { try Daemon.line(of: &child, &text) }

  private static func line(of child: inout ChildStream, _ text: inout [UInt8]) throws -> String {
    while true {
      if let end = text.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: text[..<end], as: UTF8.self)
        text.removeFirst(end + 1)
        return line
      }
      guard let more = try child.next() else {
        throw SecretServiceError(detail: String(decoding: child.errorOutput, as: UTF8.self))
      }
      text += more
    }
  }
}
