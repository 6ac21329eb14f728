public import Localization
public import Terminal

/// What can be said before or after any command, whichever way it was said.
public struct RunOptions: Sendable {
  public var color = ColorChoice.automatic
  public var language: LanguageTag?
  public var wantsJSON = false
  public var isQuiet = false
  public var isVerbose = false
  public var assumesYes = false
  public var hasNoInput = false
  public var hasNoPager = false
  public var isOffline = false
  /// One of several accounts.
  public var account: String?

  public init() {}
}
