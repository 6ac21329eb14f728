import Context
import Diary
import Git
import Journal
package import Localization
import Terminal

/// The commits of clones on this machine, each counted once, on the day it has in the user's time
/// zone.
package struct LocalCommits: Sendable {
  var scope: CloneScope
  /// The clones that could be read.
  var histories: [CloneHistory] = []
  var remarks: [Message] = []
  /// The repository of the clone in the working directory.
  var here: Repository?
  /// Which clones these are, for a person; `nil` unless they are all of the user's clones.
  package internal(set) var origin: Message?

  /// The clones of a repository.
  func clones(of repository: Repository) -> [Clone] {
    histories.filter { $0.location == repository }.map(\.clone)
  }

  /// No clones. Commits of the last refresh, which are in the journal, are still found.
  package static var none: LocalCommits { LocalCommits(scope: .all) }

  /// The number of commits on each day that has any. With `host`, only the commits that are not on
  /// that host are counted.
  ///
  /// - Parameter agents: which commits are counted, by the marks of agents.
  func counts(
    by clock: Clock, excludingCommitsOn host: String? = nil, agents: AgentFilter = .with
  ) -> [Day: Int] {
    let all = host == nil ? histories.map(\.commits) : [unpushed]
    let counted =
      switch agents {
      case .with: all
      case .without: [PackedCommits.union(of: all).subtracting(marked)]
      case .only: [marked]
      }
    return CommitTally(counted).days(endingAt: clock.endOfDay, offset: clock.offset(at:))
  }

  /// The commits with an agent's mark in any clone.
  private var marked: PackedCommits { PackedCommits.union(of: histories.map(\.marked)) }

  /// The beginnings of the ids of all commits.
  package var ownNames: Set<UInt64> {
    Set(PackedCommits.union(of: histories.map(\.commits)).commits.map(\.name))
  }

  /// The beginnings of their ids.
  var markedNames: Set<UInt64> { Set(marked.commits.map(\.name)) }

  /// The commits that no clone knows to be on the host. A copy without a remote may have the same
  /// commits as a clone with one.
  private var unpushed: PackedCommits {
    let pushed = histories.filter { !$0.remotes.isEmpty }
      .map { $0.commits.subtracting($0.unpushed) }
    return PackedCommits.union(of: histories.map(\.unpushed))
      .subtracting(PackedCommits.union(of: pushed))
  }

  /// The latest of these days with a commit.
  func latest(of days: [Day], by clock: Clock) -> Day? {
    guard let first = days.min(), let last = days.max() else { return nil }
    // Most commits are far from all of the days, and their dates need not be converted.
    let start = first.number - 2
    var isNear = [Bool](repeating: false, count: last - first + 5)
    for day in days {
      for number in day.number - 2...day.number + 2 { isNear[number - start] = true }
    }
    let wanted = Set(days)
    var latest: Day?
    for history in histories {
      for commit in history.commits.commits where commit.authoredAt != PackedCommit.undated {
        let index = Int(commit.authoredAt / 86_400) - start
        guard isNear.indices.contains(index), isNear[index] else { continue }
        let day = clock.day(of: Instant(secondsSince1970: commit.authoredAt))
        if wanted.contains(day) { latest = max(latest ?? day, day) }
      }
    }
    return latest
  }

  /// The names of the commits on these days, each in one clone. Clones of a repository on a host
  /// take precedence over copies.
  ///
  /// - Parameter known: the commits to leave out.
  func names(
    on spans: [ClosedRange<Day>], besides known: Set<UInt64>, by clock: Clock
  ) -> [(history: CloneHistory, names: Set<UInt64>)] {
    let hosted = histories.filter { $0.repository?.isLocal == false }
    let others = histories.filter { $0.repository?.isLocal != false }
    var seen = known
    return (hosted + others).compactMap { history in
      let names = spans.flatMap { history.names(on: $0, by: clock) }
        .filter { seen.insert($0).inserted }
      return names.isEmpty ? nil : (history, Set(names))
    }
  }
}

extension CloneHistory {
  /// The repository, or the path of a clone that has none.
  var location: Repository { repository ?? Repository(name: clone.mainRoot) }

  /// The names of the commits on these days.
  func names(on span: ClosedRange<Day>, by clock: Clock) -> [UInt64] {
    let near = (span.lowerBound.number - 2)...(span.upperBound.number + 2)
    var names: [UInt64] = []
    for commit in commits.commits where commit.authoredAt != PackedCommit.undated {
      // Commits far outside the span are skipped without converting their date.
      guard near.contains(Int(commit.authoredAt / 86_400)) else { continue }
      let day = clock.day(of: Instant(secondsSince1970: commit.authoredAt))
      if span.contains(day) { names.append(commit.name) }
    }
    return names
  }
}

