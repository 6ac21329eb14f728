/// Which commitdiary this is.
enum Version {
  static let current = "0.1.0"
  static let date = "2026-11-21"
}
