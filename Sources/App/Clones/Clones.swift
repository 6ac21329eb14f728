import Context
import Git
import Journal
import Localization
import Platform

/// Which clones are read.
package enum CloneScope: Hashable, Sendable {
  /// All of the user's clones: those in the directories of the setting `clones.paths`, else those
  /// in which the program has run, and always the one in the working directory.
  case all
  /// The clone in the working directory.
  case here
  /// The clones at these paths.
  case under([String])

  package init(isHere: Bool) { self = isHere ? .here : .all }
}

/// How long clones may be read.
package enum CloneReadingTime: Hashable, Sendable {
  case unlimited
  /// For a shell prompt. Directories are not searched for new clones.
  case prompt
}

/// The clones that a command reads.
struct ChosenClones: Sendable {
  var found: [FoundClone] = []
  var failures: [GitError] = []
  var remarks: [Message] = []
  /// Clones of the last search that no longer exist.
  var gone: [FoundClone] = []
  /// The problems that the user was told about, by path.
  var knownProblems: [String: String] = [:]
  /// The clone in the working directory, if it is to be remembered once it has been read.
  var toRemember: FoundClone?
  /// The clone in the working directory, if it is in none of the directories of the setting.
  var outsideSetting: FoundClone?
  /// The clone in the working directory, if it is one of them.
  var here: FoundClone?
}

/// Finds and remembers the user's clones.
package struct Clones: Sendable {
  let app: App

  func chosen(by scope: CloneScope, _ time: CloneReadingTime) async throws -> ChosenClones {
    switch scope {
    case .all: return try await all(time)
    case .here:
      let here = here()
      var clones = ChosenClones([here.mapError { $0.naming(app.directory) }])
      if case .success(let clone) = here { clones.toRemember = await toRemember(clone) }
      clones.here = clones.found.first
      return clones
    case .under(let paths):
      guard !paths.contains("") else { throw Explanation.noFileName(option: "--local") }
      return ChosenClones(
        Clone.all(
          under: paths.map { File.expandingHome($0, environment: app.environment) },
          in: app.directory.path, environment: app.environment
        ).map { result in result.mapError { $0.naming(app.directory) } })
    }
  }

  private func all(_ time: CloneReadingTime) async throws -> ChosenClones {
    let journal = try? await app.journal(for: .reading)
    var clones = ChosenClones()
    if let paths = app.settings.searchedPaths {
      clones = await clonesOfSetting(paths, time)
    } else {
      let used = (try? await journal?.usedClones()) ?? []
      clones.found = used.map { FoundClone(root: $0.root, commonDirectory: $0.clone) }
      // This journal has not seen those in which the program has run for others.
      if !app.journals.allFolders.isEmpty {
        clones = await clonesOfSetting(app.journals.allFolders, time, besides: clones.found)
      }
    }
    switch here() {
    case .success(let clone):
      clones.toRemember = await toRemember(clone)
      clones.add(here: FoundClone(clone), isSet: app.settings.searchedPaths != nil)
    case .failure(.noClone), .failure(.noSuchPath): break
    case .failure(let error):
      if !clones.failures.contains(where: { $0.path == error.path }) {
        clones.failures.append(error)
      }
    }
    clones.knownProblems = (try? await journal?.cloneProblems()) ?? [:]
    return clones
  }

  // MARK: Clones in which the program has run

  /// Remembers the clone in the working directory, for a command that has used it.
  package func rememberHere() async {
    guard case .success(let clone) = here(), let found = await toRemember(clone) else { return }
    await remember(found)
  }

  private func here() -> Result<Clone, GitError> {
    Result { () throws(GitError) in
      try Clone.find(in: app.directory.path, environment: app.environment)
    }
  }

  /// The clone, if it has to be written to the journal: it is new, or was last used on another day.
  /// Nothing is remembered if the setting names the clones.
  private func toRemember(_ clone: Clone) async -> FoundClone? {
    guard app.settings.searchedPaths == nil else { return nil }
    let found = FoundClone(clone)
    let known = try? await app.journal(for: .reading).usedClones()
    return known?.contains(used(found)) == true ? nil : found
  }

  func remember(_ found: FoundClone) async {
    // What an agent has asked about is not a clone of the user's by that.
    if app.process.isAgent { return }
    let used = used(found)
    await app.journal.cache { try await $0.remember(used) }
  }

  private func used(_ found: FoundClone) -> UsedClone {
    UsedClone(clone: found.commonDirectory, root: found.root, usedOn: app.clock.today)
  }

  // MARK: Problems

  /// The problems that the user was not told about yet. They are remembered, so that each is shown
  /// once; `--verbose` shows them all.
  func newProblems(of clones: ChosenClones) async -> [Message] {
    var current: [String: String] = [:]
    var new: [Message] = []
    for failure in clones.failures {
      let key = failure.path
      let problem = "\(failure)"
      let remark = Message.graphLeftOut(reason: app.reader.say(failure.explanation.message))
      current[key] = problem
      if clones.knownProblems[key] == problem {
        app.output.trace(remark)
      } else {
        new.append(remark)
      }
    }
    // What was not shown is not remembered.
    if app.output.options.isQuiet { return clones.remarks }
    if current != clones.knownProblems {
      await app.journal.cache { [current] in try await $0.save(cloneProblems: current) }
    }
    guard new.count > Self.shownProblems + 1, !app.output.options.isVerbose else {
      return clones.remarks + new
    }
    let more = new.count - Self.shownProblems
    return clones.remarks + new.prefix(Self.shownProblems) + [.clonesLeftOut(count: more)]
  }

  /// The same for a command that has not found any clone that can be read.
  func newProblems(failures: [GitError]) async -> [Message] {
    var clones = ChosenClones(failures: failures)
    clones.knownProblems = (try? await app.journal(for: .reading).cloneProblems()) ?? [:]
    return await newProblems(of: clones)
  }

  private static let shownProblems = 3
}

