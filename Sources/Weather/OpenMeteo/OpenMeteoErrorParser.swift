import Diary
import HTTP
import JSON

/// Parses `{"error":true,"reason":"…"}`, usually with status 400.
struct OpenMeteoErrorParser {
  /// The requested day.
  var day: Day?

  /// `nil` if the response is not an error.
  ///
  /// - Parameter json: `nil` if the body is not JSON.
  func error(status: Int, json: JSONValue?) -> WeatherError? {
    let reason = ServerText.bounded(json?["reason"]?.string ?? "")
    let isError = json?["error"]?.bool == true
    guard isError || !(200...299).contains(status) else { return nil }
    let words = reason.lowercased()
    if words.contains("limit exceeded") { return .rateLimited }
    // Checked before the day: "Latitude must be in range of -90 to 90°".
    let isAboutPlace = ["latitude", "longitude", "location"].contains(where: words.contains)
    if isError, isAboutPlace { return .unknownPlace }
    if let day, words.contains("out of allowed range") { return .noDataForDay(day) }
    switch status {
    case 429: return .rateLimited
    case 500...599: return .serverError(status: status)
    default: return .rejected(status: status, reason: reason)
    }
  }
}
