import Platform

/// Responses that were recorded from GitHub and from weather services. They are not part of the
/// project, which may not publish them. Every test of a format also has generated responses.
public enum Recordings {
  /// The folder with the recordings of a service: next to the project, or below the folder that
  /// `COMMITDIARY_RECORDINGS` names.
  public static func folder(_ service: String) -> String {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return (Environment.current.nonEmpty("COMMITDIARY_RECORDINGS") ?? "/\(root)/../shared/fixtures")
      + "/" + service
  }

  public static func areThere(_ service: String) -> Bool { File.isDirectory(folder(service)) }

  /// The comment of a test that is skipped.
  public static func missing(_ service: String) -> String {
    "no recorded responses in \(folder(service))"
  }

  public static func bytes(_ service: String, _ name: String) throws -> [UInt8] {
    try File.read("\(folder(service))/\(name)")
  }
}
