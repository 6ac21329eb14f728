import Arguments
import Diary
import Git
import JSON
import Journal
import Localization
import Platform
import Terminal

/// `commitdiary doctor`: what works, what does not, and what to do about it.
struct DoctorCommand: Command {
  var repairs = false
  var readsAll = false

  static let declaration = Declaration<Self>(
    .doctorSummary, details: .doctorDetails,
    examples: [
      Example("doctor", .doctorExample), Example("doctor --full", .optionFull),
      Example("doctor --repair", .optionRepair),
    ],
    [
      .flag("full", help: .optionFull) { $0.readsAll = true },
      .flag("repair", help: .optionRepair) { $0.repairs = true },
    ])

  func run(in session: Session) async throws {
    var repair: JSONValue?
    if repairs { repair = try await JournalRepair(session: session).run() }
    // Programs read English, in the dates and numbers too.
    let reader = session.globals.wantsJSON ? Reader(.english) : session.reader
    let checks =
      await [
        journal(in: session, for: reader), drafts(in: session), config(in: session),
        git(in: session), locale(in: session, for: reader), terminal(in: session, for: reader),
      ] + AccountChecks(session: session, reader: reader).all()
    if session.globals.wantsJSON {
      let list = JSONValue.array(checks.map { $0.json(for: reader) })
      try session.show(repair.map { ["repair": $0, "checks": list] } ?? ["checks": list])
    } else {
      try session.show(checks.flatMap { lines($0, in: session) })
    }
    if let broken = checks.first(where: { !$0.isFine }) { throw Unwell(check: broken) }
  }

  private func lines(_ check: Check, in session: Session) -> [StyledText] {
    let (sign, ascii, style): (String, String, Style) =
      if check.isMissing { ("–", "--", .faint) } else if check.isFine { ("✓", "ok", .success) } else
      { ("✗", "!!", .failure) }
    let line =
      StyledText((session.screen.unicode ? sign : ascii) + " ", style)
      + StyledText(session.reader.say(check.name.message) + "  ", .heading)
      + session.styled(check.detail)
    let hint = check.hint.map {
      StyledText("  \(session.screen.arrow) " + session.reader.say($0), .faint)
    }
    let width = session.screen.width ?? .max
    return [line, hint].compactMap { $0 }
      .flatMap { $0.wrapped(to: max(width, 1), indent: 4, on: session.screen) }
  }

  // MARK: Checks

  private func journal(in session: Session, for reader: Reader) async -> Check {
    let path = session.paths.journal
    do {
      let journal = try session.journal(for: .reading)
      let (problems, isAll) = try await problems(of: journal, session)
      if let problem = problems.first {
        return Check(
          name: .journal, isFine: false, detail: .checkJournalDamaged(path: path, problem: problem),
          hint: .journalRepairHint)
      }
      if let check = try await texts(of: journal, all: isAll, in: session) { return check }
      guard let size = File.size(path), size > 0 else {
        return Check(name: .journal, isFine: true, detail: .checkJournalUnborn(path: path))
      }
      let counts = try await journal.counts()
      return Check(
        name: .journal, isFine: true,
        detail: .checkJournalFine(
          contents: counts.message, size: reader.write(bytes: size), path: path),
        hint: isAll ? nil : .checkJournalFullHint)
    } catch {
      return Check(.journal, failedWith: error)
    }
  }

  /// What is wrong with texts in a file that is sound: some were changed by the disk, or are still
  /// to be purged.
  private func texts(
    of journal: Journal, all: Bool, in session: Session
  ) async throws -> Check? {
    let changed = all ? try await journal.changedTexts() : []
    if !changed.isEmpty {
      return Check(
        name: .journal, isFine: false,
        detail: .checkTextsChanged(count: changed.count, names: changed.names),
        hint: changed.contains(where: \.hasCopy) ? .checkTextsHint : .journalRepairHint)
    }
    guard try await journal.unfinishedPurges() > 0 else { return nil }
    do {
      try await session.journal(for: .writing).completePurges()
      return nil
    } catch {
      var check = Check(.journal, failedWith: error)
      check.detail = .checkPurgeUnfinished(count: try await journal.unfinishedPurges())
      return check
    }
  }

