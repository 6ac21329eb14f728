import Diary
import SQLite

extension Statement {
  /// An instant, and the offset of the user's time zone from the next column.
  func moment(_ column: Int32) -> Moment {
    Moment(Instant(secondsSince1970: integer(column)), offset: int(column + 1))
  }

  func optionalMoment(_ column: Int32) -> Moment? {
    isNull(column) ? nil : moment(column)
  }
}
