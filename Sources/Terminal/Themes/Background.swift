/// Whether the terminal writes dark on light or light on dark.
public enum Background: String, CaseIterable, Sendable {
  case light
  case dark
}

extension Background {
  /// The one that a colour belongs to: by whether black or white is better read on it.
  public init(_ color: RGB) {
    self = color.isLight ? .light : .dark
  }
}
