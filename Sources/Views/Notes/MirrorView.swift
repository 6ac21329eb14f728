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

  public func lines(in context: ViewContext) -> [StyledText] {
    let name = repository.shortName
    guard isOn, let reference else {
      return context.wrapped(.mirrorIsOff(name: name), .plain, ["name": .repository])
    }
    var lines = context.wrapped(
      .mirrorIsOn(count: notes, name: name, reference: reference), .plain,
      ["name": .repository, "reference": .accent])
    if notWritten > 0 { lines += context.wrapped(.mirrorNotWrittenCount(count: notWritten)) }
    if removed > 0 { lines += context.wrapped(.mirrorRemoved(count: removed)) }
    if leftAlone > 0 { lines += context.wrapped(.mirrorLeftAlone(count: leftAlone)) }
    for remote in fetchedFrom { lines += context.wrapped(.mirrorFetched(remote: remote)) }
    for remote in purgePendingAt { lines += context.wrapped(.mirrorPurgePending(remote: remote)) }
    if let pushedTo { lines += context.wrapped(.mirrorPushed(remote: pushedTo)) }
    return lines
  }
}
