/// The addresses of a `Link` header, by what they are to the page that has it.
struct Link: Hashable {
  var next: String?
  var last: String?

  /// `<https://…>; rel="next", <https://…>; rel="last"`: commas and semicolons are part of an
  /// address that they stand in. Where a relation comes twice, the first one counts.
  init(_ headers: [String]) {
    for header in headers {
      var rest = Array(header.utf8)[...]
      while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
        rest = rest[(open + 1)...]
        guard let close = rest.firstIndex(of: UInt8(ascii: ">")) else { return }
        let address = String(decoding: rest[..<close], as: UTF8.self)
        rest = rest[(close + 1)...]
        let relations = Link.relations(takingParametersFrom: &rest)
        if relations.contains("next") { next = next ?? address }
        if relations.contains("last") { last = last ?? address }
      }
    }
  }

  /// Reads `; rel="next prev"; title="…"` up to the comma that ends it.
  private static func relations(takingParametersFrom rest: inout ArraySlice<UInt8>) -> [String] {
    var parameters: [[UInt8]] = [[]]
    var isQuoted = false
    reading: while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: ",") where !isQuoted: break reading
      case UInt8(ascii: ";") where !isQuoted: parameters.append([])
      default: parameters[parameters.count - 1].append(byte)
      }
    }
    for parameter in parameters {
      let parts = parameter.split(separator: UInt8(ascii: "="), maxSplits: 1)
        .map { String(decoding: $0, as: UTF8.self).lowercased().split(separator: " ") }
      if parts.count == 2, parts[0] == ["rel"] { return parts[1].map(String.init) }
    }
    return []
  }
}
