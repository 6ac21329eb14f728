extension Schema {
  /// The versions that each rename of a tag made, and those from before. The last rename can be
  /// undone where its version is still the newest one.
  ///
  /// The table has no names of tags, so that a purge of texts leaves none here.
  static let tagRenames = """
    CREATE TABLE tag_rename (
      rename INTEGER NOT NULL,
      record INTEGER NOT NULL REFERENCES record (number) ON DELETE CASCADE,
      version_id BLOB NOT NULL,
      earlier_id BLOB NOT NULL,
      PRIMARY KEY (rename, record)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX tag_rename_by_record ON tag_rename (record);
    """
}
