extension WebAddress {
  /// Resolves a reference found at this address (RFC 3986, 5.2) and drops its fragment; `nil` if
  /// the result is not a web address.
  public func resolving(_ reference: String) -> WebAddress? {
    let reference = Substring(reference).before("#")
    if WebAddress.hasScheme(reference) { return WebAddress(String(reference)) }
    if reference.utf8.starts(with: "//".utf8) {
      let afterSlashes = Substring(reference.utf8.dropFirst(2))
      return AddressParts(scheme: scheme.rawValue, afterSlashes: afterSlashes)
        .flatMap { WebAddress($0) }
    }
    let written = reference.before("?")
    guard let path = WebAddress.escaped(written),
      let rest = WebAddress.escaped(reference[written.endIndex...])
    else { return nil }
    let query = rest.isEmpty ? nil : String(rest.dropFirst())
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

  /// Escapes every byte that is not allowed in a path or a query, such as a space; `nil` if the
  /// text has a control character.
  static func escaped(_ text: Substring) -> String? {
    var escaped = ""
    for byte in text.utf8 {
      switch byte {
      case ..<0x20, 0x7F: return nil
      case 0x20, 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B...0x7D, 0x80...:
        escaped += Percent.escape(byte)
      default:
        escaped.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    return escaped
  }

  /// Removes the `.` and `..` segments (RFC 3986, 5.2.4).
  static func withoutDots(_ path: String) -> String {
    var kept: [Substring] = []
    let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
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
