import Diary

extension PublicText {
  private static let longestHeadline = 80

  /// The title, or the beginning of a text without one; `nil` if it has neither.
  var headline: String? {
    guard title.isEmpty else { return title }
    var line = Array(body.firstLine.utf8)[...]
    if let marker = ListMarker(line) { line = line.dropFirst(marker.width) }
    if let box = line.checkBox { line = box.text }
    let text = line.withoutHeadingMark.trimmed
    guard !text.isEmpty else { return nil }
    return text.count > Self.longestHeadline
      ? text.prefix(Self.longestHeadline).trimmed + "…" : String(text)
  }
}

extension ArraySlice<UInt8> {
  /// The text of a heading; another line as it is.
  var withoutHeadingMark: String {
    let title = heading?.title ?? []
    return String(decoding: title.isEmpty ? self : title, as: UTF8.self)
  }
}
