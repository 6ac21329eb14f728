public import Diary

/// The reason why no contributions could be read from a page.
public enum ContributionPageError: Error, Hashable, Sendable {
  /// No account has this name.
  case notFound
  /// Organizations have no contributions of their own.
  case organization
  /// The user's profile is private.
  case privateProfile
  /// The host shows its pages only to users who are logged in.
  case loginRequired
  /// The page is HTML without a calendar of the known form, and none of the cases above: GitHub
  /// changed its page.
  case noCalendar
  /// The calendar lacks the counts of most active days: GitHub changed its page. A missing count is
  /// not treated as zero.
  case countsMissing(known: Int, active: Int)
  /// The calendar has none of the requested days.
  case otherDays(ClosedRange<Day>)
  /// The response is not HTML.
  case notHTML
  /// The page could not be fetched.
  case notFetched(GitHubError)
}
