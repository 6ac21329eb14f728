import Platform
import Terminal

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
public enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

  public static func encode(_ bytes: some Sequence<UInt8>) -> String {
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