  private func problems(
    of journal: Journal, _ session: Session
  ) async throws -> (problems: [String], isAll: Bool) {
    guard readsAll else { return try await journal.problemsAtAGlance() }
    let screen = session.errorScreen
    let isShown = screen.isTerminal && !screen.isDumb && !session.globals.isQuiet
    defer { if isShown { session.draw("\r\u{1B}[K") } }
    let problems = try await journal.problems { step in
      guard isShown else { return }
      let words = session.styled(
        .doctorReading(number: step.number, count: step.count), .faint)
      session.draw(
        "\r\u{1B}[K"
          + words.truncated(to: screen.width(), on: screen).render(
            on: screen, keepingNewlines: false))
    }
    return (problems, true)
  }

  private func drafts(in session: Session) -> Check {
    if let error = session.drafts.unusable().first {
      return Check(
        name: .drafts, isFine: false,
        detail: .fileUnreadable(path: error.path, reason: error.reasonNotRead),
        hint: .moveAsideHint)
    }
    let waiting = session.drafts.waiting()
    return Check(
      name: .drafts, isFine: true, detail: .checkDraftsCount(count: waiting.count),
      hint: waiting.isEmpty ? nil : .checkDraftsHint(path: session.paths.drafts))
  }

  private func config(in session: Session) -> Check {
    let path = session.paths.config
    do {
      _ = try Settings(readingFrom: path)
    } catch {
      return Check(.config, failedWith: error)
    }
    return Check(
      name: .config, isFine: true,
      detail: File.exists(path) ? .checkConfigFine(path: path) : .configNone(path: path))
  }

  private func git(in session: Session) -> Check {
    do {
      let name = Self.number(in: try Clone.gitVersion(environment: session.environment))
      do {
        return Check(
          name: .git, isFine: true,
          detail: .checkGitHere(version: name, repository: try session.here().repository.name))
      } catch GitError.noClone {
        return Check(name: .git, isFine: true, detail: .checkGitNowhere(version: name))
      } catch {
        return Check(.git, failedWith: error)
      }
    } catch {
      return Check(name: .git, isFine: false, detail: .gitMissing, hint: .gitMissingHint)
    }
  }

  /// git says it in a sentence of its own, and in English: `git version 2.39.5`.
  private static func number(in answer: String) -> Substring {
    let line = answer.split(whereSeparator: \.isNewline).first ?? ""
    let start = "git version "
    return line.hasPrefix(start) ? line.dropFirst(start.count) : line
  }

  private func locale(in session: Session, for reader: Reader) -> Check {
    let charset = session.reader.isUnicode ? "UTF-8" : "ASCII"
    let today = reader.dateWithWeekday(session.clock.today)
    return Check(
      name: .locale, isFine: true,
      detail: .checkLocaleFine(
        language: session.reader.language, charset: charset, today: today))
  }

  private func terminal(in session: Session, for reader: Reader) -> Check {
    let screen = session.screen
    let width = screen.width.map { reader.write($0) } ?? "-"
    let colors =
      switch screen.colors {
      case .none: "0"
      case .ansi16: "16"
      case .ansi256: "256"
      case .trueColor: "16777216"
      }
    return Check(
      name: .terminal, isFine: true,
      detail: screen.isTerminal
        ? .checkTerminalFine(width: width, colors: colors)
        : .checkTerminalNone(colors: colors))
  }
}

/// The examination found something; what it was has been said.
private struct Unwell: Error, Explained {
  var check: Check

  var explanation: Explanation {
    Explanation(
      .doctorFound, hint: check.hint, status: check.name == .journal ? .journal : .failure)
  }
}
