import HTTP
import JSON

/// A response of the device flow, which is JSON or a form: servers do not always send the requested
/// format.
struct DeviceFlowResponse {
  let status: Int
  let headers: HTTPHeaders
  private let fields: JSONValue

  /// `nil` if the body is neither JSON nor a form.
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

  /// The error code, whatever the status is.
  var error: String? { fields["error"]?.nonEmptyString.map { ServerText.bounded($0, to: 60) } }
  var detail: String { fields.serverMessage ?? "" }

  func text(_ name: String) -> String? { fields[name]?.nonEmptyString }

  /// A duration that the server gives in seconds; `nil` if there is none. It is clamped to between
  /// one second, so that the program never polls without a pause, and one hour.
  func seconds(_ name: String) -> Duration? {
    guard let number = fields[name]?.lenientNumber, number > 0 else { return nil }
    return .milliseconds(Int(min(max(number, 1), 3600) * 1000))
  }
}
