import CCurl
import Glibc
import Synchronization

/// An errand with what is needed to answer for it.
struct Parcel: Sendable {
  var errand: Errand
  var ticket: Errand.Ticket
  var continuation: Transfer.Continuation

  func end(_ error: HTTPError) {
    continuation.resume(returning: Errand.Report(result: .failure(error)))
  }
}

/// Carries out errands side by side on a thread of its own, which starts with the first one.
final class Courier: Sendable {
  /// At once; the others wait for their turn, and no deadline but that for the whole runs meanwhile.
  static let limit = 64

  private let route: Route
  private let userAgent: String
  private let desk = Mutex(Desk())

  /// What the thread and everybody else share.
  private struct Desk {
    var parcels: [Parcel] = []
    var thread: pthread_t?
    /// As long as the thread has something to be woken from.
    var waker: Waker?
    var isClosed = false
    /// Why there will never be an answer.
    var failure: HTTPError?
  }

  init(route: Route, userAgent: String) {
    self.route = route
    self.userAgent = userAgent
  }

  func carry(_ errand: Errand) async -> Errand.Report {
    let ticket = Errand.Ticket()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        accept(Parcel(errand: errand, ticket: ticket, continuation: continuation))
      }
    } onCancel: {
      ticket.giveUp()
      wake()
    }
  }

  private func accept(_ parcel: Parcel) {
    let failure: HTTPError? = desk.withLock { desk in
      if desk.isClosed { return .cancelled }
      if let failure = desk.failure { return failure }
      if desk.thread == nil {
        desk.thread = startThread()
        if desk.thread == nil { return .libraryMissing(detail: "pthread_create") }
      }
      desk.parcels.append(parcel)
      desk.waker?.wake()
      return nil
    }
    if let failure { parcel.end(failure) }
  }

  private func wake() {
    desk.withLock { $0.waker?.wake() }
  }

  /// Gives up what is under way and waits for the end of the thread: the process may end next, and
  /// the libraries that it uses would be taken down under it.
  func close() {
    let thread = desk.withLock { desk in
      desk.isClosed = true
      desk.waker?.wake()
      defer { desk.thread = nil }
      return desk.thread
    }
    guard let thread else { return }
    if pthread_equal(thread, pthread_self()) != 0 {
      pthread_detach(thread)
    } else {
      pthread_join(thread, nil)
    }
  }

  private func startThread() -> pthread_t? {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(self)
    // Signals are for the threads that know what to do about them; and TLS writes to connections
    // that may be closed.
    var all = sigset_t()
    var previous = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
    let code = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Courier>.fromOpaque(context).takeRetainedValue().work() }
        return nil
      }, context.toOpaque())
    guard code == 0 else {
      context.release()
      return nil
    }
    return thread
  }
}

// MARK: On the thread

extension Courier {
  private func work() {
    if let complaint = diary_curl_load() {
      return despair(of: .libraryMissing(detail: String(cString: complaint)))
    }
    guard let multi = Multi() else {
      return despair(of: .libraryMissing(detail: "curl_multi_init"))
    }
    desk.withLock { $0.waker = multi.waker }
    var waiting: [Parcel] = []
    var active: [Transfer] = []
    while let parcels = takeParcels() {
      waiting += parcels
      admit(&waiting, to: &active, multi)
      multi.perform()
      settle(&active, multi)
      settle(&waiting)
      let canAdmit = !waiting.isEmpty && active.count < Courier.limit
      if !canAdmit {
        multi.wait(until: (active.map(\.deadline) + waiting.compactMap(\.deadline)).min())
      }
    }
    for transfer in active {
      multi.remove(transfer)
      transfer.end(.failure(.cancelled))
    }
    for parcel in waiting { parcel.end(.cancelled) }
  }

  /// `nil` when it is time to go; nobody can wake the thread then.
  private func takeParcels() -> [Parcel]? {
    desk.withLock { desk in
      defer { desk.parcels = [] }
      guard desk.isClosed else { return desk.parcels }
      desk.waker = nil
      for parcel in desk.parcels { parcel.end(.cancelled) }
      return nil
    }
  }

  private func despair(of failure: HTTPError) {
    let parcels = desk.withLock { desk in
      desk.failure = failure
      defer { desk.parcels = [] }
      return desk.parcels
    }
    for parcel in parcels { parcel.end(failure) }
  }

  private func admit(
    _ waiting: inout [Parcel], to active: inout [Transfer], _ multi: borrowing Multi
  ) {
    let count = min(waiting.count, Courier.limit - active.count)
    for parcel in waiting.prefix(count) {
      if parcel.ticket.isGivenUp {
        parcel.end(.cancelled)
      } else if let transfer = Transfer(parcel, route: route, userAgent: userAgent),
        multi.add(transfer)
      {
        active.append(transfer)
      } else {
        let host = parcel.errand.address.host
        parcel.end(.unreachable(host: host, detail: "curl_multi_add_handle"))
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
      let error = transfer.ticket.isGivenUp ? HTTPError.cancelled : transfer.overdue(at: now)
      guard let error else { return false }
      multi.remove(transfer)
      transfer.end(.failure(error))
      return true
    }
  }

  /// The same for those whose turn has not come.
  private func settle(_ waiting: inout [Parcel]) {
    let now = ContinuousClock.now
    waiting.removeAll { parcel in
      if parcel.ticket.isGivenUp {
        parcel.end(.cancelled)
      } else if let deadline = parcel.errand.wholeDeadline, now >= deadline.instant {
        let host = parcel.errand.address.host
        parcel.end(.timedOut(host: host, after: deadline.duration))
      } else {
        return false
      }
      return true
    }
  }
}

extension Parcel {
  fileprivate var deadline: ContinuousClock.Instant? { errand.wholeDeadline?.instant }
}
