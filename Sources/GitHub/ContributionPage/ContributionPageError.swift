public import Diary

/// Why there are no contributions on a page, or no page.
public enum ContributionPageError: Error, Hashable, Sendable {
  /// Nobody is called that.
  case notFound
  /// An organization has no contributions of its own.
  case organization
  /// Somebody who shows nobody what they do.
  case privateProfile
  /// The host shows its pages only to who is logged in.
  case loginRequired
  /// HTML, and none of the above, without a calendar in it: GitHub changed its page.
  case noCalendar
  /// There are days, and of most of those with contributions nobody can tell how many: GitHub
  /// changed its page. A count that is not known is no zero.
  case countsMissing(known: Int, active: Int)
  /// There is a calendar, and no day of it is one of those that were asked for.
  case otherDays(ClosedRange<Day>)
  /// The bytes are no page at all.
  case notHTML
  /// No page came: who asks for one learns here why.
  case notFetched(GitHubError)
}
