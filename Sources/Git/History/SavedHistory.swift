public import Diary
public import Platform

/// The commits of one author in a clone.
public struct CloneHistory: Hashable, Sendable {
  public var clone: Clone
  public var known: SavedHistory
  /// How much had to be read.
  public var effort: Effort
  /// The remotes on the requested host. If there are none, no commit of this clone is known to be
  /// on that host.
  public var remotes: [String]
  var hasNewStamp = false

  public enum Effort: Hashable, Sendable {
    /// Nothing has changed, and git was not run.
    case none
    /// Git was asked for the changes.
    case update
    /// The whole history was read.
    case all
  }

  public var commits: PackedCommits { known.commits }

  /// Those with the mark of a coding agent.
  public var marked: PackedCommits { known.markedByText.union(known.markedByNotes) }

  /// The email addresses of the author; empty if the author was given by name.
  public var addresses: [String] {
    known.requestedAuthors.first?.utf8.first == 0 ? [] : known.requestedAuthors
  }

  /// The repository of the clone; `nil` if its setting is not valid.
  public var repository: Repository? { known.settings.repository }

  /// The commits that no remote on the host is known to have; all commits if no host was given.
  public var unpushed: PackedCommits {
    remotes.isEmpty ? known.commits : known.unpushed ?? known.commits
  }

  /// Whether `known` has changed and should be saved.
  public var isNew: Bool { effort != .none || hasNewStamp }
}

/// The commits of one author in a clone, and the state of the clone from which they were read. If it
/// has not changed, there is nothing to update.
public struct SavedHistory: Hashable, Sendable {
  public var commits = PackedCommits()
  /// The commits with an agent's mark in the message or the author.
  var markedByText = PackedCommits()
  /// The commits with a note of an agent.
  var markedByNotes = PackedCommits()
  /// The commit of these notes; empty if there are none.
  var tipOfAgentNotes = ""
  /// The patterns of `agents.marks` with which they were found.
  var marks = ""
  /// The commits that no remote on `host` is known to have; `nil` if they were not determined.
  var unpushed: PackedCommits?
  /// `nil` if the files may have changed while they were read.
  var stamp: HistoryStamp?
  var settings = CloneSettings()
  /// The addresses of the author as requested, before a mailmap is applied, or a part of the name.
  var requestedAuthors: [String] = []
  /// `requestedAuthors`, with the addresses that a mailmap maps them to.
  var matchedAuthors: [String] = []
  var mailmap = Mailmap()
  /// A hash of the shallow file, the grafts and the replacement references.
  var boundary: UInt64 = 0
  var references: UInt64 = 0
  var tips = PackedNames()
  /// The host whose remotes determine which commits are pushed.
  var host: String?
  /// The remotes on this host.
  var remotes: [String] = []
}

extension SavedHistory: Cached {
  mutating func code(with coder: inout CacheCoder) {
    coder.code(&commits)
    coder.code(&markedByText)
    coder.code(&markedByNotes)
    coder.code(&tipOfAgentNotes)
    coder.code(&marks)
    coder.code(&unpushed)
    coder.code(&stamp)
    coder.code(&settings)
    coder.code(&requestedAuthors)
    coder.code(&matchedAuthors)
    coder.code(&mailmap)
    coder.code(&boundary)
    coder.code(&references)
    coder.code(&tips)
    coder.code(&host)
    coder.code(&remotes)
  }

  /// For the journal.
  public var bytes: [UInt8] { encoded }

  public init?(bytes: [UInt8]) { self.init(decoding: bytes) }
}

/// Uses saved histories as long as no file of their clones has changed, without running git and
/// without reading files.
public struct SavedClones {
  private var states: FileStates
  private let program: GitProgram

  public init(environment: Environment) {
    states = FileStates(environment: environment)
    program = GitProgram(in: "/", environment: environment).ignoringLocalVariables()
  }

  /// The history as it was saved; `nil` if something may have changed since.
  ///
  /// - Parameter host: the host for which `unpushed` is needed, if any.
  public mutating func current(
    _ known: SavedHistory, of found: FoundClone, unpushedTo host: String?
  ) -> CloneHistory? {
    states.own = found.commonDirectory + "/"
    guard let stamp = known.stamp, states.areUnchanged(since: stamp) else { return nil }
    return unchecked(known, of: found, unpushedTo: host)
  }

  /// The history as it was saved, current or not; `nil` if it was saved for another host.
  public func unchecked(
    _ known: SavedHistory, of found: FoundClone, unpushedTo host: String?
  ) -> CloneHistory? {
    guard host == nil || host == known.host,
      known.marks == program.environment[AgentMarks.variable] ?? ""
    else { return nil }
    var program = program
    program.directory = found.root
    let clone = Clone(
      root: found.root, gitDirectory: found.gitDirectory, commonDirectory: found.commonDirectory,
      program: program)
    return CloneHistory(
      clone: clone, known: known, effort: .none, remotes: host == nil ? [] : known.remotes)
  }
}
