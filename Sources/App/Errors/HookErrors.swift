public import Git
public import Localization
import Platform

extension HookError: Explained {
  public var explanation: Explanation {
    switch self {
    case .elsewhere(let folder):
      Explanation(.hookElsewhere(path: folder), hint: .hookElsewhereHint)
    case .changed(let file):
      Explanation(.hookChanged(path: file), hint: .hookChangedHint)
    case .occupied(let file):
      Explanation(.hookOccupied(path: file), hint: .hookOccupiedHint)
    case .irregular(let file):
      Explanation(.fileUnreadable(path: file, reason: Message.reasonNotRegular))
    case .failed(let error): error.explanation
    }
  }
}
