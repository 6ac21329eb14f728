/// The lines of the picker and the position of the cursor, which is at the end of the query, where
/// input methods draw the text that is being composed.
public struct PickerView: Sendable {
  public var lines: [StyledText]
  public var cursor: (column: Int, row: Int)
}

extension PickerState {
  private static let prompt = "? "

  /// Small screens leave out the hint, then the title, then the query.
  private var hasHint: Bool { size.rows >= 6 && !hint.isEmpty }
  private var hasTitle: Bool { size.rows >= 4 && !title.isEmpty }
  private var hasQuery: Bool { size.rows >= 2 }

  /// The number of visible items.
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
      lines.append(StyledText(emptyText, .remark).truncated(to: size.columns, on: screen))
    }
    for place in matches.indices.dropFirst(top).prefix(listRows) {
      lines.append(itemLine(items[matches[place]], isSelected: place == selection, on: screen))
    }
    if hasHint {
      lines += Array(repeating: "", count: max(0, size.rows - 1 - lines.count))
      lines.append(StyledText(hint, .remark).truncated(to: size.columns, on: screen))
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
