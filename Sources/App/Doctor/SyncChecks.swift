import Context
import Diary
import Journal
import Localization
import Synchronizing
import Views

/// The checks of a diary that is shared with other devices. The remote itself is not asked.
struct SyncChecks {
  let app: App
  let reader: Reader

  /// Empty if the diary is not shared, or the journal cannot be read.
  func all() async -> [Check] {
    guard let journal = try? await app.journal(for: .reading) else { return [] }
    let known: SyncRemote?
    do { known = try await journal.syncRemote() } catch { return [] }
    guard let remote = known else { return [lost].compactMap(\.self) }
    var checks = [state(of: remote)]
    if let key = await key(of: remote) { checks.append(key) }
    func warn(_ count: Int?, _ detail: (Int) -> Message, _ command: String) {
      guard let count, count > 0 else { return }
      checks.append(
        Check(
          name: .sync, isFine: true, detail: detail(count), hint: .tryCommand(command: command),
          isWarning: true))
    }
    warn(
      try? await journal.textsToLookAt().count, { .checkSyncLook(count: $0) },
      "commitdiary sync status")
    warn(
      try? await journal.unreadableSegments().count, { .checkSyncUnreadable(count: $0) },
      "commitdiary sync status")
    warn(
      try? await journal.unsentPurges(), { .checkSyncPurge(count: $0) }, "commitdiary sync")
    return checks
  }

  /// After a repair that could not recover the remote, only what is beside the journal shows that there was one.
  private var lost: Check? {
    app.paths.syncRemains.map { path in
      Check(
        name: .sync, isFine: true, detail: .checkSyncLost(path: path), hint: .checkSyncLostHint,
        isWarning: true)
    }
  }

  /// Whether the keys are there; `nil` if nothing is encrypted.
  private func key(of remote: SyncRemote) async -> Check? {
    guard let key = remote.key else { return nil }
    do {
      _ = try await app.sync.recoveryKey()
      return Check(
        name: .sync, isFine: true, detail: .checkSyncKey(fingerprint: key.fingerprint))
    } catch {
      return Check(.sync, failedWith: error)
    }
  }

  private func state(of remote: SyncRemote) -> Check {
    func when(_ instant: Instant) -> String {
      reader.dateAndTime(app.context.localTime(instant))
    }
    if let since = remote.failedAt, let reason = remote.failure {
      return Check(
        name: .sync, isFine: false,
        detail: .syncFailingSince(when: when(since), reason: reason), hint: .syncFailedHint)
    }
    let last = remote.syncedAt.map(when) ?? reader.say(.syncNever)
    return Check(
      name: .sync, isFine: true, detail: .checkSync(address: remote.address, when: last))
  }
}
