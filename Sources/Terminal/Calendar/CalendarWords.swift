/// The words in a calendar and its legend, in the user's language.
public struct CalendarWords: Hashable, Sendable {
  /// The names of the weekdays, Sunday first.
  public var weekdays: [String]
  public var entry: String
  public var notes: String
  public var openToDos: String
  public var commits: String
  public var today: String

  public init(
    weekdays: [String], entry: String, notes: String, openToDos: String, commits: String,
    today: String
  ) {
    self.weekdays = weekdays
    self.entry = entry
    self.notes = notes
    self.openToDos = openToDos
    self.commits = commits
    self.today = today
  }
}
