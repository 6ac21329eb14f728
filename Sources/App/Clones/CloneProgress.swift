import Localization
import Terminal

/// The progress line while clones are searched or read for the first time.
final class CloneProgress {
  private let output: Output
  private let start = ContinuousClock.now
  private var isShown = false

  init(on output: Output) {
    self.output = output
  }

  func show(_ message: Message) {
    guard output.canDraw, start.duration(to: .now) > .milliseconds(400) else { return }
    isShown = true
    output.drawOver(output.styled(message, .faint))
  }

  func clear() {
    if isShown { output.drawOver() }
    isShown = false
  }
}
