import Glibc

/// The system that the program runs on. Nothing of it names whose it is.
public enum OperatingSystem {
  /// `Debian GNU/Linux 12 (bookworm), Linux 6.1.0 x86_64`
  public static var system: String {
    var names = utsname()
    guard uname(&names) == 0 else { return "unknown" }
    let lines = (try? File.readRegular("/etc/os-release", limit: 1 << 16)) ?? []
    let prefix = "PRETTY_NAME="
    let name = String(decoding: lines, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix(prefix) }
      .map { $0.dropFirst(prefix.count).filter { $0 != "\"" } + ", " }
    func text<Field>(_ field: Field) -> String {
      withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    // Without the name of the host.
    // Of the release, what follows the numbers may be the name of who has built it.
    let release = text(names.release).prefix { $0.isNumber || $0 == "." }
    return "\(name ?? "")\(text(names.sysname)) \(release) \(text(names.machine))"
  }

  /// The version that a library says of itself; `nil` if it cannot be loaded.
  ///
  /// - Parameter function: one without parameters that returns the version as a string.
  public static func version(ofLibrary name: String, _ function: String?) -> String? {
    guard let library = dlopen(name, RTLD_LAZY | RTLD_LOCAL) else { return nil }
    guard let symbol = function.flatMap({ dlsym(library, $0) }) else { return "there" }
    typealias Version = @convention(c) () -> UnsafePointer<CChar>?
    return unsafeBitCast(symbol, to: Version.self)().map { String(cString: $0) } ?? "there"
  }

  /// The type of the file system that has a file, such as `ext4`.
  public static func fileSystem(of path: String) -> String {
    MountPoint.find(File.realPath(path) ?? path).type
  }
}
