// The calendar of this program: the years 1 to 9999.

extension Day {
  public static let calendar = Day(number: -719_162)...Day(number: 2_932_896)

  /// Whether the day is in the years 1 to 9999.
  public var isInCalendar: Bool { Day.calendar.contains(self) }
}

extension Instant {
  /// The seconds since 1970 of these years in UTC.
  public static let calendar = Int64(-62_135_596_800)...253_402_300_799
  /// Those that are in these years in every time zone.
  public static let calendarEverywhere =
    (calendar.lowerBound + 86_400)...(calendar.upperBound - 86_399)
}