extension Clones {
  /// A path in a working tree that others may ask about: one of the user's clones, or one in or around a
  /// folder.
  ///
  /// - Parameter folder: the folder that a server was started in.
  /// - Returns: the path without links, and the top of its working tree; `nil` if it is in no such clone.
  package func own(
    _ path: String, orNear folder: String
  ) async throws -> (path: String, root: String)? {
    guard let real = File.realPath(path) else { return nil }
    let place = File.isDirectory(real) ? real : File.directory(of: real)
    guard let clone = try? Clone.find(from: place, environment: app.environment),
      let root = File.realPath(clone.root), real == root || real.hasPrefix(root + "/")
    else { return nil }
    let start = File.realPath(folder) ?? folder
    if start == root || start.hasPrefix(root + "/") { return (real, root) }
    // A client that starts everything in one of these grants nothing by it.
    let home = app.environment.nonEmpty("HOME").flatMap(File.realPath)
    let isBelow = start != "/" && start != home && root.hasPrefix(start + "/")
    if isBelow, (try? clone.isSelfContained) == true { return (real, root) }
    let known = try await chosen(by: .all, .unlimited).found
    let common = FoundClone(clone).commonDirectory
    return known.contains { $0.commonDirectory == common } ? (real, root) : nil
  }
}

extension ChosenClones {
  /// Adds the clone in the working directory. It is read first, in case there is no time for all.
  mutating func add(here: FoundClone, isSet: Bool) {
    self.here = here
    let index = found.firstIndex { $0.commonDirectory == here.commonDirectory }
    if isSet, index != nil { return }
    if let index { found.remove(at: index) }
    found.insert(here, at: 0)
    if isSet { outsideSetting = here }
  }

  /// Which clones these are, for a person.
  ///
  /// - Parameter clones: those that could be read.
  static func origin(
    of clones: [String], in paths: [String]?, and outsideSetting: FoundClone?
  ) -> Message {
    guard let paths else { return .checkClonesUsed(count: clones.count) }
    let inside = clones.filter { $0 != outsideSetting?.commonDirectory }
    let origin = Message.checkClonesIn(
      count: inside.count, directories: MessageArgument.enumeration(paths))
    return inside.count == clones.count ? origin : .checkClonesAndHere(clones: origin)
  }

  /// Whether the user is told that a folder with this clone did not respond.
  func reports(_ error: GitError) -> Bool {
    guard case .timedOut(let clone) = error else { return false }
    return failures.contains { failure in
      if case .timedOut(let folder) = failure { clone.hasPrefix(folder + "/") } else { false }
    }
  }

  fileprivate init(_ results: [Result<Clone, GitError>]) {
    for result in results {
      switch result {
      case .success(let clone):
        found.append(
          FoundClone(
            root: clone.root, gitDirectory: clone.gitDirectory,
            commonDirectory: clone.commonDirectory))
      case .failure(let error): failures.append(error)
      }
    }
  }
}

extension GitError {
  /// The path that the error is about.
  var path: String {
    switch self {
    case .noSuchPath(let path), .noClone(let path), .dubiousOwner(let path), .noCommits(let path),
      .noAddress(let path), .broken(let path, _), .timedOut(let path), .irregularFile(let path):
      path
    case .gitMissing, .unknownRevision, .ambiguousRevision, .invalidRepository: "\(self)"
    }
  }
}
