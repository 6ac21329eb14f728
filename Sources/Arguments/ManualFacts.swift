public import Localization

/// The environment variables, files and exit statuses in the manual.
public struct ManualFacts: Sendable {
  /// Variables with a common description.
  public struct Variables: Sendable {
    let names: [String]
    let meaning: Message

    public init(_ names: [String], _ meaning: Message) {
      self.names = names
      self.meaning = meaning
    }
  }

  public struct File: Sendable {
    let path: String
    let meaning: Message

    public init(_ path: String, _ meaning: Message) {
      self.path = path
      self.meaning = meaning
    }
  }

  public struct Status: Sendable {
    let status: ExitStatus
    let meaning: Message

    public init(_ status: ExitStatus, _ meaning: Message) {
      self.status = status
      self.meaning = meaning
    }
  }

  public var environment: [Variables]
  public var files: [File]
  public var statuses: [Status]

  public init(environment: [Variables], files: [File], statuses: [Status]) {
    self.environment = environment
    self.files = files
    self.statuses = statuses
  }

  /// The names of all variables.
  public var variableNames: [String] { environment.flatMap(\.names) }
}
