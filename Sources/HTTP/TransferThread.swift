import CCurl
import Platform
import Synchronization

/// A step that waits to be started, with the continuation that receives its report.
struct QueuedStep: Sendable {
  var step: HTTPStep
  var cancellation: HTTPStep.Cancellation
  var continuation: CheckedContinuation<HTTPStep.Report, Never>

  var deadline: ContinuousClock.Instant? { step.wholeDeadline?.instant }

  func end(_ error: HTTPError) {
    continuation.resume(returning: HTTPStep.Report(result: .failure(error)))
  }
}

/// Runs requests concurrently on a thread of its own, which starts with the first request.
final class TransferThread: Sendable {
  /// The number of concurrent requests. While other requests wait, only their `wholeDeadline` runs.
  static let limit = 64

  private let settings: ConnectionSettings
  private let userAgent: String
  private let shared = Mutex(Shared())

  /// The state that the thread shares with other threads.
  private struct Shared {
    var queue: [QueuedStep] = []
    var thread: Thread?
    /// Set while the thread may be waiting.
    var waker: Waker?
    var isClosed = false
    /// The reason why all further requests fail.
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

  /// Cancels all requests and waits for the thread to end. If the process exited before that, the
  /// libraries that the thread uses would be unloaded while it runs.
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

  /// Signals are blocked, so that other threads handle them: writing to a closed TLS connection
  /// raises `SIGPIPE`.
  private func startThread() -> Thread? {
    Thread(blocksSignals: true) { self.work() }
  }
}

// MARK: On the thread

extension TransferThread {
  private func work() {
    if let message = diary_curl_load() {
      return fail(with: .libraryMissing(detail: String(cString: message)))
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
      endFinished(&active, multi)
      endExpired(&waiting)
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

  /// `nil` after `close()`. The waker is removed, so that the thread is not woken after that.
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

  /// Fails all waiting and all future requests.
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

  /// Ends the transfers that are finished, overdue, or canceled.
  private func endFinished(_ active: inout [Transfer], _ multi: borrowing Multi) {
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

  /// Ends the waiting steps that are overdue or canceled.
  private func endExpired(_ waiting: inout [QueuedStep]) {
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
