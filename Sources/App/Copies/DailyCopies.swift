import Context
import Diary
import Journal
import Localization
import Platform
import Views

/// `backup.path`: after the first change of a day, a process of its own copies the journal into this
/// folder. No command waits for it.
package struct DailyCopies: Sendable {
  let app: App

  /// How long a copy that failed is not tried again, in seconds.
  private static let pause = 15 * 60

  /// `nil` if the setting has no value.
  private var copies: JournalCopies? {
    app.settings.backupPath.map { path in
      let folder = File.expandingHome(path, environment: app.environment)
      let machine = app.process.hostName.map {
        $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-"
      }
      return JournalCopies(
        ofJournalAt: app.paths.journal, in: File.realPath(folder) ?? folder,
        name: "commitdiary-\(app.journalName ?? Journals.usualName)-\(String(machine))")
    }
  }

  /// Starts the process, if this run has opened the journal for changes and today has no copy.
  package func startInBackground() async {
    guard let copies, let program = app.process.programPath,
      await app.journal.openedForWriting != nil
    else { return }
    // A copy that was begun may have failed. The folder itself may be slow, so it is not looked at.
    let lastTry = File.secondsSinceChange(of: app.paths.copyTried)
    guard lastTry.map({ $0 > Self.pause }) ?? !copies.listedDays.contains(app.clock.today)
    else { return }
    _ = try? await Child.detached(
      [program, "copy"], environment: app.environmentInBackground, timeout: .zero)
  }

  /// Says that copies are made in the folder of the setting, which was just chosen.
  package func beginFolder() throws {
    try copies?.beginFolder()
    // It may have failed in the folder of before.
    try? File.remove(app.paths.copyTried)
  }

  /// Finds the copies again that the journal does not know of any more.
  package func adopt() { try? copies?.adopt() }

  /// Makes the copy of today.
  package func make() throws {
    guard let copies else { return }
    try File.makeDirectory(File.directory(of: app.paths.copyTried))
    try File.writeAtomically([], to: app.paths.copyTried)
    try copies.make(on: app.clock.today)
    try File.remove(app.paths.copyTried)
  }

  /// How old the newest copy is, for `doctor`.
  func check(in reader: Reader) -> Check? {
    guard let path = app.settings.backupPath, let copies else { return nil }
    let name = Check.Name.setting(Setting.backupPath.key)
    adopt()
    do {
      if let last = try copies.days().max() {
        return Check(
          name: name, isFine: true,
          detail: .checkCopy(when: reader.date(last), path: path),
          isWarning: app.clock.today - last > 7)
      }
      if try copies.areAway() { throw JournalError.copiesAway(path: path) }
      let isThere = File.isDirectory(File.expandingHome(path, environment: app.environment))
      return Check(
        name: name, isFine: true,
        detail: isThere ? .checkCopyNone(path: path) : .pathMissing(path: path),
        isWarning: true)
    } catch {
      return Check(name, failedWith: error)
    }
  }
}
