public import JSON
import Localization
public import Terminal

/// Whether the hook that records rewritten commits is installed.
public struct HookReport: Hashable, Sendable {
  /// The hook, or the folder of hooks that git uses instead.
  public var path: String
  public var isInstalled: Bool
  /// Whether `core.hooksPath` names another folder of hooks.
  public var isElsewhere: Bool
  /// The hook that was there before, which the installed one runs.
  public var previous: String?
  public var hasChanged: Bool

  public init(
    path: String, isInstalled: Bool = false, isElsewhere: Bool = false, hasChanged: Bool = false
  ) {
    self.path = path
    self.isInstalled = isInstalled
    self.isElsewhere = isElsewhere
    self.hasChanged = hasChanged
  }
}

extension HookReport {
  public var json: JSONValue {
    [
      "installed": .bool(isInstalled),
      "path": .string(path),
      "previous": JSONValue(previous),
      "managedBy": isElsewhere ? "core.hooksPath" : .null,
    ]
  }

  /// What is installed, and what else runs.
  public func lines(in context: ViewContext) -> [StyledText] {
    messages.flatMap { context.wrapped($0, .plain, ["path": .accent]) }
  }

  private var messages: [Message] {
    if isElsewhere { return [.hookElsewhere(path: path), .hookNotNeeded] }
    guard isInstalled else { return [.hookMissing, .hookNotNeeded] }
    return [hasChanged ? .hookAdded(path: path) : .hookInstalled(path: path)]
      + (previous.map { [Message.hookRunsPrevious(path: $0)] } ?? [])
  }
}
