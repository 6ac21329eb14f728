import Diary
public import GitHub
public import HTTP
public import Keyring
public import Localization
import Platform
public import Weather

// Explanations for errors of the network, of GitHub and of the keyring.

extension HTTPError: Explained {
  public var explanation: Explanation {
    switch self {
    case .libraryMissing(let detail):
      Explanation(
        .curlMissing(detail: detail), hint: .tryCommand(command: "apt install \("libcurl4")"),
        status: .unavailable)
    case .badAddress(let url): Explanation(.addressBad(url: url), status: .usage)
    case .insecure(let url):
      Explanation(.addressInsecure(url: url), hint: .addressInsecureHint, status: .unavailable)
    case .unreachable(let host, let detail):
      Explanation(
        .hostUnreachable(host: host, detail: detail), hint: .hostUnreachableHint,
        status: .unavailable)
    case .timedOut(let host, let after):
      Explanation(
        .hostTimedOut(host: host, count: after.wholeSeconds),
        hint: .hostUnreachableHint, status: .unavailable)
    case .certificate(let host, let detail):
      Explanation(
        .certificateBad(host: host, detail: detail), hint: .certificateBadHint,
        status: .unavailable)
    case .tooLarge(let host, let limit):
      Explanation(
        .answerTooLarge(host: host, mebibytes: String(limit >> 20)), status: .unavailable)
    case .droppedMidway(let host):
      Explanation(
        .connectionDropped(host: host), hint: .hostUnreachableHint, status: .unavailable)
    case .malformed(let host, _):
      Explanation(.answerUnexpected(service: host), status: .unavailable)
    case .redirectedOffWeb(let url), .tooManyRedirects(let url):
      Explanation(.answerRedirects(url: url), status: .unavailable)
    case .cancelled: Interrupted().explanation
    }
  }
}

extension GitHubError: Explained {
  public var explanation: Explanation {
    switch self {
    case .badCredentials:
      Explanation(
        .tokenRefused(source: "GitHub"), hint: .tryCommand(command: "commitdiary login"),
        status: .authentication)
    case .loginRequired:
      Explanation(
        .notLoggedIn(host: "GitHub"), hint: .notLoggedInHint, status: .authentication)
    case .unusableToken: .tokenUnusable
    case .ssoRequired(let url):
      Explanation(
        .ssoRequired, hint: url.map { .ssoRequiredHint(url: $0) }, status: .authentication)
    case .policy(let detail): Explanation(.policyForbids(detail: detail), status: .authentication)
    case .missingScope(let scope):
      Explanation(
        .scopeMissing(scope: scope),
        hint: .tryCommand(command: "commitdiary login --scopes \(scope)"),
        status: .authentication)
    case .forbidden(let detail): Explanation(.forbidden(detail: detail))
    case .notFound(let scope):
      Explanation(
        .remoteMissing,
        hint: scope.map { .tryCommand(command: "commitdiary login --scopes \($0)") }
          ?? .remoteMissingHint,
        status: .notFound)
    case .emptyRepository: Explanation(.remoteEmpty, status: .notFound)
    case .blocked(let reason): Explanation(.remoteBlocked(reason: reason))
    case .unknownRevision(let typed):
      Explanation(.revisionUnknown(typed: typed), status: .notFound)
    case .rejected(let status, let detail):
      Explanation(.requestRejected(service: "GitHub", status: String(status), detail: detail))
    case .rateLimited(let kind, let wait, let until):
      limited(kind, wait: wait, until: until)
    case .serverError(let status):
      Explanation(
        .serverFailed(service: "GitHub", status: String(status)), hint: .serverFailedHint,
        status: .unavailable)
    case .notJSON, .unexpected:
      Explanation(
        .answerUnexpected(service: "GitHub"), hint: .serverFailedHint, status: .unavailable)
    case .tooLarge(let limit):
      Explanation(
        .answerTooLarge(host: "GitHub", mebibytes: String(limit >> 20)), status: .unavailable)
    case .foreignURL(let url), .endlessPages(let url):
      Explanation(.answerRedirects(url: url), status: .unavailable)
    case .connection(let error): error.explanation
    case .cancelled: Interrupted().explanation
    }
  }

