import Glibc
import Synchronization

/// Lets the user choose an item with the arrow keys or by typing part of it.
public struct Picker: Sendable {
  public var title: String
  public var items: [PickerItem]
  /// The source of further items; `nil` if `items` is complete.
  public var feed: PickerFeed?
  /// A line at the bottom that explains the keys.
  public var hint: String
  /// The text that is shown if no item matches.
  public var emptyText: String

  public init(
    title: String, items: [PickerItem], feed: PickerFeed? = nil, hint: String, emptyText: String
  ) {
    self.title = title
    self.items = items
    self.feed = feed
    self.hint = hint
    self.emptyText = emptyText
  }

  /// Runs until the user chooses an item or cancels, and restores the screen. `screen` belongs to
  /// the terminal. The size is read from the terminal itself, because it may change.
  public func run(on screen: Screen) throws(TerminalError) -> PickerOutcome {
    guard !screen.isDumb else { throw .noTerminal }
    return try run(on: screen, at: TerminalInput())
  }

  /// Uses the alternate screen, which preserves the contents of the main one. Line wrapping is off
  /// in case the terminal draws a character wider than `TextMeasure` expects.
  private static let opening: StaticString = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h"
  private static let closing: StaticString =
    "\u{1B}[?2004l\u{1B}[?7h\u{1B}[m\u{1B}[H\u{1B}[J\u{1B}[?1049l\u{1B}[?25h"

  func run(on screen: Screen, at terminal: borrowing TerminalInput) throws(TerminalError)
    -> PickerOutcome
  {
    let pipe = try SelfPipe()
    let raw = TerminalGuard.Mode(
      change: { cfmakeraw(&$0) }, opening: Picker.opening, closing: Picker.closing,
      wakeUp: pipe.writing)
    TerminalGuard.begin(terminal.descriptor, raw)
    defer { TerminalGuard.end() }

    var state = PickerState(self, size: terminal.size)
    feed?.wake(pipe.writing)
    defer { feed?.wake(-1) }
    var decoder = KeyDecoder()
    while true {
      feed?.fill(&state)
      try terminal.write(
        Picker.drawing(of: state.view(on: screen), rows: state.size.rows, on: screen))
      for key in try terminal.nextKeys(pipe, &decoder) {
        if key == .control("z") { kill(0, SIGTSTP) }
        if let outcome = state.handle(key) { return outcome }
      }
      if TerminalGuard.wasInterrupted { return .interrupted }
      let size = terminal.size
      state.resize(columns: size.columns, rows: size.rows)
    }
  }

  /// Each line is cleared before it is written: clearing after the last column would erase the
  /// character there.
  static func drawing(of view: PickerView, rows: Int, on screen: Screen) -> String {
    var result = "\u{1B}[?25l\u{1B}[H"
    for row in 0..<max(rows, view.lines.count) {
      if row > 0 { result += "\r\n" }
      result += "\u{1B}[m\u{1B}[K"
      guard row < view.lines.count else { continue }
      result += view.lines[row].render(on: screen, keepingNewlines: false)
    }
    return result + "\u{1B}[\(view.cursor.row + 1);\(view.cursor.column + 1)H\u{1B}[?25h"
  }
}

/// Provides items to the picker while it is shown, from another thread and on request.
public final class PickerFeed: Sendable {
  private struct State {
    var arrived: [PickerItem] = []
    var isAsked = false
    var ending: Ending?
    /// The descriptor to which a byte is written to wake the picker, or -1.
    var wakeUp: Int32 = -1
  }

  private enum Ending {
    case complete, incomplete
  }

  private let state = Mutex(State())
  private let requestMore: @Sendable () -> Void

  /// - Parameter requestMore: called when more items are wanted, and not again until some were
  ///   added.
  public init(requestMore: @escaping @Sendable () -> Void) {
    self.requestMore = requestMore
  }

  // MARK: Called by the source of the items

  public func add(_ items: [PickerItem]) {
    change {
      $0.arrived += items
      $0.isAsked = false
    }
  }

  /// Ends the feed. `isComplete` is false if further items exist but could not be loaded.
  public func end(isComplete: Bool) { change { $0.ending = isComplete ? .complete : .incomplete } }

  private func change(_ change: (inout State) -> Void) {
    state.withLock { state in
      change(&state)
      var byte: UInt8 = 0
      // The result is ignored: a full pipe wakes the picker too.
      if state.wakeUp >= 0 { _ = write(state.wakeUp, &byte, 1) }
    }
  }

