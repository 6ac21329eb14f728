import HTTP
import JSON

/// `Link` headers, with addresses by their relation to the page.
enum Link {
  /// The address of the next page in `<https://…>; rel="next", <https://…>; rel="last"`; the first if
  /// there are several. An address may contain commas and semicolons.
  static func next(in headers: [String]) -> String? {
    for header in headers {
      var rest = Array(header.utf8)[...]
      while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
        rest = rest[(open + 1)...]
        guard let close = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
        let address = String(decoding: rest[..<close], as: UTF8.self)
        rest = rest[(close + 1)...]
        if relations(takingParametersFrom: &rest).contains("next") { return address }
      }
    }
    return nil
  }

  /// Parses `; rel="next prev"; title="…"` up to the next comma.
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

extension JSONValue {
  /// The error message of the server: GitHub uses `message`, its gateways `error`, and `errors`
  /// contains either objects or texts.
  var serverMessage: String? {
    let own =
      self["message"]?.nonEmptyString ?? self["error_description"]?.nonEmptyString
      ?? self["error"]?.nonEmptyString ?? self["error"]?["message"]?.nonEmptyString
    let more = self["errors"]?.array?.first.flatMap { first in
      first.nonEmptyString ?? first["message"]?.nonEmptyString
        ?? JSONValue.validationMessage(of: first)
    }
    let parts = [own, more].compactMap(\.self)
    return parts.isEmpty ? nil : ServerText.bounded(parts.joined(separator: ": "))
  }

  /// For example `Release.tag_name already_exists`.
  private static func validationMessage(of error: JSONValue) -> String? {
    guard let code = error["code"]?.nonEmptyString else { return nil }
    let place = [error["resource"]?.nonEmptyString, error["field"]?.nonEmptyString]
      .compactMap(\.self).joined(separator: ".")
    return place.isEmpty ? code : "\(place) \(code)"
  }
}