extension App {
  /// The user: the address in git's settings for each clone, those of `me.emails`, and the addresses
  /// behind which GitHub hides those of the accounts.
  var ownAuthor: CommitAuthor {
    get async {
      let accounts = (try? await journal(for: .reading).accounts()) ?? []
      let hidden = accounts.map { "\($0.account.login)@users.noreply.\($0.account.host)" }
      return .own(emails: settings.emails + hidden)
    }
  }
}

extension Clones {
  /// The commits of the clones in `scope`. Known commits come from the journal, new ones from git.
  ///
  /// - Parameters:
  ///   - author: whose commits; `nil` for the user's own.
  ///   - host: if set, commits that are not on this host yet are determined as well.
  func commits(
    of scope: CloneScope, author: String? = nil, unpushedTo host: String? = nil,
    time: CloneReadingTime = .unlimited
  ) async throws -> LocalCommits {
    let own = await app.ownAuthor
    let writer = author.map(CommitAuthor.named) ?? own
    var clones = try await chosen(by: scope, time)
    let reading = CloneReading(
      app: app, writer: writer, host: host, time: time, problems: clones.knownProblems)
    let result = try await reading.result(of: clones)
    clones.failures += result.failures
    var commits = LocalCommits(scope: scope, histories: result.histories)
    commits.here =
      result.histories
      .first { $0.clone.commonDirectory == clones.here?.commonDirectory }?.location
    if commits.histories.isEmpty {
      let reason = clones.failures.first { if case GitError.noClone = $0 { false } else { true } }
      if let reason { throw reason }
      switch scope {
      case .all: throw NothingToShow()
      case .here:
        throw author == nil
          ? Explanation.noClone(at: app.directory.absolutePath, hint: .mirrorHint)
          : NothingToShow()
      case .under(let paths):
        throw Explanation(
          .graphNoClones(paths: MessageArgument.enumeration(paths)), hint: .graphNothingHint,
          status: .notFound)
      }
    }
    if scope == .all {
      commits.origin = ChosenClones.origin(
        of: commits.histories.map(\.clone.commonDirectory), in: app.settings.searchedPaths,
        and: clones.outsideSetting)
    }
    if let here = clones.toRemember,
      commits.histories.contains(where: { $0.clone.commonDirectory == here.commonDirectory })
    {
      await remember(here)
    }
    if author == nil, let first = commits.histories.first,
      commits.histories.allSatisfy(\.commits.isEmpty)
    {
      commits.remarks.append(
        first.addresses.isEmpty
          ? .cloneNoAddressHint
          : .graphNoneOfYours(addresses: MessageArgument.enumeration(first.addresses)))
    }
    for history in commits.histories where time == .unlimited && history.clone.isShallow {
      let remark = Message.graphShallow(path: history.clone.root)
      if scope == .all { app.output.trace(remark) } else { commits.remarks.append(remark) }
    }
    if scope != .all {
      commits.remarks += clones.failures.map {
        .graphLeftOut(reason: app.reader.say($0.explanation.message))
      }
    } else if time == .unlimited {
      commits.remarks += await newProblems(of: clones)
    }
    return commits
  }

  /// The user's own commits in clones. Clones that cannot be read count as empty, and problems are
  /// shown once.
  ///
  /// - Parameters:
  ///   - host: the host for which unpushed commits are determined.
  ///   - warnsOnFailure: whether it is a warning if no clone can be read.
  package func readableCommits(
    of scope: CloneScope, unpushedTo host: String? = nil, warnsOnFailure: Bool = false
  ) async throws -> LocalCommits {
    do {
      let commits = try await commits(of: scope, unpushedTo: host)
      for remark in commits.remarks
      where remark.key != .graphNoneOfYours && remark.key != .cloneNoAddressHint {
        app.output.note(remark, .remark)
      }
      return commits
    } catch let interrupted as Interrupted {
      throw interrupted
    } catch is NothingToShow {
    } catch {
      // If the current clone was asked for, its absence is an error.
      if scope == .here { throw error }
      let remark = Message.graphLeftOut(reason: app.reader.say(Explanation(of: error).message))
      if warnsOnFailure {
        app.output.note(remark, .warning)
      } else if case GitError.noAddress = error {
        app.output.trace(remark)
      } else if let error = error as? GitError {
        for remark in await newProblems(failures: [error]) { app.output.note(remark, .remark) }
      } else {
        app.output.trace(remark)
      }
    }
    return LocalCommits(scope: scope)
  }
}
