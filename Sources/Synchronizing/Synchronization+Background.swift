import Context
import Diary
import Journal
import Platform

// `sync.auto`: a process of its own exchanges the diary after the last change, and now and then after
// commands that read. No command waits for it, and it asks nothing.

extension Synchronization {
  /// How often the process looks for changes.
  private static let pause = Duration.seconds(5)
  /// How many times in a row nothing must have changed: half a minute.
  private static let quietLooks = 6
  /// If texts change all the time, they are exchanged every ten minutes.
  private static let mostLooks = 120
  /// How often an exchange is started that has nothing to send, in seconds.
  private static let interval = 15 * 60

  /// Starts the process, if there is something to send or the last exchange was some time ago.
  package func startInBackground(after path: [String]) async {
    guard app.settings.syncsByItself, !app.options.isOffline, path.first != "sync",
      let program = app.process.programPath, (try? await isDue()) == true
    else { return }
    try? File.makeDirectory(File.directory(of: app.paths.syncWaiting), permissions: 0o700)
    // A process that already waits sees this change too.
    guard let lock = try? FileLock(trying: app.paths.syncWaiting) else { return }
    _ = consume lock
    _ = try? await Child.detached(
      [program, "sync", "background"], environment: app.environmentInBackground, timeout: .zero)
  }

  private func isDue() async throws -> Bool {
    guard let journal = await app.journal.opened, let remote = try await journal.syncRemote() else {
      return false
    }
    if await journal.isForWriting, try await journal.lastUnsent() != nil { return true }
    let now = app.clock.now.instant.secondsSince1970
    let lastSync = remote.syncedAt?.secondsSince1970 ?? 0
    let lastTry = File.secondsSinceChange(of: app.paths.syncTried)
    return now - lastSync > Self.interval && lastTry.map { $0 > Self.interval } ?? true
  }

  /// What the process does: it waits until nothing changes any more, and exchanges.
  package func runInBackground() async {
    guard let lock = try? FileLock(trying: app.paths.syncWaiting) else { return }
    try? File.writeAtomically([], to: app.paths.syncTried)
    do {
      var last = try await app.journal(for: .reading).lastUnsent()
      var quiet = last == nil ? Self.quietLooks : 0
      for _ in 0..<Self.mostLooks where quiet < Self.quietLooks {
        await app.journal.close()
        try await Task.sleep(for: Self.pause)
        let now = try await app.journal(for: .reading).lastUnsent()
        quiet = now == last ? quiet + 1 : 0
        last = now
      }
      // A change from now on starts another process.
      _ = consume lock
      _ = try await run(waiting: false)
    } catch {
      // The failure was saved: `today` and `status` show it.
    }
  }
}
