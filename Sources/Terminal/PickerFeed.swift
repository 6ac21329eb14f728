import Glibc
import Synchronization

/// Items that come while the picker is shown: from another thread, as many as are wanted.
public final class PickerFeed: Sendable {
  private struct State {
    var arrived: [PickerItem] = []
    var isAsked = false
    var ending: Ending?
    /// Where a byte wakes the picker; nowhere while it is -1.
    var wakeUp: Int32 = -1
  }

  private enum Ending {
    case complete, incomplete
  }

  private let state = Mutex(State())
  private let requestMore: @Sendable () -> Void

  /// - Parameter requestMore: called when further items are wanted, and not again before some have come.
  public init(requestMore: @escaping @Sendable () -> Void) {
    self.requestMore = requestMore
  }

  // MARK: For the thread that has the items

  public func add(_ items: [PickerItem]) {
    change {
      $0.arrived += items
      $0.isAsked = false
    }
  }

  /// There are no further items; `isComplete` where those that came are all there are.
  public func end(isComplete: Bool) { change { $0.ending = isComplete ? .complete : .incomplete } }

  private func change(_ change: (inout State) -> Void) {
    state.withLock { state in
      change(&state)
      var byte: UInt8 = 0
      // A pipe that is full wakes the picker as well.
      if state.wakeUp >= 0 { _ = write(state.wakeUp, &byte, 1) }
    }
  }

  // MARK: For the picker

  func wake(_ descriptor: Int32) { state.withLock { $0.wakeUp = descriptor } }

  /// Moves what has come into the list, and asks for more where it has too few.
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
