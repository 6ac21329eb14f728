import Diary
import Journal
import Platform

// `sync.auto`: a process of its own exchanges the diary after the last change, and now and then after
// commands that read. No command waits for it, and it asks nothing.

extension Synchronization {
  /// How long nothing must have changed.
  private static let quiet = Duration.seconds(30)
  /// Whoever writes all the time still gets an exchange.
  private static let mostWaits = 20
  /// How often an exchange is started that has nothing to send, in seconds.
  private static let interval = 15 * 60

  /// Starts the process, if there is something to send or the last exchange was some time ago.
  public func startInBackground(after path: [String]) async {
    guard app.settings.syncsByItself, !app.options.isOffline, path.first != "sync",
      let program = app.process.programPath, (try? await isDue()) == true
    else { return }
    try? File.makeDirectory(File.directory(of: app.paths.syncWaiting), permissions: 0o700)
    // A process that already waits sees this change too.
    guard let lock = try? FileLock(trying: app.paths.syncWaiting) else { return }
    _ = consume lock
    _ = try? await Child.detached(
      [program, "sync", "background"], environment: app.environment, timeout: .zero)
  }

  private func isDue() async throws -> Bool {
    guard let journal = await app.journal.opened, let remote = try await journal.syncRemote() else {
      return false
    }
    if await journal.isForWriting, try await journal.lastUnsent() != nil { return true }
    let now = app.clock.now.instant.secondsSince1970
    let lastSync = remote.syncedAt?.secondsSince1970 ?? 0
    let lastTry = File.modified(app.paths.syncTried).map { Int64($0) } ?? 0
    return now - lastSync > Self.interval
      && LocalTime.now().secondsSince1970 - lastTry > Self.interval
  }

  /// What the process does: it waits until nothing changes any more, and exchanges.
  public func runInBackground() async {
    guard let lock = try? FileLock(trying: app.paths.syncWaiting) else { return }
    try? File.writeAtomically([], to: app.paths.syncTried)
    do {
      for _ in 0..<Self.mostWaits {
        let before = try await app.journal(for: .reading).lastUnsent()
        await app.journal.close()
        guard before != nil else { break }
        try await Task.sleep(for: Self.quiet)
        if try await app.journal(for: .reading).lastUnsent() == before { break }
      }
      // A change from now on starts another process.
      _ = consume lock
      _ = try await run(waiting: false)
    } catch {
      // The failure was saved: `today` and `status` show it.
    }
  }
}
