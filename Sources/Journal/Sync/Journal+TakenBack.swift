import SQLite

// An import of an archive brings the texts of other devices. If it is undone, they are deleted here, but
// this deletion is not sent: it would delete them where they were written.

extension Journal {
  /// Keeps the deletion that was just written, and the whole text, on this device.
  func keepDeletionHere(of record: Int64) throws(JournalError) {
    try database.run(
      """
      INSERT OR REPLACE INTO taken_back (record, version)
      SELECT number, version_id FROM record WHERE number = ?1
      """, [record])
    try database.run("DELETE FROM unsent WHERE record = ?1", [record])
  }

  /// After another change of the text, as by redo, it is sent as a whole.
  func sendTakenBack(_ record: Int64) throws(JournalError) {
    guard try database.hasRow("SELECT 1 FROM taken_back WHERE record = ?1", [record]) else {
      return
    }
    try database.run("DELETE FROM taken_back WHERE record = ?1", [record])
    try database.run(
      """
      INSERT OR IGNORE INTO unsent (version, record)
      SELECT version_id, record FROM record_version WHERE record = ?1
        AND EXISTS (SELECT 1 FROM sync_remote)
      """, [record])
  }

  /// Forgets the deletion, because the text has arrived again. The caller finds the state of the record.
  ///
  /// - Returns: whether there was one.
  func forgetDeletionHere(of record: Int64) throws(JournalError) -> Bool {
    let version: [UInt8]? = try database.value(
      "SELECT version FROM taken_back WHERE record = ?1", [record])
    guard let version else { return false }
    try willChange(record, isNew: true)
    try database.run("DELETE FROM taken_back WHERE record = ?1", [record])
    // A row without a version is filled when the state is found.
    try database.run(
      "UPDATE record SET version_id = x'' WHERE number = ?1 AND version_id = ?2", [record, version])
    return true
  }
}
