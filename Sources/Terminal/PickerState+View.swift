/// What the picker shows, and where the cursor stands: at the end of what was typed, for that is
/// where an input method draws the letter that is being composed.
public struct PickerView: Sendable {
  public var lines: [StyledText]
  public var cursor: (column: Int, row: Int)
}

extension PickerState {
  private static let prompt = "? "

  /// What a small screen does without, in this order: the hint, the title, the line typed in.
  private var hasHint: Bool { size.rows >= 6 && !hint.isEmpty }
  private var hasTitle: Bool { size.rows >= 4 && !title.isEmpty }
  private var hasQuery: Bool { size.rows >= 2 }

  /// How many items are shown at once.
  var listRows: Int {
    max(1, size.rows - (hasHint ? 1 : 0) - (hasTitle ? 1 : 0) - (hasQuery ? 1 : 0))
  }

  public func view(on screen: Screen) -> PickerView {
    var lines: [StyledText] = []
    if hasTitle {
      lines.append(StyledText(title, .heading).truncated(to: size.columns, on: screen))
    }
    var cursor = (column: 0, row: lines.count)
    if hasQuery {
      let typed = queryLine(on: screen)
      cursor.column = min(typed.cursor, size.columns - 1)
      lines.append(typed.line)
    }
    if matches.isEmpty {
      lines.append(StyledText(emptyText, .faint).truncated(to: size.columns, on: screen))
    }
    for place in matches.indices.dropFirst(top).prefix(listRows) {
      lines.append(itemLine(items[matches[place]], isSelected: place == selection, on: screen))
    }
    if hasHint {
      lines += Array(repeating: "", count: max(0, size.rows - 1 - lines.count))
      lines.append(StyledText(hint, .faint).truncated(to: size.columns, on: screen))
    }
    return PickerView(lines: lines, cursor: cursor)
  }

  /// The end of what was typed, and at the right how many items are left, where there is room. A
  /// plus says that there are more than have been loaded.
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
    let count = StyledText("\(matches.count)/\(items.count)\(more)", .faint)
    let room = size.columns - cursor - 2
    guard count.width(on: screen) <= room else { return (line, cursor) }
    return (line + count.padded(to: room + 2, alignment: .trailing, on: screen), cursor)
  }

  /// The selection is marked by a sign as well, for screens without colour.
  private func itemLine(_ item: PickerItem, isSelected: Bool, on screen: Screen) -> StyledText {
    let marker = size.columns > 4 ? StyledText(isSelected ? "> " : "  ") : ""
    let text = item.text.truncated(to: size.columns - marker.width(on: screen), on: screen)
    guard isSelected else { return marker + text }
    return (marker + text).padded(to: size.columns, on: screen).styled(.reverse)
  }
}
