/// A part of a page of the manual, before anybody knows in which format it is written.
public enum ManualBlock: Hashable, Sendable {
  case section(String)
  /// One that follows another goes on in the same paragraph.
  case line([ManualSpan])
  /// Running text; a line break begins a paragraph.
  case text(String)
  /// The same, after what stands above it.
  case paragraph(String)
  /// A term, and what is said of it.
  case item([ManualSpan], [String])
}

/// Some words of a line.
public enum ManualSpan: Hashable, Sendable {
  case plain(String)
  /// What is typed as it is.
  case bold(String)
  /// What something else is typed for.
  case italic(String)
}
