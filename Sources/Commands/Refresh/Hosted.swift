import Diary
import GitHub
import Journal

// What GitHub tells, as the journal keeps it.

extension CommitPage {
  init(_ page: Page<HostedCommit>) {
    self.init(commits: page.elements, next: page.next?.url)
  }
}

extension Contribution {
  init(_ day: ContributionDay) {
    self.init(day: day.day, count: day.count, level: day.level)
  }
}
