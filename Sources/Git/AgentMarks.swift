public import Diary
import Platform

/// Recognizes commits with the mark of a coding agent, by their messages and authors.
///
/// Several projects forbid such marks, so a commit without one is *not marked*, and no more is known of
/// it.
public struct AgentMarks: Hashable, Sendable {
  /// More patterns, in lower case: parts of a line of the message, or of the author.
  let patterns: [[UInt8]]

  /// The variable by which a run tells all that read commits the setting `agents.marks`: a pattern on each
  /// line.
  public static let variable = "COMMITDIARY_AGENT_MARKS"

  init(_ environment: Environment) {
    patterns = (environment.nonEmpty(Self.variable) ?? "").split(whereSeparator: \.isNewline)
      .map { AuthorMatcher.lowercased(String($0)) }
  }

  /// The addresses that agents sign with, or the ends of such addresses.
  private static let addresses = [
    "noreply@anthropic.com", "cursoragent@cursor.com", "copilot@github.com", "codex@openai.com",
    "noreply@openai.com", "aider@aider.chat", "noreply@aider.chat", "jules@google.com",
    "amp@ampcode.com", "noreply@opencode.ai", "openhands@all-hands.dev", "shelley@exe.dev",
    "agent@warp.dev", "crush@charm.land", "junie@jetbrains.com", "qwen-coder@alibabacloud.com",
    "noreply@codeium.com", "vibe@mistral.ai",
  ].map { Array($0.utf8) }

  /// The logins in the addresses with which GitHub hides those of agents: `175728472+Copilot@…`.
  private static let logins = [
    "copilot", "copilot-swe-agent[bot]", "claude", "claude[bot]", "cursor[bot]", "cursoragent",
    "chatgpt-codex-connector[bot]", "openai-codex[bot]", "google-labs-jules[bot]", "gemini-cli",
    "gemini-cli-robot", "gemini-code-assist[bot]", "devin-ai-integration[bot]",
    "coderabbitai[bot]", "greptile-apps[bot]", "sourcery-ai[bot]", "ellipsis-dev[bot]",
    "codegen-sh[bot]", "sweep-ai[bot]", "factory-droid[bot]", "openhands-agent",
    "qodo-merge-pro[bot]", "opencode-agent[bot]", "amp-code[bot]", "kiro-agent[bot]",
    "windsurf-bot[bot]", "roomote[bot]", "entire[bot]",
  ].map { Array($0.utf8) }

  /// The words by which agents and their models are named where there is no address.
  private static let names: Set<[UInt8]> = Set(
    [
      "claude", "opus", "sonnet", "haiku", "fable", "gpt", "chatgpt", "codex", "copilot", "cursor",
      "gemini", "jules", "aider", "devin", "amp", "opencode", "windsurf", "cline", "kiro", "junie",
      "grok", "qwen", "deepseek", "codestral", "devstral", "openhands", "goose", "crush",
      "kilocode",
      "roo", "augment", "droid",
    ].map { Array($0.utf8) })

  /// Those of them that people have.
  private static let givenNames = ["claude", "devin", "jules"].map { Array($0.utf8) }
  private static let secondWords = ["code", "ai", "agent", "cli", "bot"].map { Array($0.utf8) }

  private static let bot = Array("[bot]".utf8)
  private static let coAuthor = Array("co-authored-by".utf8)
  private static let assistant = Array("assisted-by".utf8)
  private static let maker = Array("made-with".utf8)
  private static let checkpoint = Array("entire-checkpoint".utf8)
  private static let generated = Array("generated with ".utf8)

  /// - Parameters:
  ///   - author: the name of the author.
  ///   - address: the address of the author.
  ///   - message: the whole message.
  func mark(
    _ author: ArraySlice<UInt8>, at address: ArraySlice<UInt8>, _ message: ArraySlice<UInt8>
  ) -> Bool {
    for text in [author, address] {
      if text.contains(UInt8(ascii: "[")), Self.contains(Self.bot, in: Self.lowercased(text)) {
        return true
      }
      if !patterns.isEmpty, hasPattern(in: text) { return true }
    }
    if Self.isAddressOfAgent(Self.lowercased(address)[...]) { return true }
    return message.split(separator: UInt8(ascii: "\n")).contains(where: isMark)
  }

