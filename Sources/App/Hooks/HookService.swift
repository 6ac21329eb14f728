import Git
import Localization
import Platform
public import Views

/// Installs and removes the hook that records rewritten commits.
public struct HookService: Sendable {
  let repositories: Repositories
  let paths: Paths
  let process: ProcessContext

  private var global: GlobalHooks {
    GlobalHooks(in: paths.hooks, environment: process.environment)
  }

  /// The file of this program that the hook starts.
  private var program: String { process.programPath ?? "commitdiary" }

  // MARK: For the clone in the working directory

  public func status() throws -> HookReport {
    let (hook, manager) = try located()
    if case .everyClone = manager { return globalReport(isInstalled: true) }
    var report = HookReport(path: hook.path, isInstalled: try hook.state == .installed)
    if report.isInstalled, hook.hasPrevious { report.previous = hook.previousPath }
    if case .other(let name, let folder) = manager {
      (report.manager, report.path, report.isInstalled) = (name, folder, false)
    }
    return report
  }

  public func install() throws -> HookReport {
    let (hook, manager) = try located()
    switch manager {
    case .other(let name, let folder): throw HookError.managed(by: name, file: folder)
    case .everyClone: return globalReport(isInstalled: true)
    case nil: break
    }
    let hasChanged = try hook.install(running: program)
    var report = try status()
    report.hasChanged = hasChanged
    return report
  }

  public func remove() throws -> HookReport {
    let (hook, _) = try located()
    let hasChanged = try hook.remove()
    return HookReport(path: hook.path, isInstalled: false, hasChanged: hasChanged)
  }

  private enum Manager {
    /// The hooks for all clones.
    case everyClone
    case other(String, folder: String)
  }

  /// The hook of the clone, and what manages the hooks that git runs in its place.
  private func located() throws -> (RewriteHook, Manager?) {
    let place = try repositories.here(orElse: .hookCloneHint)
    guard let clone = place.clone else { throw GitError.noClone(path: ".") }
    let hook = RewriteHook(commonDirectory: clone.commonDirectory)
    guard let configured = try clone.configuration().hooksPath else { return (hook, nil) }
    if global.isOurs(configured) { return (hook, .everyClone) }
    let path = File.expandingHome(configured, environment: process.environment)
    let folder = path.hasPrefix("/") ? path : "\(clone.root)/\(path)"
    if let real = File.realPath(folder), real == File.realPath(clone.commonDirectory + "/hooks") {
      return (hook, nil)
    }
    let isHusky = path.split(separator: "/").contains(".husky")
    return (hook, .other(isHusky ? "husky" : "core.hooksPath", folder: folder))
  }

  // MARK: For all clones

  public func globalStatus() throws -> HookReport {
    let configured = try global.configuredFolder()
    var report = globalReport(isInstalled: configured.map(global.isOurs) ?? false)
    if let configured, !report.isInstalled {
      (report.manager, report.path) = ("core.hooksPath", configured)
    }
    return report
  }

  public func installGlobally() throws -> HookReport {
    let hasChanged = try global.install(running: program)
    return globalReport(isInstalled: true, hasChanged: hasChanged)
  }

  public func removeGlobally() throws -> HookReport {
    globalReport(isInstalled: false, hasChanged: try global.remove())
  }

  private func globalReport(isInstalled: Bool, hasChanged: Bool = false) -> HookReport {
    HookReport(
      path: global.path, isInstalled: isInstalled, isGlobal: true, hasChanged: hasChanged)
  }

  // MARK: In the hook

  /// Keeps the rewritten commits that git passes to the hook.
  public func record() throws {
    let input = try process.streams.read(16 << 20)
    let spool = try RewriteSpool(ofHookIn: process.directory.path, environment: process.environment)
    try spool.append(RewriteSpool.pairs(fromHook: input))
  }
}

extension App {
  public var hooks: HookService {
    HookService(repositories: repositories, paths: paths, process: process)
  }
}
