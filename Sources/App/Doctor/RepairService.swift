import Context
import Diary
package import JSON
import Journal
import Localization
import Platform
import Records
import Terminal

/// Repairs the journal for `doctor --repair`, before the checks, and reports the result.
package struct RepairService: Sendable {
  let app: App

  /// What a repair has done.
  package struct Report: Sendable {
    package var json: JSONValue
    /// The texts that the disk has changed and no copy has.
    fileprivate var changed: [ChangedText]
    /// The number of texts that are only in the old file, and its path.
    fileprivate var missing: (count: Int, path: String)
  }

  package func run() async throws -> Report {
    let outcome = try await Journal.repair(at: app.paths.journal, now: app.clock.now)
    // If the journal was gone, there is nothing in the old file.
    if File.size(outcome.copy) ?? 0 > 0 {
      app.output.note(
        outcome.isWhole
          ? .repaired(count: outcome.texts.total, path: outcome.copy)
          : .repairedInPart(count: outcome.texts.total, path: outcome.copy))
    }
    let journal = try await app.journal(for: .writing)
    if try await journal.syncRemote() == nil, app.paths.syncRemains != nil {
      app.output.note(.repairSyncLost, .warning)
    }
    let changed = try await journal.restoreChangedTexts()
    noteChanged(changed)
    let lost = try await journal.lostTexts()
    let lostDrafts = try await self.lostDrafts(in: journal)
    let restored =
      try await restoresLostTexts(lost) ? journal.restoreLostTexts(at: app.clock.now) : nil
    var missing = outcome.missing
    if let restored {
      app.output.note(.repairRestored(count: restored.total))
      missing = try await max(missing - restored.total, journal.lostTexts().total)
    }
    if !lostDrafts.isEmpty {
      app.output.note(.repairDrafts(count: lostDrafts.count, path: app.paths.drafts))
    }
    // The repair has succeeded, whatever becomes of older copies.
    let removed = (try? await journal.removeRepairCopies()) ?? 0
    if removed > 0 { app.output.note(.repairCopiesRemoved(count: removed), .remark) }
    let damaged = changed.filter { !$0.hasCopy }
    let json: JSONValue = [
      "copy": .string(outcome.copy), "whole": .bool(outcome.isWhole),
      "notes": .integer(outcome.texts.notes), "entries": .integer(outcome.texts.entries),
      "todos": .integer(outcome.texts.toDos), "lost": .integer(lost.total),
      "takenIn": .integer(restored?.total ?? 0), "drafts": .integer(lostDrafts.count),
      "putBack": .integer(changed.count { $0.hasCopy }),
      "changed": .array(damaged.map { .string($0.name) }),
    ]
    return Report(json: json, changed: damaged, missing: (missing, outcome.copy))
  }

  /// Accepts the changed texts of a report that the user has seen. A repair that is killed earlier
  /// leaves them for the next one to report. Throws if texts are missing.
  package func accept(_ report: Report) async throws {
    try await app.journal(for: .writing).accept(report.changed)
    let (count, path) = report.missing
    if count > 0 {
      throw Explanation(.repairMissing(count: count, path: path), status: .journal)
    }
  }

  /// Reports texts that no longer matched their hash.
  private func noteChanged(_ changed: [ChangedText]) {
    let restored = changed.filter(\.hasCopy)
    let damaged = changed.filter { !$0.hasCopy }
    if !restored.isEmpty {
      app.output.note(.repairPutBack(count: restored.count, names: restored.names(atMost: 5)))
    }
    if !damaged.isEmpty {
      // Nothing names them again.
      let names = damaged.names(atMost: .max)
      app.output.note(.repairKeptChanged(count: damaged.count, names: names), .warning)
    }
  }

  /// Offers to restore texts that only copies of the journal still have. If the session is not
  /// interactive, prints how to restore them.
  private func restoresLostTexts(_ lost: RecordCounts) throws -> Bool {
    guard lost.total > 0 else { return false }
    let canAsk = app.prompts.isInteractive && !app.output.options.wantsJSON
    if app.output.options.assumesYes || canAsk {
      do {
        try app.prompts.confirm(.repairLostQuestion(count: lost.total))
        return true
      } catch let error as Explanation where error == .declined {}
    }
    app.output.note(.repairLost(count: lost.total))
    app.output.note(.tryCommand(command: "commitdiary doctor --repair --yes"), .remark)
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
      case .toDo(_, let edited):
        guard let edited else { return false }
        _ = try await journal.toDo(edited.id.text, on: app.clock.today, deleted: true)
      }
      return false
    } catch JournalError.missing {
      return true
    }
  }
}

extension [ChangedText] {
  /// The first of them, by their ids and days.
  func names(atMost limit: Int) -> MessageArgument {
    var names: [String] = []
    for text in self where !names.contains(text.name) { names.append(text.name) }
    return .enumeration(names.prefix(limit) + (names.count > limit ? ["..."] : []))
  }
}
