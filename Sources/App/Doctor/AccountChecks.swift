import Accounts
import Context
import Diary
import GitHub
import HTTP
import Journal
import Keyring
import Localization
import Platform
import Views

/// The checks of the account and the network.
struct AccountChecks {
  let app: App
  let reader: Reader

  func all() async -> [Check] {
    let keyring = await self.keyring()
    let (token, credential) = await self.token()
    let network = await self.network(with: credential)
    // If GitHub refuses the token, the check that one is available is left out.
    let isRefused = network.contains { $0.name == .token }
    return [keyring] + (isRefused ? [] : [token]) + network
  }

  private func keyring() async -> Check {
    do {
      try await app.process.secrets.check()
      return Check(name: .keyring, isFine: true, detail: .checkKeyringFine)
    } catch {
      var check = Check(.keyring, failedWith: error)
      // A missing keyring is no problem if no token is saved in it.
      check.isMissing = !(await needsKeyring())
      check.isFine = check.isMissing
      return check
    }
  }

  private func needsKeyring() async -> Bool {
    let known = try? await app.journal(for: .reading).accounts()
    return known?.contains { $0.store == .keyring } ?? false
  }

  private func token() async -> (Check, Credential?) {
    do {
      let credential = try await app.accounts.credential()
      let origin: Message =
        switch credential.origin {
        case .environment(let variable): .tokenOverridden(source: variable)
        case .command: .tokenOverridden(source: "github.tokenCommand")
        case .keyring: .statusTokenInKeyring
        case .file: .tokenInFile(path: app.paths.tokens)
        }
      let detail =
        credential.account.map { .checkTokenFine(login: $0.login, host: $0.host) } ?? origin
      return (Check(name: .token, isFine: true, detail: detail), credential)
    } catch let error as Explanation where error.message.key == .notLoggedIn {
      return (
        Check(
          name: .token, isFine: true, detail: .checkTokenNone, hint: error.hint,
          isMissing: true), nil
      )
    } catch {
      return (Check(.token, failedWith: error), nil)
    }
  }

  /// Checks the network, the token and the rate limits with one request to GitHub.
  private func network(with credential: Credential?) async -> [Check] {
    guard !app.options.isOffline else {
      return [Check(name: .network, isFine: true, detail: .checkNetworkSkipped, isMissing: true)]
    }
    let start = ContinuousClock.now
    do {
      let client = try app.web.gitHub(credential, options: .init(retryPolicy: .short))
      var checks: [Check] = []
      do {
        let limits = try await app.accounts.callGitHub(with: credential) {
          try await client.rateLimits()
        }
        checks = [self.limits(limits.first { $0.resource == "core" } ?? client.lastRateLimit)]
      } catch let error as Explanation {
        // A server that refuses the token has been reached, so the network works.
        checks = [Check(.token, failedWith: error)]
      }
      let milliseconds = Int(start.duration(to: .now) / .milliseconds(1))
      let network = Check(
        name: .network, isFine: true,
        detail: .checkNetworkFine(host: client.host.name, milliseconds: reader.write(milliseconds)))
      return [network] + checks
    } catch {
      var check = Check(.network, failedWith: error)
      if check.hint == .hostUnreachableHint { check.hint = .checkNetworkHint }
      // Without an account, the program works offline.
      check.isMissing = await !hasAccount() && Self.isNetworkMissing(error)
      check.isFine = check.isMissing
      return [check]
    }
  }

  /// Whether there is no network, as opposed to one that cannot be trusted.
  private static func isNetworkMissing(_ error: any Error) -> Bool {
    guard case .connection(let reason)? = error as? GitHubError else { return false }
    return switch reason {
    case .libraryMissing, .unreachable, .timedOut: true
    default: false
    }
  }

  private func hasAccount() async -> Bool {
    if app.accounts.overridingTokenSource() != nil { return true }
    let known = try? await app.journal(for: .reading).accounts()
    return known?.contains { $0.store != nil } ?? false
  }

  private func limits(_ limit: RateLimit?) -> Check {
    guard let limit else { return Check(name: .limits, isFine: true, detail: .checkLimitsUnknown) }
    let time = reader.time(app.clock.localTime.moment(at: limit.resetsAt).time)
    let seconds = limit.resetsAt.secondsSince1970 - app.clock.now.instant.secondsSince1970
    return Check(
      name: .limits, isFine: limit.remaining > 0,
      detail: .checkLimitsFine(
        remaining: reader.write(limit.remaining), limit: reader.write(limit.limit), when: time),
      hint: limit.remaining > 0 ? nil : .limitHint(count: max(1, Int(seconds + 59) / 60)))
  }
}
