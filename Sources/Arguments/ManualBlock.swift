/// A part of a manual page, independent of the output format.
public enum ManualBlock: Hashable, Sendable {
  case section(String)
  /// A line. Consecutive lines form one paragraph.
  case line([ManualSpan])
  /// Text; each line break begins a paragraph.
  case text(String)
  /// A term and its description.
  case item([ManualSpan], String)
}

/// A part of a line.
public enum ManualSpan: Hashable, Sendable {
  case plain(String)
  /// Text to type literally.
  case bold(String)
  /// A placeholder.
  case italic(String)
}
