import Diary
public import Platform

/// The clones in a folder, searched four levels deep.
///
/// Folders whose state has not changed since the last search are not read again. Hidden folders and
/// `node_modules` are skipped, and so are the folders inside of clones, except those of the folder
/// that is searched and the submodules. Links inside of clones are never followed. Each clone occurs
/// once, whatever the number of its working trees and of links to it.
public struct CloneSearch: Sendable {
  /// The number of folder levels below the folder.
  public static let depth = 4
  /// The maximum number of folders that are looked at.
  public static let folderLimit = 20_000

  /// The clones, in the order of their paths, level by level.
  public private(set) var clones: [FoundClone] = []
  /// Clones that cannot be read, and the folder itself if it cannot be read.
  public private(set) var failures: [GitError] = []
  /// Whether there are more folders than the limit.
  public private(set) var isCut = false
  /// Whether anything has changed since the last search.
  public private(set) var isChanged = false

  private var folders: [String: SearchedFolder] = [:]
  private var common: Set<String> = []
}

/// A clone that a search has found.
public struct FoundClone: Hashable, Sendable {
  public var root: String
  public var gitDirectory: String
  public var commonDirectory: String

  public init(root: String, gitDirectory: String? = nil, commonDirectory: String) {
    self.root = root
    self.gitDirectory = gitDirectory ?? commonDirectory
    self.commonDirectory = commonDirectory
  }

  /// The clone itself in place of one of its working trees, which may be removed.
  public init(_ clone: Clone) {
    commonDirectory = clone.commonDirectory
    if clone.gitDirectory == clone.commonDirectory {
      root = clone.root
    } else {
      root = GitFolder.workingTree(of: clone.commonDirectory) ?? clone.commonDirectory
    }
    gitDirectory = clone.commonDirectory
  }
}

extension CloneSearch {
  /// - Parameters:
  ///   - path: an absolute path.
  ///   - known: the `bytes` of the last search.
  ///   - limit: the maximum number of folders.
  ///   - progress: called with each folder before it is looked at; returns whether to continue.
  public init(
    in path: String, since known: [UInt8]? = nil, environment: Environment,
    limit: Int = folderLimit, progress: (String) -> Bool = { _ in true }
  ) {
    let real: String
    do throws(GitError) {
      real = try Clone.realPath(of: path)
    } catch {
      failures = [error]
      isChanged = known != nil
      return
    }
    let saved = known.flatMap([SearchedFolder].init(decoding:)) ?? []
    let before = Dictionary(saved.map { ($0.path, $0) }) { first, _ in first }
    let now = LocalTime.now().secondsSince1970
    var level = [Step(path: real, isNamed: true)]
    var next: [Step] = []
    for depth in 0...Self.depth {
      var index = 0
      while index < level.count {
        let step = level[index]
        index += 1
        if folders[step.path] != nil { continue }
        guard folders.count < limit else {
          isCut = true
          return
        }
        guard progress(step.path) else { return }
        guard let folder = look(at: step, since: before[step.path], now, environment) else {
          continue
        }
        folders[step.path] = folder
        if let clone = folder.clone {
          add(clone)
          // Submodules are found at any depth, because git keeps them in one folder.
          let modules = clone.commonDirectory + "/modules"
          if !step.path.hasPrefix(modules) { level.append(Step(path: modules, isModules: true)) }
          if !step.isNamed && !step.isModules { continue }
        }
        if step.isModules {
          level += folder.names.map { Step(path: "\(step.path)/\($0)", isModules: true) }
        } else if depth < Self.depth {
          let isInClone = step.isInClone || folder.clone != nil
          next += folder.names.map {
            Step(path: Self.path($0, in: step.path), isInClone: isInClone)
          }
          // Links in a clone may come from the commits of other people.
          if !isInClone { next += folder.links.compactMap { Self.target(of: $0, in: step.path) } }
        }
      }
      level = next
      next = []
    }
    if folders.count != before.count { isChanged = true }
  }

  private struct Step {
    var path: String
    /// The folder that the search was asked for.
    var isNamed = false
    /// A folder in `.git/modules`.
    var isModules = false
    /// A folder inside of a clone: only the folder that the search was asked for is such a clone.
    var isInClone = false
  }

  private static func path(_ name: String, in folder: String) -> String {
    folder == "/" ? "/" + name : folder + "/" + name
  }