  private func limited(
    _ kind: RateLimitKind, wait: Duration, until: Instant?
  ) -> Explanation {
    let message: Message = kind == .primary ? .limitReached : .limitSecondary
    let minutes = Swift.max(1, Int((wait / .seconds(60)).rounded(.up)))
    return Explanation(message, hint: .limitHint(count: minutes), status: .unavailable)
  }
}

extension DeviceFlowError: Explained {
  public var explanation: Explanation {
    switch self {
    case .unavailable(let detail):
      Explanation(.deviceFlowMissing(detail: detail), hint: .deviceFlowMissingHint)
    case .denied: Explanation(.loginDenied)
    case .expired: Explanation(.loginExpired, hint: .tryCommand(command: "commitdiary login"))
    case .unverifiedEmail: Explanation(.emailUnverified, hint: .emailUnverifiedHint)
    case .refused(let code, let detail):
      Explanation(
        .deviceFlowRefused(code: code, detail: detail), hint: .deviceFlowMissingHint)
    case .serverError(let status):
      Explanation(
        .serverFailed(service: "GitHub", status: String(status)), hint: .serverFailedHint,
        status: .unavailable)
    case .unexpected: Explanation(.answerUnexpected(service: "GitHub"), status: .unavailable)
    case .connection(let error): error.explanation
    case .cancelled: Interrupted().explanation
    }
  }
}

extension HostError: Explained {
  public var explanation: Explanation {
    switch self {
    case .invalidName(let name):
      Explanation(.hostBad(name: name), hint: .hostBadHint, status: .usage)
    case .invalidAddress(let variable, let value):
      Explanation(.addressBad(url: "\(variable)=\(value)"), hint: .addressHint, status: .usage)
    case .insecure(let variable, let value):
      Explanation(
        .addressInsecure(url: "\(variable)=\(value)"), hint: .addressInsecureHint, status: .usage)
    }
  }
}

extension KeyringError: Explained {
  public var explanation: Explanation {
    switch self {
    case .libraryMissing(let detail):
      Explanation(
        .secretLibraryMissing(detail: detail),
        hint: .tryCommand(command: "apt install \("libsecret-1-0")"),
        status: .authentication)
    case .noBus:
      Explanation(.keyringNoBus, hint: .keyringAlternatives, status: .authentication)
    case .noProvider:
      Explanation(.keyringNoProvider, hint: .keyringAlternatives, status: .authentication)
    case .noCollection:
      Explanation(.keyringNoCollection, hint: .keyringAlternatives, status: .authentication)
    case .locked: Explanation(.keyringLocked, hint: .keyringLockedHint, status: .authentication)
    case .timedOut(let after):
      Explanation(
        .keyringTimedOut(count: after.wholeSeconds), hint: .keyringLockedHint,
        status: .authentication)
    case .refused: Explanation(.keyringRefused, hint: .keyringAlternatives, status: .authentication)
    case .failed(let detail):
      Explanation(
        .keyringFailed(detail: detail), hint: .keyringAlternatives, status: .authentication)
    }
  }
}

extension Duration {
  /// The whole seconds of the duration, at least one. They are rounded, because the time that is
  /// left until a deadline is always slightly less than the timeout.
  fileprivate var wholeSeconds: Int { Swift.max(1, Int((self / .seconds(1)).rounded())) }
}

// Explanations for errors of the weather service.

extension WeatherError: Explained {
  public var explanation: Explanation {
    switch self {
    case .unknownPlace:
      Explanation(.weatherNoPlace, status: .notFound)
    case .rateLimited:
      Explanation(.weatherLimit, hint: .weatherLater, status: .unavailable)
    case .rejected(let status, let reason):
      Explanation(.requestRejected(service: "Open-Meteo", status: String(status), detail: reason))
    case .serverError(let status):
      Explanation(
        .serverFailed(service: "Open-Meteo", status: String(status)), hint: .weatherLater,
        status: .unavailable)
    case .connection(let error):
      Explanation(
        error.explanation.message, hint: error.explanation.hint ?? .weatherLater,
        status: .unavailable)
    case .notJSON, .unexpected:
      Explanation(
        .answerUnexpected(service: "Open-Meteo"), hint: .weatherLater, status: .unavailable)
    case .noDataForDay(let day):
      Explanation(.weatherNoData(day: day), status: .notFound)
    case .cancelled: Interrupted().explanation
    }
  }
}
