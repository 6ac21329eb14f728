import Arguments
package import Context
import Diary
import Git
import Journal
package import Localization
import Platform
import Synchronizing
import Terminal
package import Views

/// The checks of this machine, followed by those of the account and the network.
package struct DoctorChecks: Sendable {
  let app: App
  /// The language in which dates and numbers are shown.
  package let reader: Reader

  package init(app: App, reader: Reader) {
    self.app = app
    self.reader = reader
  }

  /// - Parameters:
  ///   - readsAll: whether the whole journal is read, as for `--full`, rather than only checked
  ///     quickly.
  ///   - comparesTexts: whether texts are compared with their hashes. A repair has done that.
  package func checks(readingAll readsAll: Bool, comparingTexts comparesTexts: Bool) async
    -> [Check]
  {
    await [journal(readsAll, comparesTexts)] + NoteChecks(app: app).all()
      + SyncChecks(app: app, reader: reader).all()
      + [app.dailyCopies.check(in: reader)].compactMap(\.self)
      + [drafts(), config()] + SettingChecks(app: app).all() + [git()]
      + CloneChecks(app: app, author: app.ownAuthor, reader: reader).all()
      + [locale(), terminal()]
      + AccountChecks(app: app, reader: reader).all()
  }

  private func journal(_ readsAll: Bool, _ comparesTexts: Bool) async -> Check {
    let path = app.paths.journal
    do {
      let journal = try await app.journal(for: .reading)
      let (problems, isAll) = try await problems(of: journal, readsAll)
      if let problem = problems.first {
        return Check(
          name: .journal, isFine: false, detail: .checkJournalDamaged(path: path, problem: problem),
          hint: .journalRepairHint)
      }
      if let check = try await texts(of: journal, all: isAll && comparesTexts) { return check }
      let size = journal.size
      guard size > 0 else {
        // A journal that is gone comes back from its copies.
        let isGone = Journal.hasCopies(at: path)
        return Check(
          name: .journal, isFine: !isGone,
          detail: !isGone
            ? .checkJournalNotCreated(path: path)
            : File.exists(path) ? .journalEmpty(path: path) : .journalMissing(path: path),
          hint: isGone ? .tryCommand(command: "commitdiary doctor --repair") : nil)
      }
      let counts = try await journal.counts()
      return Check(
        name: .journal, isFine: true,
        detail: .plainText(
          text: counts.contents(size: reader.write(bytes: size), path: path)),
        hint: isAll ? nil : .checkJournalFullHint)
    } catch {
      return Check(.journal, failedWith: error)
    }
  }

  /// Problems with texts in an intact file: texts that no longer match their hash, and purges
  /// that are not complete.
  private func texts(of journal: Journal, all: Bool) async throws -> Check? {
    let changed = all ? try await journal.changedTexts() : []
    if !changed.isEmpty {
      return Check(
        name: .journal, isFine: false,
        detail: .checkTextsChanged(count: changed.count, names: changed.names(atMost: 5)),
        hint: changed.contains(where: \.hasCopy)
          ? .tryCommand(command: "commitdiary doctor --repair") : .journalRepairHint)
    }
    guard try await journal.unfinishedPurges() > 0 else { return nil }
    do {
      try await app.purge { try await $0.completePurges() }
      await app.noteMirror.finishPurges()
      let (count, paths) = (try await journal.unfinishedPurges(), try journal.setAside())
      let folders = try journal.foldersWithoutPurges()
      guard count > 0, !paths.isEmpty || !folders.isEmpty else { return nil }
      return Check(
        name: .journal, isFine: false, detail: .checkPurgeUnfinished(count: count),
        hint: paths.isEmpty
          ? .purgeCopiesLeft(
            paths: MessageArgument.enumeration(folders), list: journal.listOfCopies)
          : .checkSetAsideHint(paths: MessageArgument.enumeration(paths)))
    } catch {
      return Check(.journal, failedWith: error)
    }
  }

  private func problems(
    of journal: Journal, _ readsAll: Bool
  ) async throws -> (problems: [String], isAll: Bool) {
    guard readsAll else { return try await journal.quickProblems() }
    let output = app.output
    defer { if output.canDraw { output.draw(StatusLine.clear) } }
    let problems = try await journal.problems { number, count in
      guard output.canDraw else { return }
      var line = StatusLine(on: output.errorScreen)
      let words = Message.doctorReading(number: number, count: count)
      output.draw(line.replaced(by: output.styled(words, .remark)))
    }
    return (problems, true)
  }

  private func drafts() -> Check {
    if let error = app.drafts.unusable().first {
      return Check(
        name: .drafts, isFine: false,
        detail: .fileUnreadable(path: error.path, reason: error.reasonNotRead),
        hint: .moveAsideHint)
    }
    let drafts = app.drafts.unfinished().map(\.draft)
    guard !drafts.isEmpty else {
      return Check(name: .drafts, isFine: true, detail: .checkDraftsNone)
    }
    var commands: [String] = []
    for command in drafts.compactMap(\.command) where !commands.contains(command) {
      commands.append(command)
    }
    return Check(
      name: .drafts, isFine: true, detail: .checkDraftsCount(count: drafts.count),
      hint: commands.isEmpty
        ? .checkDraftsPlace(path: app.paths.drafts)
        : .checkDraftsHint(
          path: app.paths.drafts, commands: MessageArgument.enumeration(commands.prefix(3))))
  }

  private func config() -> Check {
    let path = app.paths.config
    do {
      let unknown = try Settings(readingFrom: path).unknownKeys
      if let first = unknown.first {
        return Check(
          name: .config, isFine: true,
          detail: .settingsIgnored(
            path: path, count: unknown.count,
            keys: MessageArgument.enumeration(unknown.prefix(5))),
          hint: .tryCommand(command: "commitdiary config unset \(first)"), isWarning: true)
      }
    } catch {
      return Check(.config, failedWith: error)
    }
    if let unlisted { return unlisted }
    return Check(
      name: .config, isFine: true,
      detail: File.exists(path) ? .plainText(text: path) : .configNone(path: path))
  }

  /// Journals that exist and that no setting names: their texts are not found.
  private var unlisted: Check? {
    let known = Set(app.journals.names)
    let names = ((try? File.list(app.paths.journals)) ?? []).filter { name in
      !known.contains(name) && File.exists("\(app.paths.journals)/\(name)/journal.sqlite")
    }
    guard let first = names.first else { return nil }
    return Check(
      name: .config, isFine: true,
      detail: .checkJournalsUnlisted(names: MessageArgument.enumeration(names)),
      hint: .tryCommand(command: "commitdiary config set journals.\(first)"), isWarning: true)
  }

  private func git() -> Check {
    do {
      let name = Self.number(in: try Clone.gitVersion(environment: app.environment))
      do {
        return Check(
          name: .git, isFine: true,
          detail: .checkGitHere(
            version: name, repository: try app.repositories.here().repository.name))
      } catch GitError.noClone {
        return Check(name: .git, isFine: true, detail: .checkGitNowhere(version: name))
      } catch {
        return Check(.git, failedWith: error)
      }
    } catch {
      return Check(name: .git, isFine: false, detail: .gitMissing, hint: .gitMissingHint)
    }
  }

  /// The version number in the output of git: `git version 2.39.5`.
  private static func number(in output: String) -> Substring {
    let line = output.split(whereSeparator: \.isNewline).first ?? ""
    let prefix = "git version "
    return line.hasPrefix(prefix) ? line.dropFirst(prefix.count) : line
  }

  /// The zone of `TZ`, if it is the name of one that is not on this machine: then times are in UTC.
  private var unknownZone: String? {
    guard let name = app.environment["TZ"], !name.isEmpty, !["UTC", "GMT"].contains(name),
      // `KST-9` is a rule, and `:/path` or `/path` a file.
      !name.contains(where: { $0.isNumber || $0 == ":" }), name.first != "/",
      !File.exists("/usr/share/zoneinfo/\(name)")
    else { return nil }
    return name
  }

  private func locale() -> Check {
    if let zone = unknownZone {
      return Check(
        name: .locale, isFine: true, detail: .importZoneUnknown(zone: zone), hint: .importZoneHint,
        isWarning: true)
    }
    let charset = app.reader.isUnicode ? "UTF-8" : "ASCII"
    let today = reader.dateWithWeekday(app.clock.today)
    return Check(
      name: .locale, isFine: true,
      detail: .checkLocaleFine(
        language: app.reader.language, charset: charset, today: today))
  }

  private func terminal() -> Check {
    let screen = app.output.screen
    let width = screen.width.map { reader.write($0) } ?? "-"
    let colors: Message =
      switch screen.colors {
      case .none: .checkTerminalNoColor
      case .ansi16: .checkTerminalColors(count: 16)
      case .ansi256: .checkTerminalColors(count: 256)
      case .trueColor: .checkTerminalColors(count: 1 << 24)
      }
    return Check(
      name: .terminal, isFine: true,
      detail: screen.isTerminal
        ? .checkTerminalFine(width: width, colors: colors)
        : .checkTerminalNone(colors: colors))
  }
}

extension Draft {
  /// The command that offers to resume it; `nil` if none does.
  fileprivate var command: String? {
    switch subject {
    case .note(let note):
      note.edited.map { "commitdiary notes edit \($0.id.text)" }
        ?? "commitdiary notes add --repo \(ShellWords.quoted(note.place.repository.shortName))"
    case .entry(let day, _, _): "commitdiary diary write \(day)"
    case .jot: "commitdiary jot"
    case .toDo: nil
    }
  }
}
