/// The diary entry of one day, with the weather of that day.
public struct Entry: Hashable, Sendable {
  public var day: Day
  public var text: Text
  /// A JSON object, stored unchanged. The weather belongs to the day and not to the text: a change of it
  /// is no new version to the user.
  public var weather: String?
  public var version: Int
  public var createdAt: Moment
  public var updatedAt: Moment
  public var deletedAt: Moment?
  /// Whether devices have changed it so that the user should look at its versions.
  public var needsLook = false

  public init(
    day: Day, text: Text, weather: String?, version: Int, createdAt: Moment,
    updatedAt: Moment, deletedAt: Moment?
  ) {
    self.day = day
    self.text = text
    self.weather = weather
    self.version = version
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.deletedAt = deletedAt
  }
}
