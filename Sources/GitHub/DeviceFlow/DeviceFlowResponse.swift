import HTTP
import JSON

/// An answer of the login, in JSON or as a form: the server sends the one that was not asked for,
/// too.
struct DeviceFlowResponse {
  let status: Int
  let headers: HTTPHeaders
  private let fields: JSONValue

  /// `nil` where the body is neither.
  init?(_ response: HTTPResponse) {
    status = response.status
    headers = response.headers
    let type = (response.headers["content-type"] ?? "").lowercased()
    guard response.body.count <= 1 << 20 else { return nil }
    if type.contains("x-www-form-urlencoded") {
      fields = DeviceFlowResponse.form(response.body)
    } else if let json = try? JSONParser.parse(response.body), json.object != nil {
      fields = json
    } else if !type.contains("json"), !type.contains("html"),
      response.body.contains(UInt8(ascii: "="))
    {
      fields = DeviceFlowResponse.form(response.body)
    } else {
      return nil
    }
  }

  private static func form(_ bytes: [UInt8]) -> JSONValue {
    .object(URLEncodedForm(bytes).fields.map { JSONValue.Member($0.name, .string($0.value)) })
  }

  /// What is called an error, whatever the status.
  var error: String? { fields["error"]?.nonEmptyString.map { ServerText.bounded($0, to: 60) } }
  var detail: String { fields.serverMessage ?? "" }

  func text(_ name: String) -> String? { fields[name]?.nonEmptyString }

  /// A number of seconds, from one second, so that no answer makes a program ask without a pause, to
  /// an hour; `nil` where there is none.
  func seconds(_ name: String) -> Duration? {
    guard let number = fields[name]?.lenientNumber, number > 0 else { return nil }
    return .milliseconds(Int(min(max(number, 1), 3600) * 1000))
  }
}
