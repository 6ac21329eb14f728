public import Localization
public import Terminal

/// The global options, wherever they were given on the command line.
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
  /// The account to use, if there are several.
  public var account: String?

  public init() {}
}
