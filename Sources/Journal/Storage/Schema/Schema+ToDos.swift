extension Schema {
  /// Due dates, priorities and recurrence of to-dos.
  ///
  /// `every` is the rule of a recurring to-do, with the dates of its first occurrence: see
  /// `Recurrence`. All occurrences have the same `series`; `occurrence` is the date of each by the
  /// rule, even if the to-do was moved, so that none is added twice. `foreign_fields` is what the
  /// program from which the to-do was imported knows about it, as JSON. `examined_commit` has the
  /// first 64 bits of the ids of the commits that were searched for to-dos they finish.
  ///
  /// All rows are rewritten, because a repair recognizes them by their number of columns.
  static let toDoDetails = """
    ALTER TABLE record ADD COLUMN due INTEGER;
    ALTER TABLE record ADD COLUMN priority TEXT;
    ALTER TABLE record ADD COLUMN every TEXT;
    ALTER TABLE record ADD COLUMN series TEXT;
    ALTER TABLE record ADD COLUMN occurrence INTEGER;
    ALTER TABLE record ADD COLUMN foreign_fields TEXT;
    UPDATE record SET due = NULL;

    CREATE UNIQUE INDEX todo_by_occurrence ON record (series, occurrence)
      WHERE series IS NOT NULL;

    CREATE TABLE examined_commit (name INTEGER PRIMARY KEY) STRICT;

    DROP VIEW todo;
    CREATE VIEW todo AS SELECT number, id, day, place, done_at, done_offset, done_day, origin,
      due, priority, every, series, occurrence, foreign_fields,
      version, hash, created_at, created_offset, updated_at, updated_offset, deleted_at,
      deleted_offset, body AS text FROM record WHERE kind = 3;
    """
}
