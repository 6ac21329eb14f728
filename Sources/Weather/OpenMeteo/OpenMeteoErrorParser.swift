import Diary
import JSON

/// `{"error":true,"reason":"…"}`, as a rule with status 400.
struct OpenMeteoErrorParser: WeatherErrorParser {
  /// That was asked about.
  var day: Day?

  func error(in reply: Reply) -> WeatherError? {
    let reason = reply.message(reply.json?["reason"]?.string)
    let isError = reply.json?["error"]?.bool == true
    guard isError || !(200...299).contains(reply.status) else { return nil }
    let words = reason.lowercased()
    if words.contains("limit exceeded") { return .rateLimited }
    // Before the days: "Latitude must be in range of -90 to 90°".
    let isAboutPlace = ["latitude", "longitude", "location"].contains(where: words.contains)
    if isError, isAboutPlace { return .unknownPlace }
    if let day, words.contains("out of allowed range") { return .noDataForDay(day) }
    return WeatherError(status: reply.status, reason: reason)
      ?? .rejected(status: reply.status, reason: reason)
  }
}
