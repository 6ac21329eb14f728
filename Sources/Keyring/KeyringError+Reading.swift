import CSecret
import Glibc

extension KeyringError {
  /// Converts an error from C, and frees its detail.
  init(taking problem: diary_secret_problem, of call: PendingCall) {
    let detail = problem.detail.map { String(cString: $0) } ?? ""
    free(problem.detail)
    self =
      switch problem.kind {
      case .failed, .no_object: .failed(detail: detail)
      case .cancelled: .timedOut(after: call.limit)
      case .silent: .timedOut(after: call.elapsed)
      case .no_bus: .noBus(detail: detail)
      case .no_provider: .noProvider(detail: detail)
      case .locked: .locked
      }
  }
}
