public import Diary
public import JSON
import Localization
public import Terminal

/// Whether the notes of a repository are in a notes reference, and which.
public struct MirrorState: Hashable, Sendable {
  public var repository: Repository
  public var isOn: Bool
  public var reference: String?
  /// The notes that the reference has.
  public var notes: Int
  /// The git notes that are left as they are: not text, too large, or on a commit that the clone
  /// does not have.
  public var leftAlone: Int
  /// The notes that cannot be written, for example because the clone does not have their commit.
  public var notWritten: Int
  /// The notes that were removed in the reference and are still in the journal.
  public var removed = 0
  /// The remotes whose notes `git fetch` fetches.
  public var fetchedFrom: [String] = []
  /// The remotes that may still have notes that were purged.
  public var purgePendingAt: [String] = []
  /// The remote to which the notes were pushed just now.
  public var pushedTo: String?

  public init(
    repository: Repository, isOn: Bool, reference: String? = nil, notes: Int = 0,
    leftAlone: Int = 0, notWritten: Int = 0
  ) {
    self.repository = repository
    self.isOn = isOn
    self.reference = reference
    self.notes = notes
    self.leftAlone = leftAlone
    self.notWritten = notWritten
  }

  public var json: JSONValue {
    [
      "repo": .string(repository.name),
      "on": .bool(isOn),
      "ref": isOn ? JSONValue(reference) : .null,
      "notes": .integer(notes),
      "leftAlone": .integer(leftAlone),
      "notWritten": .integer(notWritten),
      "removed": .integer(removed),
      "fetchedFrom": .array(fetchedFrom.map { .string($0) }),
      "purgePendingAt": .array(purgePendingAt.map { .string($0) }),
      "pushedTo": JSONValue(pushedTo),
    ]
  }
}

/// The state of a mirror in human-readable form.
public struct MirrorView: Sendable {
  private let state: MirrorState
  private let context: ViewContext

  public init(_ state: MirrorState, context: ViewContext) {
    self.state = state
    self.context = context
  }

  public func lines() -> [StyledText] {
    let name = state.repository.shortName
    guard state.isOn, let reference = state.reference else {
      return context.wrapped(
        context.styled(.mirrorIsOff(name: name), .plain, ["name": .repository]))
    }
    var lines = context.wrapped(
      context.styled(
        .mirrorIsOn(count: state.notes, name: name, reference: reference), .plain,
        ["name": .repository, "reference": .accent]))
    if state.notWritten > 0 {
      lines += context.wrapped(context.styled(.mirrorNotWrittenCount(count: state.notWritten)))
    }
    if state.removed > 0 {
      lines += context.wrapped(context.styled(.mirrorRemoved(count: state.removed)))
    }
    if state.leftAlone > 0 {
      lines += context.wrapped(context.styled(.mirrorLeftAlone(count: state.leftAlone)))
    }
    for remote in state.fetchedFrom {
      lines += context.wrapped(context.styled(.mirrorFetched(remote: remote)))
    }
    for remote in state.purgePendingAt {
      lines += context.wrapped(context.styled(.mirrorPurgePending(remote: remote)))
    }
    if let remote = state.pushedTo {
      lines += context.wrapped(context.styled(.mirrorPushed(remote: remote)))
    }
    return lines
  }
}
