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
    if let count = try? await journal.textsToLookAt().count, count > 0 {
      checks.append(
        Check(
          name: .sync, isFine: true, detail: .checkSyncLook(count: count),
          hint: .tryCommand(command: "commitdiary sync status"), isWarning: true))
    }
    if let count = try? await journal.unreadableSegments().count, count > 0 {
      checks.append(
        Check(
          name: .sync, isFine: true, detail: .checkSyncUnreadable(count: count),
          hint: .tryCommand(command: "commitdiary sync status"), isWarning: true))
    }
    if let count = try? await journal.unsentPurges(), count > 0 {
      checks.append(
        Check(
          name: .sync, isFine: true, detail: .checkSyncPurge(count: count),
          hint: .tryCommand(command: "commitdiary sync"), isWarning: true))
    }
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
      let explanation = Explanation(of: error)
      return Check(
        name: .sync, isFine: false, detail: explanation.message, hint: explanation.hint)
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