  /// The target of a link; `nil` if it is not a folder, or if it contains the link.
  private static func target(of name: String, in folder: String) -> Step? {
    guard let real = File.realPath(path(name, in: folder)), File.isDirectory(real) else {
      return nil
    }
    if real == "/" || folder == real || folder.hasPrefix(real + "/") { return nil }
    return Step(path: real)
  }

  private mutating func add(_ clone: FoundClone) {
    if common.insert(clone.commonDirectory).inserted { clones.append(clone) }
  }

  // MARK: One folder

  /// `nil` if the folder does not exist.
  private mutating func look(
    at step: Step, since known: SearchedFolder?, _ now: Int64, _ environment: Environment
  ) -> SearchedFolder? {
    guard let state = FileState(of: step.path), state.isDirectory else {
      if step.isNamed { failures.append(.noSuchPath(step.path)) }
      if known != nil { isChanged = true }
      return nil
    }
    if let known {
      // The working tree of a clone changes all the time. Only its git folder matters.
      let isSame =
        known.clone != nil && !step.isNamed && !step.isModules
        ? known.dot == Self.mark(ofGitFolderIn: step.path)
        : known.state == state.mark && (known.clone == nil || known.dot != 0)
      if isSame { return known }
    }
    isChanged = true
    let entries: [FolderEntry]
    do throws(FileError) {
      entries = try File.entries(of: step.path)
    } catch {
      // Folders that cannot be read are skipped, except the one that the user has named.
      if step.isNamed { failures.append(.broken(path: step.path, detail: error.code.description)) }
      return SearchedFolder(path: step.path)
    }
    var folder = SearchedFolder(path: step.path)
    // A folder that has just changed may change again without a new time.
    let isSettled = max(state.modified, state.changed) < (now - 2) * 1_000_000_000
    folder.state = isSettled ? state.mark : 0
    let names = Set(entries.lazy.map(\.name))
    if names.contains(".git") || names.isSuperset(of: ["HEAD", "objects", "refs"]) {
      do throws(GitError) {
        if let clone = try Clone(at: step.path, environment: environment) {
          folder.clone = FoundClone(clone)
          folder.dot = Self.mark(ofGitFolderIn: step.path)
        }
      } catch {
        failures.append(error)
        folder.state = 0
        if !step.isNamed { return folder }
      }
    }
    if folder.clone != nil, !step.isNamed, !step.isModules { return folder }
    let isGitFolder = step.isModules && folder.clone != nil
    for entry in entries where !entry.name.hasPrefix(".") && entry.name != "node_modules" {
      // A submodule may have submodules.
      if isGitFolder && entry.name != "modules" { continue }
      switch entry.kind {
      case .folder: folder.names.append(entry.name)
      case .link: if !step.isModules { folder.links.append(entry.name) }
      case .other: break
      }
    }
    return folder
  }

  /// A hash that changes if `.git` is replaced; 0 if there is none and the folder is not a git
  /// folder.
  private static func mark(ofGitFolderIn path: String) -> UInt64 {
    guard let state = FileState(of: path + "/.git") else {
      return FileState(of: path + "/HEAD") == nil ? 0 : 1
    }
    return state.isDirectory ? state.inode | 1 << 63 : state.mark
  }
}

/// What is known about a folder since the last search.
private struct SearchedFolder {
  var path = ""
  /// The state of the folder; 0 if it has to be read again.
  var state: UInt64 = 0
  /// For a clone, the state of its git folder.
  var dot: UInt64 = 0
  var clone: FoundClone?
  /// The folders in it.
  var names: [String] = []
  /// The links in it, which may lead to folders.
  var links: [String] = []
}

// MARK: Storage

extension CloneSearch {
  /// The clones, for `clones(in:)`.
  public var cloneBytes: [UInt8] { clones.encoded }

  /// The clones of a saved search.
  public static func clones(in bytes: [UInt8]) -> [FoundClone] {
    [FoundClone](decoding: bytes) ?? []
  }

  /// The states of the folders, for the next search.
  public var folderBytes: [UInt8] { Array(folders.values).encoded }
}

extension FoundClone: Cached {
  init() { self.init(root: "", commonDirectory: "") }

  mutating func code(with coder: inout CacheCoder) {
    coder.code(&root)
    coder.code(&commonDirectory)
    gitDirectory = commonDirectory
  }
}

extension SearchedFolder: Cached {
  mutating func code(with coder: inout CacheCoder) {
    coder.code(&path)
    coder.code(&state)
    coder.code(&dot)
    coder.code(&clone)
    coder.code(&names)
    coder.code(&links)
  }
}
