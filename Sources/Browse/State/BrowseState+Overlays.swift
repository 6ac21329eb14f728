import Localization
import Terminal
import Views

/// Text that covers the panels until it is closed.
struct Overlay: Sendable {
  enum Kind: Hashable, Sendable { case log, output }

  var kind: Kind
  var title: String
  var lines: [StyledText]
  var scroll = 0
}

extension BrowseState {
  /// The commands that were run, the last one first.
  var logOverlay: Overlay {
    var lines = log.reversed().map { entry in
      StyledText(entry.isSuccess ? "  " : "! ", .failure) + StyledText(entry.line)
    }
    if lines.isEmpty { lines = [context.styled(.browseNoCommands, .remark)] }
    return Overlay(kind: .log, title: reader.say(.browseKeyLog), lines: lines)
  }

  /// What a command has printed.
  func outputOverlay(of words: [String], _ text: String) -> Overlay {
    var screen = context.screen
    screen.width = size.columns - 2
    let lines = text.prefix(200_000).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return Overlay(
      kind: .output, title: LoggedCommand(words).line,
      lines: lines.flatMap { screen.wrapped(StyledText(String($0))) })
  }

  /// Adds a command to the log, which keeps the last ones.
  mutating func record(_ words: [String], isSuccess: Bool) {
    log.append(LoggedCommand(words, isSuccess: isSuccess))
    if log.count > 1000 { log.removeFirst(200) }
  }
}
