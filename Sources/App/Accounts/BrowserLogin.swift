public import GitHub
import Localization
import Platform
import Terminal
import Views

/// The login that happens in the browser, as the person at the terminal sees it.
public struct BrowserLogin: Sendable {
  public let flow: DeviceFlow
  public let app: App
  public let opensBrowser: Bool

  public init(flow: DeviceFlow, app: App, opensBrowser: Bool) {
    self.flow = flow
    self.app = app
    self.opensBrowser = opensBrowser
  }

  public func run(scopes: [String]) async throws -> Token {
    let code = try await flow.start(scopes: scopes)
    // Address and code first, whatever comes of the rest.
    app.output.printError(
      app.output.styled(
        .loginOpen(url: code.verificationURL), .plain, ["url": .accent]))
    app.output.printError(
      app.output.styled(.loginCode(code: code.userCode), .plain, ["code": [.heading, .bold]]))
    if !scopes.isEmpty { app.output.note(.loginScopes(scopes: app.reader.list(scopes)), .faint) }
    return try await waited(for: code)
  }

  private func waited(for code: DeviceCode) async throws -> Token {
    let countdown = Countdown(on: app.output)
    return try await withThrowingTaskGroup(of: Token?.self) { group in
      group.addTask { [flow] in
        try await flow.grant(for: code) { countdown.handle($0) }.token
      }
      group.addTask {
        await countdown.run()
        return nil
      }
      // What saves the person a few keys. Nothing waits for it, and it may fail.
      if app.output.errorScreen.isTerminal {
        group.addTask {
          await open(code.verificationURL)
          return nil
        }
        group.addTask {
          if await Clipboard(environment: app.environment).copy(code.userCode, app.output) {
            countdown.note(.loginCodeCopied, .faint)
          }
          return nil
        }
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

  private func open(_ url: String) async {
    guard opensBrowser else { return }
    _ = await Browser(environment: app.environment).open(url, hasTerminal: false)
  }
}
