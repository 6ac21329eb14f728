import Diary
import SQLite

extension Statement {
  /// An instant and, in the column behind it, the offset of the writer's clock.
  func moment(_ column: Int32) -> Moment {
    Moment(Instant(secondsSince1970: integer(column)), offset: int(column + 1))
  }

  func optionalMoment(_ column: Int32) -> Moment? {
    isNull(column) ? nil : moment(column)
  }
}
