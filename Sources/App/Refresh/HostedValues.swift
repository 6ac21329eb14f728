public import Diary
public import GitHub
import Journal
import Platform

// What GitHub tells, as the journal keeps it.

extension CommitPage {
  /// The host tells the instant, and not what the author's clock read: it is put on the reader's day.
  init(_ page: Page<HostedCommit>, on localTime: LocalTime) {
    let commits = page.elements.map { hosted in
      var hosted = hosted
      hosted.commit.date = localTime.moment(at: hosted.commit.date.instant)
      return hosted
    }
    self.init(commits: commits, next: page.next?.url)
  }
}

extension Contribution {
  public init(_ day: ContributionDay) {
    self.init(day: day.day, count: day.count, level: day.level)
  }
}
