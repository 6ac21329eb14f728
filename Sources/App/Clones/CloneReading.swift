package import Context
import Diary
import Git
import Journal
package import Localization
import Platform
import Terminal

/// Reads the histories of clones: from the journal if no file of the clone has changed, else with
/// git. New histories are saved in batches, so that an interrupted reading continues where it
/// stopped.
struct CloneReading: Sendable {
  let app: App
  let writer: CommitAuthor
  /// The host for which unpushed commits are determined.
  let host: String?
  let time: CloneReadingTime
  /// The problems that are known, by path. A prompt does not try these clones again.
  let problems: [String: String]

  /// How long a file system may take to respond.
  static let fileLimit = Duration.seconds(3)
  /// How long reading a clone may take without any result. Git has shorter deadlines of its own.
  private static let cloneLimit = Duration.seconds(45)
  private static let batch = 20

  struct Found: Sendable {
    var histories: [CloneHistory] = []
    var failures: [GitError] = []
  }

  private typealias Reading = Result<CloneHistory, GitError>

  private struct State: Sendable {
    var readings: [Int: Reading] = [:]
    /// The indices of the histories that have to be saved.
    var unsaved: [Int] = []
    /// The clone that is read with git, and the number of its commits that were read.
    var current: (path: String, count: Int)?
  }

  /// Reads clones. If that takes long, Ctrl-C throws `Interrupted`, after the histories read so far
  /// have been saved.
  func result(of clones: ChosenClones) async throws -> Found {
    let saved = await savedHistories(of: clones)
    // Only the first reading of a clone takes long.
    guard time == .unlimited, clones.found.count > 1,
      clones.found.contains(where: { saved[$0.commonDirectory] == nil })
    else { return try await result(of: clones, saved) }
    return try await app.cancellingOnInterrupt { try await result(of: clones, saved) }
  }

  private func savedHistories(of clones: ChosenClones) async -> [String: SavedHistory] {
    let names = Set((clones.found + clones.gone).map(\.commonDirectory))
    let saved = try? await app.journal(for: .reading).histories(of: names, by: writer.key)
    return (saved ?? [:]).compactMapValues(SavedHistory.init(bytes:))
  }

  private func result(
    of clones: ChosenClones, _ saved: [String: SavedHistory]
  ) async throws -> Found {
    var found = clones.found
    if time == .prompt {
      found.removeAll { saved[$0.commonDirectory] == nil && problems[$0.root] != nil }
    }
    var readings = try await readings(of: Array(found.indices), of: found, saved)
    // The clones after one that blocks are read by another thread.
    for _ in 0..<2 where time == .unlimited {
      guard let blocked = readings.firstIndex(where: { $0 == nil }) else { break }
      readings[blocked] = .failure(.timedOut(path: found[blocked].root))
      UnresponsiveClones.add(fileSystemOf: found[blocked].root, unlessOf: app.paths.journal)
      let rest = readings.indices.filter { readings[$0] == nil }
      if rest.isEmpty { break }
      let more = try await self.readings(of: rest, of: found, saved)
      for index in rest { readings[index] = more[index] }
    }
    var result = Found()
    let savedClones = SavedClones(environment: app.environment)
    for (clone, reading) in zip(found, readings) {
      let known = saved[clone.commonDirectory]
      switch reading {
      case .success(let history): result.histories.append(history)
      case .failure(.noSuchPath(let path)):
        // A missing clone is reported only if it had commits by the user.
        if known?.commits.isEmpty == false { result.failures.append(.noSuchPath(path)) }
      case .failure(let error):
        if !clones.reports(error) { result.failures.append(error) }
        if case .timedOut = error { fallthrough }
      case nil:
        // The clone was not reached in time, so its saved commits are used unchecked.
        if let known, let history = savedClones.unchecked(known, of: clone, unpushedTo: host) {
          result.histories.append(history)
        }
      }
    }
    for clone in clones.gone where saved[clone.commonDirectory]?.commits.isEmpty == false {
      result.failures.append(.noSuchPath(clone.root))
    }
    return result
  }

