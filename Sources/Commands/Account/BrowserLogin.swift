import GitHub
import Localization
import Platform
import Terminal

/// The login that happens in the browser, as the person at the terminal sees it.
struct BrowserLogin: Sendable {
  let flow: DeviceFlow
  let session: Session
  let opensBrowser: Bool

  func run(scopes: [String]) async throws -> Token {
    let code = try await flow.start(scopes: scopes)
    // Address and code first, whatever comes of the rest.
    session.tell(
      session.styled(
        .loginOpen(url: code.verificationURL), .plain, ["url": .accent]))
    session.tell(
      session.styled(.loginCode(code: code.userCode), .plain, ["code": [.heading, .bold]]))
    if !scopes.isEmpty { session.say(.loginScopes(scopes: session.reader.list(scopes)), .faint) }
    let browser = Browser(environment: session.environment)
    if session.errorScreen.isTerminal {
      if Clipboard(environment: session.environment).copy(code.userCode, session) {
        session.say(.loginCodeCopied, .faint)
      }
      if opensBrowser { _ = browser.open(code.verificationURL) }
    }
    return try await waited(for: code)
  }

  private func waited(for code: DeviceCode) async throws -> Token {
    let countdown = Countdown(in: session)
    return try await withThrowingTaskGroup(of: Token?.self) { group in
      group.addTask { [flow] in
        try await flow.grant(for: code) { countdown.note($0) }.token
      }
      group.addTask {
        await countdown.run()
        return nil
      }
      defer {
        group.cancelAll()
        countdown.clear()
      }
      while let token = try await group.next() {
        if let token { return token }
      }
      throw DeviceFlowError.expired
    }
  }
}
