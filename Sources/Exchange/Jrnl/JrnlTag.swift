import Diary

/// Tags in the notation of jrnl: `@perf`, in lower case.
enum JrnlTag {
  static let sign: Unicode.Scalar = "@"

  /// The names of the tags that are written in the text.
  static func found(in text: String) -> [String] {
    var names: [String] = []
    var position = text.startIndex
    while let start = text.utf8[position...].firstIndex(of: UInt8(ascii: "@")) {
      let before = text.unicodeScalars[..<start].last
      position = text.utf8.index(after: start)
      let name = text.unicodeScalars[position...].prefix(while: isInTag)
      if before?.properties.isWhitespace ?? true, !name.isEmpty {
        names.append(String(name).lowercased())
        position = name.endIndex
      }
    }
    return Tag.names(names)
  }

  /// The tag as jrnl can read it. Characters that jrnl ends a tag at become `_`.
  static func written(_ name: String) -> String {
    var tag = String(sign)
    for scalar in name.lowercased().unicodeScalars {
      tag.unicodeScalars.append(isInTag(scalar) ? scalar : "_")
    }
    return tag
  }

  /// The names in a line of nothing but tags; `nil` for any other line.
  static func names(inLine line: Substring) -> [String]? {
    guard line.utf8.first == UInt8(ascii: "@") else { return nil }
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    let names = found(in: String(line))
    return !names.isEmpty && words.elementsEqual(names.map { "\(sign)\($0)" }, by: { $0 == $1 })
      ? names : nil
  }

  private static func isInTag(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
    default: scalar.properties.numericType != nil || "-+*#/_".unicodeScalars.contains(scalar)
    }
  }
}
