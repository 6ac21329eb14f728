public import Diary
public import HTTP

/// The reason why there is no weather. The texts of the service are shortened.
public enum WeatherError: Error, Hashable, Sendable {
  /// The service does not know this place.
  case unknownPlace
  case rateLimited
  /// The service rejected the request as invalid.
  case rejected(status: Int, reason: String)
  case serverError(status: Int)
  /// The service could not be reached, or not in time.
  case connection(HTTPError)
  /// The body is not valid JSON, for example an HTML page.
  case notJSON
  /// The body is JSON of an unexpected form.
  case unexpected(detail: String)
  case tooLarge(limit: Int)
  /// The service has no data for this day.
  case noDataForDay(Day)
  case cancelled
}

extension WeatherError {
  init(_ error: HTTPError) {
    self =
      switch error {
      case .tooLarge(_, let limit): .tooLarge(limit: limit)
      case .cancelled: .cancelled
      default: .connection(error)
      }
  }

  /// Whether the service failed, regardless of the place and the day. Saved weather can be
  /// shown then, and a later request may succeed.
  public var isOutage: Bool {
    switch self {
    case .rateLimited, .serverError, .connection, .notJSON, .unexpected, .tooLarge: true
    case .unknownPlace, .rejected, .noDataForDay, .cancelled: false
    }
  }
}
