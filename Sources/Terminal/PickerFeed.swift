import Glibc
import Synchronization

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
