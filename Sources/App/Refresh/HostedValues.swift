import Diary
import GitHub
import Journal
import Platform

extension CommitPage {
  /// The host reports the instant of a commit but not the author's time zone, so the local one is
  /// used.
  init(_ page: Page<HostedCommit>, on localTime: LocalTime) {
    let commits = page.elements.map { hosted in
      var hosted = hosted
      hosted.commit.date = localTime.moment(at: hosted.commit.date.instant)
      return hosted
    }
    self.init(commits: commits, next: page.next?.url)
  }
}
