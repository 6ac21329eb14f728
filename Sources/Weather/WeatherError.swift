public import Diary
public import HTTP

/// Why there is no weather. No key is in it, and what a service said in words is cut short.
public enum WeatherError: Error, Hashable, Sendable {
  /// The service is there, and has no such place.
  case unknownPlace
  /// The service wants a key, and none was given.
  case missingKey
  /// The key is empty, or has what no key has; it was not sent.
  case unusableKey
  /// The service does not know the key, or not any more.
  case refusedKey
  case rateLimited
  /// The request was understood and refused.
  case rejected(status: Int, reason: String)
  case serverError(status: Int)
  /// No such service can be reached, or not in time.
  case connection(HTTPError)
  /// The body is no JSON: a page in HTML, or half of something.
  case notJSON
  /// The body is JSON, and not of the shape that was asked for.
  case unexpected(detail: String)
  case tooLarge(limit: Int)
  /// The service answered, and knows nothing of that day.
  case noDataForDay(Day)
  /// The service tells only what it is now.
  case unsupportedDay(Day)
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

  /// Whether the service is what is wrong, and neither the place nor the key nor the day: what was
  /// known before can be shown, and asking later may help.
  public var isOutage: Bool {
    switch self {
    case .rateLimited, .serverError, .connection, .notJSON, .unexpected, .tooLarge: true
    case .unknownPlace, .missingKey, .unusableKey, .refusedKey, .rejected, .noDataForDay,
      .unsupportedDay, .cancelled:
      false
    }
  }
}
