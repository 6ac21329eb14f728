extension WebAddress {
  /// Where a reference found at this address leads (RFC 3986, 5.2), without its fragment; `nil` if
  /// nowhere that this program goes.
  func resolving(_ reference: String) -> WebAddress? {
    let reference = Substring(reference).before("#")
    if WebAddress.hasScheme(reference) { return WebAddress(String(reference)) }
    if reference.utf8.starts(with: "//".utf8) {
      return WebAddress(scheme, afterSlashes: Substring(reference.utf8.dropFirst(2)))
    }
    guard let (path, query) = WebAddress.pathAndQuery(reference) else { return nil }
    var resolved = self
    if path.isEmpty {
      resolved.query = query ?? self.query
    } else {
      let folder = path.utf8.first == UInt8(ascii: "/") ? "" : self.folder
      resolved.path = WebAddress.withoutDots(folder + path)
      resolved.query = query
    }
    return resolved
  }

  /// The path up to its last slash.
  private var folder: Substring {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
    return path[...slash]
  }

  private static func hasScheme(_ reference: Substring) -> Bool {
    let name = reference.before(":", "/", "?")
    return reference[name.endIndex...].utf8.first == UInt8(ascii: ":")
  }

  /// Cuts off the fragment, and writes what may not stand in an address as `%20`; `nil` where there
  /// is a control character.
  static func pathAndQuery(_ text: Substring) -> (path: String, query: String?)? {
    let text = text.before("#")
    guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
    let path = text.before("?")
    let query = text[path.endIndex...].utf8
    return (escaped(path.utf8), query.isEmpty ? nil : escaped(query.dropFirst()))
  }

  private static func escaped(_ text: Substring.UTF8View) -> String {
    var escaped = ""
    for byte in text {
      switch byte {
      case 0x20, 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B...0x7D, 0x80...:
        escaped += "%" + String(byte, radix: 16, uppercase: true)
      default:
        escaped.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    return escaped
  }

  /// RFC 3986, 5.2.4.
  static func withoutDots(_ path: String) -> String {
    var kept: [Substring] = []
    let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    for (place, segment) in segments.enumerated() {
      let isLast = place == segments.count - 1
      switch segment {
      case ".":
        if isLast { kept.append("") }
      case "..":
        _ = kept.popLast()
        if isLast { kept.append("") }
      default:
        kept.append(segment)
      }
    }
    return "/" + kept.joined(separator: "/")
  }
}
