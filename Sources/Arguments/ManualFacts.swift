public import Localization

/// What the manual says of the program besides its commands: the variables and files that it reads,
/// and how it ends.
public struct ManualFacts: Sendable {
  /// Variables that have one meaning together.
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

  /// All names of variables.
  public var variableNames: [String] { environment.flatMap(\.names) }
}
