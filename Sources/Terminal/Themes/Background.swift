/// Whether the terminal has a light or a dark background.
public enum Background: String, CaseIterable, Sendable {
  case light
  case dark
}

extension Background {
  /// Classifies a color by whether black or white text is more legible on it.
  public init(_ color: RGB) {
    self = color.isLight ? .light : .dark
  }
}
