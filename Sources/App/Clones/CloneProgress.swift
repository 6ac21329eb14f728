package import Context
package import Localization
import Terminal

/// The progress line while clones are searched or read for the first time.
package final class CloneProgress {
  private let output: Output
  private let start = ContinuousClock.now
  private var line: StatusLine

  package init(on output: Output) {
    self.output = output
    line = StatusLine(on: output.errorScreen)
  }

  package func show(_ message: Message) {
    guard output.canDraw, start.duration(to: .now) > .milliseconds(400) else { return }
    output.draw(line.replaced(by: output.styled(message, .remark)))
  }

  package func clear() { output.draw(line.cleared()) }
}
