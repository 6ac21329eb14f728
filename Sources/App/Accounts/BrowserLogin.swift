public import GitHub
import Localization
import Platform
import Terminal
import Views

/// The device flow as the user sees it: a URL, a code and a countdown.
public struct BrowserLogin: Sendable {
  let flow: DeviceFlow
  let output: Output
  let opensBrowser: Bool

  public init(flow: DeviceFlow, output: Output, opensBrowser: Bool) {
    self.flow = flow
    self.output = output
    self.opensBrowser = opensBrowser
  }

  public func run(scopes: [String]) async throws -> Token {
    let code = try await flow.start(scopes: scopes)
    // The URL and the code are printed first, so that they are visible even if the rest fails.
    output.printError(
      output.styled(
        .loginOpen(url: code.verificationURL), .plain, ["url": .accent]))
    output.printError(
      output.styled(.loginCode(code: code.userCode), .plain, ["code": [.heading, .bold]]))
    if !scopes.isEmpty { output.note(.loginScopes(scopes: output.reader.list(scopes)), .remark) }
    return try await token(for: code)
  }

  private func token(for code: DeviceCode) async throws -> Token {
    let countdown = Countdown(on: output)
    return try await withThrowingTaskGroup(of: Token?.self) { group in
      group.addTask { [flow] in
        try await flow.grant(for: code) { countdown.handle($0) }.token
      }
      group.addTask {
        await countdown.run()
        return nil
      }
      // Opening the browser and copying the code are optional. The login does not wait for them.
      if output.errorScreen.isTerminal {
        group.addTask {
          await open(code.verificationURL)
          return nil
        }
        group.addTask {
          if await Clipboard(environment: output.environment).copy(code.userCode, output) {
            countdown.note(.loginCodeCopied, .remark)
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
    _ = await Browser(environment: output.environment).open(url, hasTerminal: false)
  }
}
