/// Text with styles. It contains the original text; only `render(on:)` makes it safe for a
/// terminal.
public struct StyledText: Hashable, Sendable {
  public var spans: [Span]

  /// A run of text in one style.
  public struct Span: Hashable, Sendable {
    public var text: String
    public var style: Style
    /// The URL of a hyperlink, if the terminal supports them.
    public var link: String?

    public init(_ text: String, _ style: Style = .plain, link: String? = nil) {
      self.text = text
      self.style = style
      self.link = link
    }
  }

  public init(spans: [Span] = []) {
    self.spans = spans
  }

  public init(_ text: String, _ style: Style = .plain, link: String? = nil) {
    spans = text.isEmpty ? [] : [Span(text, style, link: link)]
  }
}

extension StyledText: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) {
    self.init(text)
  }
}

extension StyledText {
  /// The text without styles.
  public var plain: String { spans.lazy.map(\.text).joined() }

  public var isEmpty: Bool { spans.allSatisfy(\.text.isEmpty) }

  public static func + (left: StyledText, right: StyledText) -> StyledText {
    StyledText(spans: left.spans + right.spans)
  }

  public static func += (left: inout StyledText, right: StyledText) {
    left.spans += right.spans
  }

  /// Appends text with a style.
  public mutating func append(_ text: String, _ style: Style = .plain, link: String? = nil) {
    guard !text.isEmpty else { return }
    spans.append(Span(text, style, link: link))
  }

  /// The text with `style` added to each span.
  public func styled(_ style: Style) -> StyledText {
    var copy = self
    for index in copy.spans.indices {
      copy.spans[index].style = copy.spans[index].style.with(style)
    }
    return copy
  }
}

extension Sequence<StyledText> {
  public func joined(separator: StyledText = "") -> StyledText {
    var result = StyledText()
    for (index, element) in enumerated() {
      if index > 0 { result += separator }
      result += element
    }
    return result
  }
}
