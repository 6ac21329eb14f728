import CSecret
import Glibc

extension KeyringError {
  /// Of a problem that C has told, whose detail is freed.
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
