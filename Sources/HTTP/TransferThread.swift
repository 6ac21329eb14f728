import CCurl
import Platform
import Synchronization

/// A step that has been asked for, with what is needed to answer.
struct QueuedStep: Sendable {
  var step: HTTPStep
  var cancellation: HTTPStep.Cancellation
  var continuation: Transfer.Continuation

  func end(_ error: HTTPError) {
    continuation.resume(returning: HTTPStep.Report(result: .failure(error)))
  }
}

/// Makes requests side by side on a thread of its own, which starts with the first one.
final class TransferThread: Sendable {
  /// At once; the others wait for their turn, and no deadline but that for the whole runs meanwhile.
  static let limit = 64

  private let settings: ConnectionSettings
  private let userAgent: String
  private let shared = Mutex(Shared())

  /// What the thread and everybody else share.
  private struct Shared {
    var queue: [QueuedStep] = []
    var thread: Thread?
    /// As long as the thread has something to be woken from.
    var waker: Waker?
    var isClosed = false
    /// Why there will never be an answer.
    var failure: HTTPError?
  }

  init(settings: ConnectionSettings, userAgent: String) {
    self.settings = settings
    self.userAgent = userAgent
  }

  func run(_ step: HTTPStep) async -> HTTPStep.Report {
    let cancellation = HTTPStep.Cancellation()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        accept(QueuedStep(step: step, cancellation: cancellation, continuation: continuation))
      }
    } onCancel: {
      cancellation.request()
      wake()
    }
  }

  private func accept(_ queued: QueuedStep) {
    let failure: HTTPError? = shared.withLock { shared in
      if shared.isClosed { return .cancelled }
      if let failure = shared.failure { return failure }
      if shared.thread == nil {
        shared.thread = startThread()
        if shared.thread == nil { return .libraryMissing(detail: "pthread_create") }
      }
      shared.queue.append(queued)
      shared.waker?.wake()
      return nil
    }
    if let failure { queued.end(failure) }
  }

  private func wake() {
    shared.withLock { $0.waker?.wake() }
  }

  /// Gives up what is under way and waits for the end of the thread: the process may end next, and
  /// the libraries that it uses would be taken down under it.
  func close() {
    let thread = shared.withLock { shared in
      shared.isClosed = true
      shared.waker?.wake()
      defer { shared.thread = nil }
      return shared.thread
    }
    guard let thread else { return }
    if thread.isCurrent {
      thread.detach()
    } else {
      thread.join()
    }
  }

  /// Signals are for the threads that know what to do about them, and TLS writes to connections that
  /// may be closed.
  private func startThread() -> Thread? {
    Thread(blocksSignals: true) { self.work() }
  }
}

// MARK: On the thread

extension TransferThread {
  private func work() {
    if let complaint = diary_curl_load() {
      return fail(with: .libraryMissing(detail: String(cString: complaint)))
    }
    guard let multi = Multi(connections: TransferThread.limit) else {
      return fail(with: .libraryMissing(detail: "curl_multi_init"))
    }
    shared.withLock { $0.waker = multi.waker }
    var waiting: [QueuedStep] = []
    var active: [Transfer] = []
    while let queue = takeQueue() {
      waiting += queue
      admit(&waiting, to: &active, multi)
      multi.perform()
      settle(&active, multi)
      settle(&waiting)
      let canAdmit = !waiting.isEmpty && active.count < TransferThread.limit
      if !canAdmit {
        multi.wait(until: (active.map(\.deadline) + waiting.compactMap(\.deadline)).min())
      }
    }
    for transfer in active {
      multi.remove(transfer)
      transfer.end(.failure(.cancelled))
    }
    for queued in waiting { queued.end(.cancelled) }
    fail(with: .cancelled)
  }

  /// `nil` when it is time to go; nobody can wake the thread then.
  private func takeQueue() -> [QueuedStep]? {
    shared.withLock { shared in
      if shared.isClosed {
        shared.waker = nil
        return nil
      }
      defer { shared.queue = [] }
      return shared.queue
    }
  }

  /// Answers whoever has asked until now and will ask from now on.
  private func fail(with failure: HTTPError) {
    let queue = shared.withLock { shared in
      shared.failure = failure
      defer { shared.queue = [] }
      return shared.queue
    }
    for queued in queue { queued.end(failure) }
  }

  private func admit(
    _ waiting: inout [QueuedStep], to active: inout [Transfer], _ multi: borrowing Multi
  ) {
    let count = min(waiting.count, TransferThread.limit - active.count)
    for queued in waiting.prefix(count) {
      if queued.cancellation.isRequested {
        queued.end(.cancelled)
      } else if let transfer = Transfer(queued, settings: settings, userAgent: userAgent),
        multi.add(transfer)
      {
        active.append(transfer)
      } else {
        let host = queued.step.address.host
        queued.end(.unreachable(host: host, detail: "curl_multi_add_handle"))
      }
    }
    waiting.removeFirst(count)
  }

  /// Lets go of all that have ended, are overdue, or are not wanted any more.
  private func settle(_ active: inout [Transfer], _ multi: borrowing Multi) {
    while let (transfer, outcome, detail) = multi.nextEnded() {
      multi.remove(transfer)
      transfer.end(outcome, detail: detail)
      active.removeAll { $0 === transfer }
    }
    let now = ContinuousClock.now
    active.removeAll { transfer in
      let error =
        transfer.cancellation.isRequested ? HTTPError.cancelled : transfer.overdue(at: now)
      guard let error else { return false }
      multi.remove(transfer)
      transfer.end(.failure(error))
      return true
    }
  }

  /// The same for those whose turn has not come.
  private func settle(_ waiting: inout [QueuedStep]) {
    let now = ContinuousClock.now
    waiting.removeAll { queued in
      if queued.cancellation.isRequested {
        queued.end(.cancelled)
      } else if let deadline = queued.step.wholeDeadline, now >= deadline.instant {
        let host = queued.step.address.host
        queued.end(.timedOut(host: host, after: deadline.duration))
      } else {
        return false
      }
      return true
    }
  }
}

extension QueuedStep {
  fileprivate var deadline: ContinuousClock.Instant? { step.wholeDeadline?.instant }
}
