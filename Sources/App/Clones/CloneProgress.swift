import Localization
import Terminal

/// The progress line while clones are searched or read for the first time.
final class CloneProgress {
  private let output: Output
  private let start = ContinuousClock.now
  private var line: StatusLine

  init(on output: Output) {
    self.output = output
    line = StatusLine(on: output.errorScreen)
  }

  func show(_ message: Message) {
    guard output.canDraw, start.duration(to: .now) > .milliseconds(400) else { return }
    output.draw(line.replaced(by: output.styled(message, .remark)))
  }

  func clear() { output.draw(line.cleared()) }
}
