import Arguments
package import Context
package import GitHub
import Localization
package import Platform
import Terminal

/// The device flow as the user sees it: a URL, a code and a countdown.
package struct BrowserLogin: Sendable {
  let flow: DeviceFlow
  let output: Output
  let opensBrowser: Bool

  package init(flow: DeviceFlow, output: Output, opensBrowser: Bool) {
    self.flow = flow
    self.output = output
    self.opensBrowser = opensBrowser
  }

  package func run(scopes: [String]) async throws -> Token {
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
    _ = await WebBrowser(environment: output.environment).open(url, hasTerminal: false)
  }
}

/// The user's browser. Its output is discarded, and a failure to open it is not an error.
package struct WebBrowser: Sendable {
  package let environment: Environment

  package init(environment: Environment) {
    self.environment = environment
  }

  /// A browser that fails to start exits within this time. If it is still running after that, it is
  /// assumed to have opened the page.
  private static let timeout = Duration.seconds(1)
  /// Browsers that show the page in the terminal itself.
  private static let onTerminal: Set = ["elinks", "links", "lynx", "w3m", "www-browser"]

  /// Whether there is a display for a browser, and the user is not connected over SSH.
  private var hasScreen: Bool {
    let names = ["DISPLAY", "WAYLAND_DISPLAY"]
    return names.contains { environment.nonEmpty($0) != nil }
      && environment.nonEmpty("SSH_CONNECTION") == nil && environment.nonEmpty("SSH_TTY") == nil
  }

  /// The command that opens a URL: `BROWSER`, else `xdg-open` if there is a display.
  private var command: [String]? {
    if let chosen = environment.nonEmpty("BROWSER") {
      // `BROWSER` may list several programs, as for `xdg-open`. The first one is used.
      let first = chosen.split(separator: ":").first.map(String.init) ?? chosen
      return ShellWords(first).all
    }
    return hasScreen ? ["xdg-open"] : nil
  }

  /// Opens a URL, and returns whether a program accepted it.
  ///
  /// - Parameter hasTerminal: whether a text browser may take over the terminal until the user
  ///   quits it.
  package func open(_ url: String, hasTerminal: Bool) async -> Bool {
    guard let command, let program = command.first else { return false }
    let substituted = command.map { $0 == "%s" ? url : $0 }
    let words = substituted == command ? command + [url] : substituted
    let name = program.split(separator: "/").last.map(String.init) ?? program
    do {
      if Self.onTerminal.contains(name) {
        guard hasTerminal else { return false }
        return try await Child.onTerminal(words, environment: environment).isSuccess
      }
      let status = try await Child.detached(
        words, environment: environment, timeout: Self.timeout)
      return status?.isSuccess ?? true
    } catch {
      return false
    }
  }
}

/// The user's clipboard, through whichever program is installed. Failures are ignored.
struct Clipboard {
  let environment: Environment

  /// The login does not wait for the clipboard program, so the timeout can be long.
  private static let timeout = Duration.seconds(10)

  private var command: [String]? {
    if environment.nonEmpty("WAYLAND_DISPLAY") != nil { return ["wl-copy"] }
    if environment.nonEmpty("DISPLAY") != nil { return ["xclip", "-selection", "clipboard"] }
    return nil
  }

  /// Copies the text, and returns whether a program confirmed it. If no program does, the terminal
  /// is asked to copy (OSC 52). It does not reply, so the result is then `false`.
  func copy(_ text: String, _ output: Output) async -> Bool {
    let commands = [command, environment.nonEmpty("DISPLAY").map { _ in ["xsel", "-ib"] }]
    for case let words? in commands {
      let status = try? await Child.send(
        Array(text.utf8), to: words, environment: environment, timeout: Self.timeout)
      if status?.isSuccess == true { return true }
      if Task.isCancelled { return false }
    }
    if !output.errorScreen.isDumb { output.draw("\u{1B}]52;c;\(Base64.encode(text.utf8))\u{7}") }
    return false
  }
}

/// The encoding that OSC 52 requires.
package enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var text = ""
    var group: [UInt8] = []
    func flush() {
      guard !group.isEmpty else { return }
      let padded = group + [UInt8](repeating: 0, count: 3 - group.count)
      let number = padded.reduce(0) { $0 << 8 | Int($1) }
      for place in 0..<4 {
        text.append(place > group.count ? "=" : letters[number >> (18 - 6 * place) & 63])
      }
      group = []
    }
    for byte in bytes {
      group.append(byte)
      if group.count == 3 { flush() }
    }
    flush()
    return text
  }
}
