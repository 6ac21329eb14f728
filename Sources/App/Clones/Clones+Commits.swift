import Context
import Diary
import Git
import Journal
import Localization
import Terminal

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
    let writer = author.map(CommitAuthor.named) ?? .own(emails: app.settings.emails)
    var clones = try await chosen(by: scope, time)
    let reading = CloneReading(
      app: app, writer: writer, host: host, time: time, problems: clones.knownProblems)
    // Only the first reading of a clone takes long.
    let result =
      time == .unlimited && clones.found.count > 1
      ? try await reading.interruptibleResult(of: clones) : try await reading.result(of: clones)
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
          ? GitError.noClone(path: app.directory.absolutePath) : NothingToShow()
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
      let addresses = MessageArgument.enumeration(first.addresses)
      commits.remarks.append(.graphNoneOfYours(addresses: addresses))
    }
    for history in commits.histories where time == .unlimited && history.isShallow {
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
      for remark in commits.remarks where remark.key != .graphNoneOfYours {
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
