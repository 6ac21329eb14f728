import Platform

/// Responses that were recorded from GitHub and from Open-Meteo, and files that other programs wrote.
/// They are not part of the project, which may not publish them. Every test of a format also has
/// generated responses.
public enum Recordings {
  private static let root = Environment.current.nonEmpty("COMMITDIARY_RECORDINGS")

  /// Thrown where recordings are needed and `COMMITDIARY_RECORDINGS` names no folder.
  public struct Missing: Error {}

  /// The folder with the recordings of a service, below the one that `COMMITDIARY_RECORDINGS` names.
  public static func folder(_ service: String) throws -> String {
    guard let root else { throw Missing() }
    return "\(root)/\(service)"
  }

  public static func areThere(_ service: String) -> Bool {
    (try? folder(service)).map(File.isDirectory) ?? false
  }

  /// The comment of a test that is skipped.
  public static func missing(_ service: String) -> String {
    root.map { "no recordings in \($0)/\(service)" } ?? "COMMITDIARY_RECORDINGS names no folder"
  }

  public static func bytes(_ service: String, _ name: String) throws -> [UInt8] {
    try File.read("\(folder(service))/\(name)")
  }
}
