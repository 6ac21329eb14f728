import HTML

/// Determines from the other contents of a page why it has no calendar.
struct PageWithoutCalendar {
  private var hasMarkup = false
  private var isOrganization = false
  private var isLogin = false
  private var isPrivate = false
  private var title = ""
  private var firstText: String?

  static func reason(_ bytes: Span<UInt8>) -> ContributionPageError {
    var page = PageWithoutCalendar()
    var tokenizer = HTMLTokenizer()
    var element = 0..<0
    while let token = tokenizer.next(in: bytes) {
      switch token {
      case .start(let name):
        element = name
        page.hasMarkup = true
        page.take(name, &tokenizer, in: bytes)
      case .raw(let range):
        if page.title.isEmpty, bytes.isWord("title", in: element) {
          page.title = PageWithoutCalendar.words(range, in: bytes)
        }
      case .text(let range): page.take(text: range, in: bytes)
      case .end, .comment, .doctype: page.hasMarkup = true
      }
    }
    return page.reason
  }

  private var reason: ContributionPageError {
    guard hasMarkup else { return firstText == "not found" ? .notFound : .notHTML }
    if title.hasPrefix("page not found") { return .notFound }
    if isOrganization { return .organization }
    if isPrivate { return .privateProfile }
    return isLogin || title.hasPrefix("sign in to ") ? .loginRequired : .noCalendar
  }

  private mutating func take(
    _ name: Range<Int>, _ tokenizer: inout HTMLTokenizer, in bytes: Span<UInt8>
  ) {
    var isSubject = false
    var content = ""
    while let attribute = tokenizer.nextAttribute(in: bytes) {
      let value = attribute.value
      if bytes.isWord("name", in: attribute.name) {
        isSubject = bytes.isWord("hovercard-subject-tag", in: value)
      } else if bytes.isWord("content", in: attribute.name) {
        content = PageWithoutCalendar.words(value, in: bytes)
      } else if bytes.isWord("itemtype", in: attribute.name) {
        if PageWithoutCalendar.words(value, in: bytes).hasSuffix("schema.org/organization") {
          isOrganization = true
        }
      } else if bytes.isWord("action", in: attribute.name), bytes.isWord("form", in: name) {
        if bytes.isWord("/session", in: value) { isLogin = true }
      }
    }
    if isSubject, content.hasPrefix("organization:") { isOrganization = true }
  }

  private mutating func take(text range: Range<Int>, in bytes: Span<UInt8>) {
    // Longer texts are written by users, not by GitHub.
    guard range.count <= 400 else { return }
    let words = PageWithoutCalendar.words(range, in: bytes)
    guard !words.isEmpty else { return }
    if firstText == nil { firstText = words }
    if words.contains("profile is private") || words.contains("activity is private") {
      isPrivate = true
    }
  }

  /// The text in lower case, with single spaces between words.
  private static func words(_ range: Range<Int>, in bytes: Span<UInt8>) -> String {
    let text = HTMLReference.text(range.prefix(400), in: bytes).lowercased()
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
