import Diary
import JSON

extension JSONValue {
  /// A whole number, in quotes or not.
  var lenientInteger: Int? {
    if let text = string {
      return text.hasPrefix("-")
        ? Int(digits: text.utf8.dropFirst()).map { -$0 } : Int(digits: text.utf8)
    }
    return integer
  }

  /// A number with a fraction, in quotes or not.
  var lenientNumber: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    case .string(let text) where text.utf8.count <= 32:
      Double(text).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }

  var nonEmptyString: String? { string.flatMap { $0.isEmpty ? nil : $0 } }

  /// What is wrong, in the server's words: GitHub has `message`, its gateways `error`, and what
  /// `errors` holds is objects here and texts there.
  var serverMessage: String? {
    let own =
      self["message"]?.nonEmptyString ?? self["error_description"]?.nonEmptyString
      ?? self["error"]?.nonEmptyString ?? self["error"]?["message"]?.nonEmptyString
    let more = self["errors"]?.array?.first.flatMap { first in
      first.nonEmptyString ?? first["message"]?.nonEmptyString ?? JSONValue.fault(of: first)
    }
    let parts = [own, more].compactMap(\.self)
    return parts.isEmpty ? nil : ServerText.bounded(parts.joined(separator: ": "))
  }

  /// `Release.tag_name already_exists`
  private static func fault(of error: JSONValue) -> String? {
    guard let code = error["code"]?.nonEmptyString else { return nil }
    let place = [error["resource"]?.nonEmptyString, error["field"]?.nonEmptyString]
      .compactMap(\.self).joined(separator: ".")
    return place.isEmpty ? code : "\(place) \(code)"
  }
}
