import Context
import Git
import Localization
import Platform
package import Views

/// Installs and removes the hook that records rewritten commits, in the clone in the working
/// directory.
package struct HookService: Sendable {
  let repositories: Repositories
  let process: ProcessContext

  package func status() throws -> HookReport {
    let (hook, otherFolder) = try located()
    if let otherFolder { return HookReport(path: otherFolder, isElsewhere: true) }
    let state = try hook.state
    if state == .changed { throw HookError.changed(file: hook.path) }
    var report = HookReport(path: hook.path, isInstalled: state == .installed)
    if report.isInstalled, hook.hasPrevious { report.previous = hook.previousPath }
    return report
  }

  package func install() throws -> HookReport {
    let (hook, otherFolder) = try located()
    if let otherFolder { throw HookError.elsewhere(folder: otherFolder) }
    let hasChanged = try hook.install(running: process.programPath ?? "commitdiary")
    var report = try status()
    report.hasChanged = hasChanged
    return report
  }

  package func remove() throws -> HookReport {
    let (hook, _) = try located()
    return HookReport(path: hook.path, hasChanged: try hook.remove())
  }

  /// The hook of the clone, and the folder whose hooks git runs instead, if one is set.
  private func located() throws -> (RewriteHook, otherFolder: String?) {
    let place = try repositories.here(orElse: .mirrorHint)
    guard let clone = place.clone else { throw GitError.noClone(path: ".") }
    let hook = RewriteHook(commonDirectory: clone.commonDirectory)
    guard let configured = try clone.configuration().hooksPath else { return (hook, nil) }
    let path = File.expandingHome(configured, environment: process.environment)
    let folder = path.hasPrefix("/") ? path : "\(clone.root)/\(path)"
    if let real = File.realPath(folder), real == File.realPath(clone.commonDirectory + "/hooks") {
      return (hook, nil)
    }
    return (hook, folder)
  }

  // MARK: In the hook

  /// Keeps the rewritten commits that git passes to the hook.
  package func record() throws {
    let input = try process.streams.read(16 << 20)
    let spool = try RewriteSpool(ofHookIn: process.directory.path, environment: process.environment)
    try spool.append(RewriteSpool.pairs(fromHook: input))
  }
}
