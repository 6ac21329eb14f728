public import Diary
import SQLite

/// The git repository through which the devices of a diary exchange texts, as of the last exchange.
public struct SyncRemote: Hashable, Sendable {
  public var address: String
  /// The ID that all devices of the diary share.
  public var diary: String
  /// The ID of everything since the last purge.
  public var epoch: String
  /// The commit that was read last; `nil` if the remote has to be compared as a whole.
  public var tip: String?
  /// The key with which everything there is encrypted; `nil` if nothing is.
  public var key: SyncKeyName?
  public var syncedAt: Instant?
  /// Since when every exchange has failed; `nil` if the last one succeeded.
  public var failedAt: Instant?
  /// Why the last exchange failed.
  public var failure: String?

  public init(address: String, diary: String, epoch: String) {
    self.address = address
    self.diary = diary
    self.epoch = epoch
  }
}

/// What is known of the key of a remote. The key itself is not in the journal.
public struct SyncKeyName: Hashable, Sendable {
  /// Increases with every change of the key.
  public var number: Int
  public var fingerprint: String

  public init(number: Int, fingerprint: String) {
    self.number = number
    self.fingerprint = fingerprint
  }
}

extension Journal {
  public func syncRemote() throws(JournalError) -> SyncRemote? {
    try database.first("SELECT * FROM sync_remote") { row in
      var remote = SyncRemote(address: row["address"], diary: row["diary"], epoch: row["epoch"])
      remote.tip = row["tip"]
      if let number = row["key_number"] as Int?, let fingerprint = row["fingerprint"] as String? {
        remote.key = SyncKeyName(number: number, fingerprint: fingerprint)
      }
      remote.syncedAt = row["synced_at"]
      remote.failedAt = row["failed_at"]
      remote.failure = row["failure"]
      return remote
    }
  }

  /// The remote, if every exchange with it has failed for a day.
  public func failingSyncRemote(at now: Instant) throws(JournalError) -> SyncRemote? {
    guard let remote = try syncRemote(), let since = remote.failedAt,
      now.secondsSince1970 - since.secondsSince1970 > 86_400
    else { return nil }
    return remote
  }

  public func save(_ remote: SyncRemote) throws(JournalError) {
    try write { () throws(JournalError) in try put(remote) }
  }

  func put(_ remote: SyncRemote) throws(JournalError) {
    try database.insert(
      [
        "number": 1, "address": remote.address, "diary": remote.diary, "epoch": remote.epoch,
        "tip": remote.tip, "synced_at": remote.syncedAt, "failed_at": remote.failedAt,
        "failure": remote.failure, "key_number": remote.key?.number,
        "fingerprint": remote.key?.fingerprint,
      ], into: "sync_remote", ifThere: .replace)
  }

  /// Saves that an exchange was completed. It does not wait for the disk.
  public func saveSyncTime(_ instant: Instant) throws(JournalError) {
    try writeCache { () throws(JournalError) in
      try database.run(
        "UPDATE sync_remote SET synced_at = ?1, failed_at = NULL, failure = NULL", [instant])
    }
  }

  /// Saves that an exchange has failed. The first failure in a row keeps its time.
  public func saveSyncFailure(_ failure: String, at instant: Instant) throws(JournalError) {
    try writeCache { () throws(JournalError) in
      try database.run(
        "UPDATE sync_remote SET failed_at = coalesce(failed_at, ?1), failure = ?2",
        [instant, failure])
    }
  }

  /// Makes the diary one of this device alone again.
  public func leaveSync() throws(JournalError) {
    try write { () throws(JournalError) in
      // Others do not accept new keys of a device that they know.
      if try database.hasRow("SELECT 1 FROM device WHERE number = 1 AND public_key IS NOT NULL") {
        try becomeNewDevice()
      }
      for table in ["sync_remote", "sync_segment", "unsent"] {
        try database.run("DELETE FROM \(table)")
      }
      try database.run(
        "UPDATE device SET name = NULL, seen_at = NULL, public_key = NULL, is_announced = 0")
      try Purge.markCompleted(in: database)
    }
  }

  /// Everything is compared with the remote again: nothing is known to be there.
  func forgetWhatWasSent() throws(JournalError) {
    try database.execute(
      """
      DELETE FROM sync_segment;
      INSERT OR IGNORE INTO unsent (version, record)
        SELECT version_id, record FROM record_version
          WHERE record NOT IN (SELECT record FROM taken_back)
        UNION ALL SELECT version_id, number FROM record WHERE length(version_id) = 16
          AND number NOT IN (SELECT record FROM taken_back);
      UPDATE purge SET sent_at = NULL WHERE sent_at IS NOT NULL;
      UPDATE purged_origin SET is_sent = 0 WHERE is_sent <> 0;
      UPDATE unknown_record SET is_sent = 0 WHERE is_sent <> 0;
      UPDATE commit_fact SET is_sent = 0 WHERE is_sent <> 0;
      UPDATE rewrite_record SET is_sent = 0 WHERE is_sent <> 0;
      UPDATE device SET is_announced = 0 WHERE is_announced <> 0;
      """)
  }
}