  // MARK: Called by the picker

  func wake(_ descriptor: Int32) { state.withLock { $0.wakeUp = descriptor } }

  /// Appends the new items to the list and requests more if the list needs them.
  func fill(_ list: inout PickerState) {
    let (arrived, ending) = state.withLock { state in
      defer { state.arrived = [] }
      return (state.arrived, state.ending)
    }
    list.append(arrived)
    if ending == .complete { list.isComplete = true }
    guard ending == nil, list.wantsMore else { return }
    let isAsked = state.withLock { state in
      defer { state.isAsked = true }
      return state.isAsked
    }
    if !isAsked { requestMore() }
  }
}

/// The result of a picker.
public enum PickerOutcome: Hashable, Sendable {
  /// The `id` of the chosen item.
  case picked(Int)
  /// The user canceled with Escape.
  case cancelled
  /// The user pressed Ctrl-C: the program exits with status 130.
  case interrupted
}

/// The lines of the picker and the position of the cursor, which is at the end of the query, where
/// input methods draw the text that is being composed.
public struct PickerView: Sendable {
  public var lines: [StyledText]
  public var cursor: (column: Int, row: Int)
}

extension PickerState {
  private static let prompt = "? "

  /// Small screens leave out the hint, then the title, then the query.
  private var hasHint: Bool { size.rows >= 6 && !picker.hint.isEmpty }
  private var hasTitle: Bool { size.rows >= 4 && !picker.title.isEmpty }
  private var hasQuery: Bool { size.rows >= 2 }

  /// The number of visible items.
  var listRows: Int {
    max(1, size.rows - (hasHint ? 1 : 0) - (hasTitle ? 1 : 0) - (hasQuery ? 1 : 0))
  }

  public func view(on screen: Screen) -> PickerView {
    var lines: [StyledText] = []
    if hasTitle {
      lines.append(StyledText(picker.title, .heading).truncated(to: size.columns, on: screen))
    }
    var cursor = (column: 0, row: lines.count)
    if hasQuery {
      let typed = queryLine(on: screen)
      cursor.column = min(typed.cursor, size.columns - 1)
      lines.append(typed.line)
    }
    if matches.isEmpty {
      lines.append(StyledText(picker.emptyText, .remark).truncated(to: size.columns, on: screen))
    }
    for place in matches.indices.dropFirst(top).prefix(listRows) {
      lines.append(itemLine(items[matches[place]], isSelected: place == selection, on: screen))
    }
    if hasHint {
      lines += Array(repeating: "", count: max(0, size.rows - 1 - lines.count))
      lines.append(StyledText(picker.hint, .remark).truncated(to: size.columns, on: screen))
    }
    return PickerView(lines: lines, cursor: cursor)
  }

  /// The end of the query and, if it fits, the number of matches on the right. A plus means that
  /// not all items have been loaded.
  private func queryLine(on screen: Screen) -> (line: StyledText, cursor: Int) {
    let measure = screen.measure
    let prompt = size.columns > 8 ? PickerState.prompt : ""
    var tail = visible(query, ascii: !screen.unicode)[...]
    while !tail.isEmpty, measure.width(of: prompt) + measure.width(of: tail) >= size.columns {
      tail.removeFirst()
    }
    let line = StyledText(prompt, .accent) + StyledText(String(tail))
    let cursor = line.width(on: screen)
    let more = isComplete ? "" : "+"
    let count = StyledText("\(matches.count)/\(items.count)\(more)", .remark)
    let room = size.columns - cursor - 2
    guard count.width(on: screen) <= room else { return (line, cursor) }
    return (line + count.padded(to: room + 2, alignment: .trailing, on: screen), cursor)
  }

  /// The selected line has a marker too, for screens without color.
  private func itemLine(_ item: PickerItem, isSelected: Bool, on screen: Screen) -> StyledText {
    let marker = size.columns > 4 ? StyledText(isSelected ? "> " : "  ") : ""
    let text = item.text.truncated(to: size.columns - marker.width(on: screen), on: screen)
    guard isSelected else { return marker + text }
    var line = (marker + text).padded(to: size.columns, on: screen)
    // Samples of colors keep them.
    for index in line.spans.indices where line.spans[index].style.shade == nil {
      line.spans[index].style = line.spans[index].style.with(.reverse)
    }
    return line
  }
}
