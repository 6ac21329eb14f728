public import Localization
public import Weather

// Explanations for errors of the weather service.

extension WeatherError: Explained {
  public var explanation: Explanation {
    switch self {
    case .unknownPlace:
      Explanation(.weatherNoPlace, hint: .placeUnknownHint, status: .notFound)
    case .rateLimited:
      Explanation(.weatherLimit, hint: .weatherLater, status: .unavailable)
    case .rejected(let status, let reason):
      Explanation(.weatherRejected(status: String(status), reason: reason))
    case .serverError(let status):
      Explanation(
        .weatherFailed(status: String(status)), hint: .weatherLater, status: .unavailable)
    case .connection(let error):
      Explanation(error.explanation.message, hint: .weatherLater, status: .unavailable)
    case .notJSON, .unexpected:
      Explanation(.weatherUnexpected, hint: .weatherLater, status: .unavailable)
    case .tooLarge:
      Explanation(.weatherUnexpected, hint: .weatherLater, status: .unavailable)
    case .noDataForDay(let day):
      Explanation(.weatherNoData(day: day), status: .notFound)
    case .cancelled: Interrupted().explanation
    }
  }
}

extension WeatherAddressError: Explained {
  public var explanation: Explanation {
    switch self {
    case .invalidAddress(let variable, let value):
      Explanation(.addressBad(url: "\(variable)=\(value)"), hint: .addressHint, status: .usage)
    case .insecure(let variable, let value):
      Explanation(
        .addressInsecure(url: "\(variable)=\(value)"), hint: .addressInsecureHint, status: .usage)
    }
  }
}
