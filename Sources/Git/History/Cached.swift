public import Diary
public import Platform

/// A value that the journal keeps for this module as bytes. A type lists its fields once, for
/// writing and for reading.
protocol Cached {
  /// A value whose fields are read next.
  init()
  mutating func code(with coder: inout CacheCoder)
}

/// The version of all types that are kept. It is raised when one of them changes.
private let version: UInt64 = 3

extension Cached {
  var encoded: [UInt8] {
    var (coder, version, value) = (CacheCoder(), version, self)
    coder.code(&version)
    coder.code(&value)
    return coder.bytes
  }

  /// `nil` if the bytes are damaged or of another version. What they contain is read again then.
  init?(decoding bytes: [UInt8]) {
    self.init()
    var (coder, known) = (CacheCoder(reading: bytes), UInt64(0))
    coder.code(&known)
    guard known == version else { return nil }
    coder.code(&self)
    guard coder.isComplete else { return nil }
  }
}

/// Appends fields to its bytes, or reads them from there.
struct CacheCoder {
  private(set) var bytes: [UInt8] = []
  fileprivate private(set) var isReading = false
  fileprivate var isDamaged = false
  private var position = 0

  init() {}

  init(reading bytes: [UInt8]) {
    self.bytes = bytes
    isReading = true
  }

  /// Whether exactly these bytes were read.
  var isComplete: Bool { !isDamaged && position == bytes.count }

  mutating func code(_ value: inout some Cached) { value.code(with: &self) }

  mutating func code(_ number: inout UInt64) {
    if isReading {
      number = take(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    } else {
      bytes += (0..<8).lazy.map { [number] in UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
  }

  mutating func code(_ field: inout [UInt8]) {
    var count = UInt64(field.count)
    code(&count)
    if isReading { field = Array(take(count)) } else { bytes += field }
  }

  private mutating func take(_ count: UInt64) -> ArraySlice<UInt8> {
    guard count <= bytes.count - position else {
      (isDamaged, position) = (true, bytes.count)
      return []
    }
    defer { position += Int(count) }
    return bytes[position..<position + Int(count)]
  }
}

extension UInt64: Cached {
  mutating func code(with coder: inout CacheCoder) { coder.code(&self) }
}

extension Bool: Cached {
  mutating func code(with coder: inout CacheCoder) {
    var number: UInt64 = self ? 1 : 0
    coder.code(&number)
    self = number == 1
  }
}

extension String: Cached {
  mutating func code(with coder: inout CacheCoder) {
    var field = Array(utf8)
    coder.code(&field)
    if coder.isReading { self = String(decoding: field, as: UTF8.self) }
  }
}

extension Optional: Cached where Wrapped: Cached {
  init() { self = nil }

  mutating func code(with coder: inout CacheCoder) {
    var isThere = self != nil
    coder.code(&isThere)
    if coder.isReading { self = isThere ? Wrapped() : nil }
    if isThere { self?.code(with: &coder) }
  }
}

extension Array: Cached where Element: Cached {
  mutating func code(with coder: inout CacheCoder) {
    var count = UInt64(count)
    coder.code(&count)
    if coder.isReading {
      for _ in 0..<count where !coder.isDamaged {
        append(Element())
        self[endIndex - 1].code(with: &coder)
      }
    } else {
      for var element in self { element.code(with: &coder) }
    }
  }
}

extension PackedCommits: Cached {
  init() { self.init([]) }

  mutating func code(with coder: inout CacheCoder) {
    var field = coder.isReading ? [] : bytes
    coder.code(&field)
    guard coder.isReading else { return }
    if let read = PackedCommits(bytes: field) { self = read } else { coder.isDamaged = true }
  }
}

/// The commits of one author in a clone.
public struct CloneHistory: Hashable, Sendable {
  public var clone: LocalClone
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

  /// The email addresses of the author; empty if the author was given by name.
  public var addresses: [String] {
    known.requestedAuthors.first?.utf8.first == 0 ? [] : known.requestedAuthors
  }

  /// The repository of the clone; `nil` if its setting is not valid.
  public var repository: Repository? { known.settings.repository }

  /// Whether the clone lacks older commits, which are then not counted.
  public var isShallow: Bool { clone.isShallow }

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
  /// Whether no commit is older than its parents, by committer date. Only then is git reliable when
  /// it excludes one part of the history from another.
  var isChronological = true
  /// The host whose remotes determine which commits are pushed.
  var host: String?
  /// The remotes on this host.
  var remotes: [String] = []
}

extension SavedHistory: Cached {
  mutating func code(with coder: inout CacheCoder) {
    coder.code(&commits)
    coder.code(&unpushed)
    coder.code(&stamp)
    coder.code(&settings)
    coder.code(&requestedAuthors)
    coder.code(&matchedAuthors)
    coder.code(&mailmap)
    coder.code(&boundary)
    coder.code(&references)
    coder.code(&tips)
    coder.code(&isChronological)
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
    guard host == nil || host == known.host else { return nil }
    var program = program
    program.directory = found.root
    let clone = LocalClone(
      root: found.root, gitDirectory: found.gitDirectory, commonDirectory: found.commonDirectory,
      program: program)
    return CloneHistory(
      clone: clone, known: known, effort: .none, remotes: host == nil ? [] : known.remotes)
  }
}
