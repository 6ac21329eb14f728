public import JSON
import Localization
public import Terminal

/// Whether the hook that records rewritten commits is installed.
public struct HookReport: Hashable, Sendable {
  /// The hook, or the folder of hooks that git uses instead.
  public var path: String
  public var isInstalled: Bool
  /// Whether the hook is for all clones.
  public var isGlobal: Bool
  /// The hook that was there before, which the installed one runs.
  public var previous: String?
  /// The program or the setting that manages the hooks instead.
  public var manager: String?
  public var hasChanged: Bool

  public init(
    path: String, isInstalled: Bool, isGlobal: Bool = false, hasChanged: Bool = false
  ) {
    self.path = path
    self.isInstalled = isInstalled
    self.isGlobal = isGlobal
    self.hasChanged = hasChanged
  }
}

extension HookReport {
  public var json: JSONValue {
    [
      "installed": .bool(isInstalled),
      "global": .bool(isGlobal),
      "path": .string(path),
      "previous": JSONValue(previous),
      "managedBy": JSONValue(manager),
    ]
  }

  /// What is installed, and what else runs.
  public func lines(in context: ViewContext) -> [StyledText] {
    messages.flatMap { context.wrapped(context.styled($0, .plain, ["path": .accent])) }
  }

  private var messages: [Message] {
    if let manager {
      return [.hookManagedStatus(manager: manager, path: path), .hookNotNeeded]
    }
    guard isInstalled else {
      return [isGlobal ? .hookMissingEverywhere : .hookMissing, .hookNotNeeded]
    }
    let status: Message =
      switch (hasChanged, isGlobal) {
      case (true, false): .hookAdded(path: path)
      case (true, true): .hookAddedEverywhere(path: path)
      case (false, false): .hookInstalled(path: path)
      case (false, true): .hookInstalledEverywhere(path: path)
      }
    return [status]
      + (previous.map { [Message.hookRunsPrevious(path: $0)] } ?? [])
  }
}
