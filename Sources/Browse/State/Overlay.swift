import Context
import Diary
import Journal
import Localization
import Terminal
import Views

/// Text that covers the panels until it is closed.
struct Overlay: Sendable {
  enum Kind: Hashable, Sendable { case log, output }

  var kind: Kind
  var title: String
  /// The command that has printed it.
  var words: [String] = []
  var lines: [StyledText]
  var scroll = 0
  /// The line on which keys act.
  var selection = 0
  /// The words that `n` looks for again.
  var sought = ""
}

extension BrowseState {
  /// The commands that were run, the last one first.
  var logOverlay: Overlay {
    var lines = log.reversed().map { entry in
      StyledText(entry.isSuccess ? "  " : "! ", .failure) + StyledText(entry.line)
    }
    if lines.isEmpty { lines = [context.styled(.pickerEmpty, .remark)] }
    return Overlay(kind: .log, title: reader.say(.browseKeyLog), lines: lines)
  }

  /// What a command has printed, in its colors.
  func outputOverlay(of words: [String], _ text: String) -> Overlay {
    var screen = context.screen
    screen.width = size.columns - 2
    let lines = text.prefix(400_000).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return Overlay(
      kind: .output, title: LoggedCommand(words).line, words: words,
      lines: lines.flatMap { screen.wrapped(StyledText(printed: $0)) })
  }

  /// Adds a command to the log, which keeps the last ones.
  mutating func record(_ words: [String], isSuccess: Bool) {
    log.append(LoggedCommand(words, isSuccess: isSuccess))
    if log.count > 1000 { log.removeFirst(200) }
  }

  // MARK: Keys

  mutating func handleInOverlay(_ action: BrowseAction) -> [BrowseEffect] {
    guard var overlay else { return [] }
    let height = Swift.max(layout.body.height - 1, 1)
    func move(_ lines: Int) { overlay.move(by: lines, height: height) }
    switch action {
    case .down: move(1)
    case .up: move(-1)
    case .pageDown, .finish: move(height)
    case .pageUp: move(-height)
    case .halfDown: move(height / 2)
    case .halfUp: move(-height / 2)
    case .nextSection, .previousSection:
      let sections = PageText(lines: overlay.lines).sections
      let isNext = action == .nextSection
      move(Self.section(from: overlay.selection, isNext, sections) - overlay.selection)
    case .first: move(-overlay.lines.count)
    case .last: move(overlay.lines.count)
    case .suspend, .redraw: return perform(action)
    case .find, .filter: ask(.find)
    case .nextMatch, .previousMatch:
      findInOverlay(overlay.sought, from: action == .nextMatch ? 1 : -1)
      return []
    case .copy: return [.copy(overlay.lines.map(\.plain).joined(separator: "\n"))]
    case .open:
      guard overlay.lines.indices.contains(overlay.selection) else { break }
      let line = overlay.lines[overlay.selection].plain
      return openNamed(in: line, of: overlay)
    case .back, .quit, .log:
      self.overlay = nil
      return []
    default: break
    }
    self.overlay = overlay
    return []
  }

  /// Selects the next line with the words, from the selected one on, or from one beside it.
  mutating func findInOverlay(_ words: String, from step: Int) {
    guard var overlay else { return }
    let query = words.lowercased()
    overlay.sought = words
    let count = overlay.lines.count
    let direction = step < 0 ? -1 : 1
    let found = (0..<count).lazy.map { offset in
      ((overlay.selection + step + offset * direction) % count + count) % count
    }.first { overlay.lines[$0].plain.lowercased().contains(query) }
    if let found, !query.isEmpty {
      overlay.move(by: found - overlay.selection, height: Swift.max(layout.body.height - 1, 1))
    } else {
      remark = Remark(text: reader.say(.pickerEmpty), isFailure: true)
    }
    self.overlay = overlay
  }

  /// Opens what a line names: a tag, a day, a commit, or a note or to-do by its id.
  private mutating func openNamed(in line: String, of overlay: Overlay) -> [BrowseEffect] {
    let columns = line.split(separator: "  ").map(\.trimmed).filter { !$0.isEmpty }
    guard let first = columns.first else { return [] }
    // Commands of the log are typed again.
    if overlay.kind == .log {
      self.overlay = nil
      let typed = first.drop { $0 == "!" || $0 == " " }
      ask(.command, String(typed.hasPrefix("commitdiary ") ? typed.dropFirst(12) : typed))
      return []
    }
    if overlay.words.first == "tags" {
      self.overlay = nil
      return search("#" + first.drop { $0 == "#" })
    }
    let words = line.split(whereSeparator: { $0.isWhitespace || ",:()[]".contains($0) })
      .map(String.init)
    if let tag = words.first(where: { $0.hasPrefix("#") && $0.count > 1 }) {
      self.overlay = nil
      return search(tag)
    }
    let names = words.filter { word in
      (4...40).contains(word.count) && word.contains { $0.isNumber }
        && word.allSatisfy { $0.isASCII && ($0.isNumber || $0.isLowercase) }
    }
    let reader = calendar
    let day = columns.lazy.compactMap { try? reader.day(String($0)) }.first
    return [.openNamed(names, day)]
  }
}

extension Overlay {
  mutating func move(by lines: Int, height: Int) {
    selection = Swift.max(0, Swift.min(selection + lines, self.lines.count - 1))
    if selection < scroll { scroll = selection }
    if selection >= scroll + height { scroll = selection - height + 1 }
  }
}
