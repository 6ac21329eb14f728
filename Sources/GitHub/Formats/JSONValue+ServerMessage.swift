import HTTP
import JSON

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
