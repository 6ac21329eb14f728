import Localization
import Terminal
import Views

/// Text that covers the panels until it is closed.
struct Overlay: Sendable {
  enum Kind: Hashable, Sendable { case help, log, output }

  var kind: Kind
  var title: String
  var lines: [StyledText]
  var scroll = 0
}

extension BrowseState {
  /// All keys that work here, in the reader's language. Those that move are the same everywhere, so
  /// they come last.
  var helpOverlay: Overlay {
    let unicode = context.screen.unicode
    let available = KeyMap.bindings.filter { isAvailable($0.action) }
    let sorted =
      available.filter { !$0.action.isMovement } + available.filter { $0.action.isMovement }
    let rows = sorted.map { binding -> [StyledText] in
      [
        StyledText(
          KeyMap.names(of: binding.action, unicode: unicode).joined(separator: " "), .accent),
        context.styled(binding.action.message),
      ]
    }
    var screen = context.screen
    screen.width = size.columns - 2
    var lines = Table(columns: [.whole, .flexible], rows: rows).lines(on: screen)
    lines.append("")
    lines += screen.wrapped(context.styled(.browseMarks, .faint))
    lines += screen.wrapped(context.styled(.browseYearMarks, .faint))
    lines += screen.wrapped(context.styled(.browseDeletedHelp, .faint))
    lines += screen.wrapped(context.styled(.browseInputMode, .faint))
    return Overlay(kind: .help, title: reader.say(.browseKeyHelp), lines: lines)
  }

  /// The commands that were run, the last one first.
  var logOverlay: Overlay {
    var lines = log.reversed().map { entry in
      StyledText(entry.isSuccess ? "  " : "! ", .failure) + StyledText(entry.line)
    }
    if lines.isEmpty { lines = [context.styled(.browseNoCommands, .faint)] }
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
