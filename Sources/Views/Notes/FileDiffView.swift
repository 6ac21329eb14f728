public import Diary
import Localization
public import Terminal

/// What a commit changed in a file. The signs tell the lines apart without color.
public struct FileDiffView: Sendable {
  public let file: CommitChanges.File
  /// `nil` if it could not be read.
  public let diff: FileDiff?
  public let context: ViewContext

  public init(file: CommitChanges.File, diff: FileDiff?, context: ViewContext) {
    self.file = file
    self.diff = diff
    self.context = context
  }

  public func lines() -> [StyledText] {
    var lines = context.wrapped(StyledText(file.path, .heading))
    if let old = file.oldPath {
      lines += context.wrapped(context.styled(.diffRenamed(path: old), .remark))
    }
    lines.append("")
    guard let diff else { return lines + remark(.diffUnread, .warning) }
    if diff.isBinary { return lines + remark(.diffBinary, .remark) }
    if diff.lines.isEmpty, !diff.isCut { return lines + remark(.diffEmpty, .remark) }
    for line in diff.lines { lines += context.wrapped(Self.styled(line), indent: 1) }
    let shown = diff.lines.count { $0.kind == .added || $0.kind == .removed }
    let left = (file.added ?? 0) + (file.removed ?? 0) - shown
    return diff.isCut && left > 0 ? lines + [""] + remark(.diffCut(count: left), .remark) : lines
  }

  private func remark(_ message: Message, _ style: Style) -> [StyledText] {
    context.wrapped(context.styled(message, style))
  }

  private static func styled(_ line: FileDiff.Line) -> StyledText {
    // A tab would become a single space.
    let text = line.text.split(separator: "\t", omittingEmptySubsequences: false)
      .joined(separator: "    ")
    // The styles of words in a line, `.added` and `.removed`, have marks of their own without color.
    return switch line.kind {
    case .hunk: StyledText(text, .accent)
    case .context: StyledText(" " + text)
    case .added: StyledText("+" + text, .success)
    case .removed: StyledText("-" + text, .failure)
    case .remark: StyledText("\\" + text, .remark)
    }
  }
}