  /// The readings of the clones with these indices, until they are done, the time is over, or one
  /// of them blocks.
  private func readings(
    of indices: [Int], of clones: [FoundClone], _ saved: [String: SavedHistory]
  ) async throws -> [Reading?] {
    let start = ContinuousClock.now
    let (environment, writer, host) = (app.environment, writer, host)
    let work = BlockingWork(State()) { work in
      let observer = ReadingObserver {
        work.extend(to: $0 == .git ? Self.cloneLimit : Self.fileLimit)
      }
      ReadingObserver.$current.withValue(observer) {
        var savedClones = SavedClones(environment: environment)
        for index in indices {
          if work.isStopped { return }
          let clone = clones[index]
          if UnresponsiveClones.contains(clone.root) {
            work.update { $0.readings[index] = .failure(.timedOut(path: clone.root)) }
            continue
          }
          work.begin(clone.root, limit: Self.fileLimit)
          let known = saved[clone.commonDirectory]
          if let known, let history = savedClones.current(known, of: clone, unpushedTo: host) {
            work.update { $0.readings[index] = .success(history) }
            continue
          }
          let reading = Reading { () throws(GitError) in
            let opened = try Clone.reopen(clone, environment: environment)
            let known = opened.commonDirectory == clone.commonDirectory ? known : nil
            return try opened.history(of: writer, since: known, unpushedTo: host) { count in
              work.extend(to: Self.cloneLimit)
              work.update { $0.current = (clone.root, count) }
            }
          }
          work.update {
            $0.readings[index] = reading
            if case .success(let history) = reading, history.isNew { $0.unsaved.append(index) }
          }
        }
      }
    }
    let progress = CloneProgress(on: app.output)
    defer { progress.clear() }
    var isEnded = false
    while !isEnded {
      let left = app.process.promptLimit - start.duration(to: .now)
      let step = time == .prompt ? left : .milliseconds(80)
      switch work.wait(atMost: step) {
      case .done, .blocked: isEnded = true
      case .working:
        isEnded = time == .prompt && left <= .zero
        show(work.state, of: clones.count, on: progress)
      }
      let isInterrupted =
        Task.isCancelled || app.process.handlesSignals && InterruptHandler.isRequested
      if isInterrupted || isEnded { work.stop() }
      if isEnded || isInterrupted || work.state.unsaved.count >= Self.batch {
        await save(work, atOnce: !isEnded)
      }
      if isInterrupted { throw Interrupted() }
    }
    let state = work.state
    return clones.indices.map { state.readings[$0] }
  }

  private func show(_ state: State, of count: Int, on progress: CloneProgress) {
    guard let current = state.current else { return }
    progress.show(
      count > 1
        ? .clonesReading(done: state.readings.count, count: count, path: current.path)
        : .graphReading(count: current.count, path: current.path))
  }

  /// Saves new histories.
  private func save(_ work: BlockingWork<State>, atOnce: Bool) async {
    let state = work.state
    let histories = state.unsaved.compactMap { try? state.readings[$0]?.get() }
    guard !histories.isEmpty else { return }
    let count = state.unsaved.count
    work.update { $0.unsaved.removeFirst(count) }
    let saved = Dictionary(histories.map { ($0.clone.commonDirectory, $0.known.bytes) }) { $1 }
    await app.journal.cache(atOnce: atOnce) { [writer, now = app.clock.now.instant] in
      try await $0.save(histories: saved, by: writer.key, readAt: now)
    }
  }
}

/// The progress line while clones are searched or read for the first time.
package final class CloneProgress {
  private let output: Output
  private let start = ContinuousClock.now
  private var line: StatusLine

  package init(on output: Output) {
    self.output = output
    line = StatusLine(on: output.errorScreen)
  }

  package func show(_ message: Message) {
    guard output.canDraw, start.duration(to: .now) > .milliseconds(400) else { return }
    output.draw(line.replaced(by: output.styled(message, .remark)))
  }

  package func clear() { output.draw(line.cleared()) }
}