  private func isMark(_ line: ArraySlice<UInt8>) -> Bool {
    if !patterns.isEmpty, hasPattern(in: line) { return true }
    guard let first = line.first else { return false }
    switch first | 0x20 {
    case UInt8(ascii: "c"), UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "m"):
      // Most lines end here. A key has no spaces, and a quoted trailer is indented.
      guard let colon = line.prefix(20).firstIndex(of: UInt8(ascii: ":")) else { return false }
      let key = Self.lowercased(line[..<colon])
      if key == Self.checkpoint { return true }
      guard key == Self.coAuthor || key == Self.assistant || key == Self.maker else { return false }
      return Self.isAgent(Self.lowercased(line[(colon + 1)...]))
    default:
      return Self.saysGenerated(line)
    }
  }

  private func hasPattern(in text: ArraySlice<UInt8>) -> Bool {
    let text = Self.lowercased(text)
    return patterns.contains { Self.contains($0, in: text) }
  }

  /// Whether a person of a trailer is an agent: by the address, or by the name if there is none.
  private static func isAgent(_ person: [UInt8]) -> Bool {
    guard let start = person.lastIndex(of: UInt8(ascii: "<")),
      let end = person[start...].firstIndex(of: UInt8(ascii: ">"))
    else { return hasName(person[...]) && !isOfPerson(person[...]) }
    return isAddressOfAgent(person[(start + 1)..<end])
  }

  private static func isAddressOfAgent(_ address: ArraySlice<UInt8>) -> Bool {
    if addresses.contains(where: address.elementsEqual) { return true }
    guard let at = address.firstIndex(of: UInt8(ascii: "@")),
      address[at...].starts(with: AuthorMatcher.noReply)
    else { return false }
    let login = address[..<at]
    let plus = login.firstIndex(of: UInt8(ascii: "+")).map { $0 + 1 } ?? login.startIndex
    return logins.contains(where: login[plus...].elementsEqual)
  }

  /// `🤖 Generated with [Claude Code](…)`: only signs may stand before, and an agent must be named.
  private static func saysGenerated(_ line: ArraySlice<UInt8>) -> Bool {
    guard let start = line.firstIndex(where: \.isASCIILetter), start - line.startIndex <= 16 else {
      return false
    }
    // A robot that was written as an escape: `\U0001F916`.
    let text = lowercased(line[start...])
    let isEscape = text.starts(with: Array("u0001f916 ".utf8))
    let rest = isEscape ? text.dropFirst(10) : text[...]
    return rest.starts(with: generated) && hasName(rest.dropFirst(generated.count))
  }

  private static func hasName(_ text: ArraySlice<UInt8>) -> Bool {
    text.split { !$0.isASCIILetter }.contains { names.contains(Array($0)) }
  }

  /// Whether a name is that of a person who has the first name of an agent: two words, the second of which no agent has.
  private static func isOfPerson(_ text: ArraySlice<UInt8>) -> Bool {
    let words = text.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }.map(Array.init)
    return words.count == 2 && givenNames.contains(words[0]) && words[1].allSatisfy(\.isASCIILetter)
      && !names.contains(words[1]) && !secondWords.contains(words[1])
  }

  private static func lowercased(_ text: ArraySlice<UInt8>) -> [UInt8] {
    text.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  private static func contains(_ part: [UInt8], in text: [UInt8]) -> Bool {
    guard let first = part.first, text.count >= part.count else { return false }
    return (0...text.count - part.count).contains { start in
      text[start] == first && text[start..<start + part.count].elementsEqual(part)
    }
  }
}

extension Clone {
  /// Which commits have an agent's mark.
  var agentMarks: AgentMarks { AgentMarks(program.environment) }

  /// The notes in which agents keep which lines they wrote.
  static let notesOfAgents = NotesReference(known: "refs/notes/ai")

  /// The commit of these notes; empty if there are none.
  func tipOfAgentNotes() -> String {
    switch try? notesTipInFiles(of: Self.notesOfAgents) {
    case .commit(let tip): tip
    case .unknown: (try? notesTip(of: Self.notesOfAgents)) ?? nil ?? ""
    case .nothing, nil: ""
    }
  }

  /// The commits with such a note, by the beginnings of their ids.
  func commitsWithAgentNotes(at tip: String) -> Set<UInt64> {
    guard !tip.isEmpty, let tree = try? notesTree(of: Self.notesOfAgents, at: tip) else {
      return []
    }
    return Set(tree.commits.compactMap { UInt64($0.prefix(16), radix: 16) })
  }

  /// The same commits, of which those are marked, too, that have a note of an agent.
  public func markingNotes(_ commits: [Commit]) -> [Commit] {
    let noted = commits.isEmpty ? [] : commitsWithAgentNotes(at: tipOfAgentNotes())
    guard !noted.isEmpty else { return commits }
    return commits.map { commit in
      var commit = commit
      if let name = commit.packedName, noted.contains(name) { commit.isMarked = true }
      return commit
    }
  }
}
