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

  /// A section that only the page at `path` has.
  public struct Chapter: Sendable {
    let path: [String]
    let heading: Message
    let text: Message?
    let items: [Item]

    public init(path: [String], heading: Message, text: Message? = nil, items: [Item] = []) {
      self.path = path
      self.heading = heading
      self.text = text
      self.items = items
    }
  }

  /// A term with an optional placeholder, and its description.
  public struct Item: Sendable {
    let term: String
    let placeholder: DisplayText?
    let meaning: Message

    public init(_ term: String, placeholder: DisplayText?, _ meaning: Message) {
      self.term = term
      self.placeholder = placeholder
      self.meaning = meaning
    }
  }

  public var environment: [Variables]
  public var files: [File]
  public var statuses: [Status]
  public var chapters: [Chapter]

  public init(
    environment: [Variables], files: [File], statuses: [Status], chapters: [Chapter] = []
  ) {
    self.environment = environment
    self.files = files
    self.statuses = statuses
    self.chapters = chapters
  }
}
