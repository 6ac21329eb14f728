public import Diary
public import GitHub
import Journal
import Platform

// What GitHub tells, as the journal keeps it.

extension HostedRepository {
  init(_ remote: RemoteRepository, on host: GitHubHost) {
    self.init(
      number: Int64(remote.id), repository: remote.repository(on: host),
      isPrivate: remote.isPrivate, isFork: remote.isFork, isArchived: remote.isArchived,
      pushedAt: remote.pushedAt, defaultBranch: remote.defaultBranch)
  }
}

extension HostedCommit {
  init(_ remote: RemoteCommit, on localTime: LocalTime) {
    self.init(
      commit: Commit(remote, on: localTime), login: remote.authorLogin,
      committedAt: remote.committerDate)
  }
}

extension Commit {
  /// The host tells the instant, and not what the author's clock read: it is put on the reader's day.
  init(_ remote: RemoteCommit, on localTime: LocalTime) {
    self.init(
      sha: remote.sha, subject: remote.subject, author: remote.authorName,
      date: localTime.moment(at: remote.authorDate))
  }
}

extension CommitPage {
  init(_ page: Page<RemoteCommit>, on localTime: LocalTime) {
    self.init(commits: page.elements.map { HostedCommit($0, on: localTime) }, next: page.next?.url)
  }
}

extension Contribution {
  public init(_ day: ContributionDay) {
    self.init(day: day.day, count: day.count, level: day.level)
  }
}
