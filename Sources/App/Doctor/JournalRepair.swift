import Diary
public import JSON
import Journal
import Localization
import Terminal

/// Repairs the journal for `doctor --repair`, before the checks, and reports the result.
public struct JournalRepair: Sendable {
  public let app: App

  public init(app: App) {
    self.app = app
  }

  /// What a repair has done.
  public struct Report: Sendable {
    public var json: JSONValue
    /// The texts that the disk has changed and no copy has.
    fileprivate var changed: [ChangedText]
  }

  public func run() async throws -> Report {
    let outcome = try await Journal.repair(at: app.paths.journal, now: app.clock.now)
    app.output.note(
      outcome.isWhole
        ? .repaired(count: outcome.notes, path: outcome.copy)
        : .repairedInPart(count: outcome.notes, path: outcome.copy))
    let journal = try await app.journal(for: .writing)
    let changed = try await journal.restoreChangedTexts()
    noteChanged(changed)
    let lost = try await journal.lostTexts()
    let drafts = try await lostDrafts(in: journal)
    let restored =
      try await restoresLostTexts(lost) ? journal.restoreLostTexts(at: app.clock.now) : nil
    if let restored { app.output.note(.repairRestored(count: restored.count)) }
    if !drafts.isEmpty {
      app.output.note(.repairDrafts(count: drafts.count, path: app.paths.drafts))
    }
    let damaged = changed.filter { !$0.hasCopy }
    let json: JSONValue = [
      "copy": .string(outcome.copy), "whole": .bool(outcome.isWhole),
      "notes": .integer(outcome.notes), "entries": .integer(outcome.entries),
      "todos": .integer(outcome.toDos), "lost": .integer(lost.count),
      "takenIn": .integer(restored?.count ?? 0), "drafts": .integer(drafts.count),
      "putBack": .integer(changed.count { $0.hasCopy }),
      "changed": .array(damaged.map { .string($0.name) }),
    ]
    return Report(json: json, changed: damaged)
  }

  /// Accepts the changed texts of a report that the user has seen. A repair that is killed earlier
  /// leaves them for the next one to report.
  public func accept(_ report: Report) async throws {
    try await app.journal(for: .writing).accept(report.changed)
  }

  /// Reports texts that no longer matched their hash.
  private func noteChanged(_ changed: [ChangedText]) {
    let restored = changed.filter(\.hasCopy)
    let damaged = changed.filter { !$0.hasCopy }
    if !restored.isEmpty {
      app.output.note(.repairPutBack(count: restored.count, names: restored.names))
    }
    if !damaged.isEmpty {
      app.output.note(.repairKeptChanged(count: damaged.count, names: damaged.names), .warning)
    }
  }

  /// Offers to restore texts that only copies of the journal still have. If the session is not
  /// interactive, prints how to restore them.
  private func restoresLostTexts(_ lost: LostTexts) throws -> Bool {
    guard lost.count > 0 else { return false }
    let canAsk = app.prompts.isInteractive && !app.options.wantsJSON
    if app.options.assumesYes || canAsk {
      do {
        try app.prompts.confirm(.repairLostQuestion(count: lost.count))
        return true
      } catch PromptError.declined {}
    }
    app.output.note(.repairLost(count: lost.count))
    app.output.note(.repairLostHint, .faint)
    return false
  }

  /// Drafts of edits whose item is no longer in the journal. Such a draft contains the whole text.
  private func lostDrafts(in journal: Journal) async throws -> [Drafts.Unfinished] {
    var lost: [Drafts.Unfinished] = []
    for unfinished in app.drafts.unfinished() where try await isLost(unfinished.draft, in: journal)
    {
      lost.append(unfinished)
    }
    return lost
  }

  private func isLost(_ draft: Draft, in journal: Journal) async throws -> Bool {
    do {
      switch draft.subject {
      case .note(let note):
        guard let edited = note.edited else { return false }
        _ = try await journal.note(edited.id.text, deleted: true)
      case .jot: return false
      case .entry(let day, let version, _):
        guard version != nil else { return false }
        _ = try await journal.entry(of: day, deleted: true)
      case .toDo(let day, let edited):
        guard let edited else { return false }
        _ = try await journal.toDo(edited.id.text, on: day, deleted: true)
      }
      return false
    } catch JournalError.noNote, JournalError.noEntry, JournalError.noToDo {
      return true
    }
  }
}

extension [ChangedText] {
  /// The first five, by their ids and days.
  var names: MessageArgument {
    var names: [String] = []
    for text in self where !names.contains(text.name) { names.append(text.name) }
    return .enumeration(names.prefix(5) + (names.count > 5 ? ["..."] : []))
  }
}
