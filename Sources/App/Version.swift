/// The version of this program.
public enum Version {
  public static let current = "0.1.0"
  public static let date = "2026-11-21"
}
