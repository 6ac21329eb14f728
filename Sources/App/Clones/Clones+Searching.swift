import Context
import Git
import Journal
import Localization
import Platform

extension Clones {
  /// The clones in the directories of a setting, behind those that are known otherwise.
  func clonesOfSetting(
    _ paths: [String], _ time: CloneReadingTime, besides others: [FoundClone] = []
  ) async -> ChosenClones {
    let paths = paths.map { File.expandingHome($0, environment: app.environment) }
    let journal = try? await app.journal(for: .reading)
    var clones = ChosenClones(found: others)
    var known = Set(others.map(\.commonDirectory))
    var updates: [SavedCloneSearch] = []
    for path in paths {
      let saved = (try? await journal?.searchedClones(in: path)) ?? nil
      let before = saved.map(CloneSearch.clones) ?? []
      var after = before
      if time == .unlimited {
        let folders = saved == nil ? nil : (try? await journal?.searchedFolders(in: path)) ?? nil
        if let search = search(path, since: folders) {
          after = search.clones
          clones.failures += search.failures
          clones.gone += before.filter { !search.clones.contains($0) }
          if search.isCut {
            clones.remarks.append(
              .clonesSearchCut(count: CloneSearch.folderLimit, path: path))
          }
          if search.isChanged || saved == nil {
            updates.append(
              SavedCloneSearch(
                path: path, clones: search.cloneBytes, folders: search.folderBytes))
          }
        } else {
          clones.failures.append(.timedOut(path: path))
        }
      }
      clones.found += after.filter { known.insert($0.commonDirectory).inserted }
    }
    clones.gone.removeAll { known.contains($0.commonDirectory) }
    if !updates.isEmpty {
      await app.journal.cache { [updates] in try await $0.save(updates, of: paths) }
    }
    return clones
  }

  /// `nil` if the file system did not respond.
  private func search(_ path: String, since known: [UInt8]?) -> CloneSearch? {
    struct State: Sendable {
      var search: CloneSearch?
      var count = 0
      var path = ""
    }
    let environment = app.environment
    let work = BlockingWork(State()) { work in
      let search = CloneSearch(in: path, since: known, environment: environment) { folder in
        work.begin(folder, limit: CloneReading.fileLimit)
        work.update {
          $0.count += 1
          $0.path = folder
        }
        return !work.isStopped
      }
      work.update { $0.search = search }
    }
    let progress = CloneProgress(on: app.output)
    defer { progress.clear() }
    while true {
      switch work.wait(atMost: .milliseconds(80)) {
      case .done: return work.state.search
      case .blocked:
        work.stop()
        UnresponsiveClones.add(fileSystemOf: path, unlessOf: app.paths.journal)
        return nil
      case .working:
        let state = work.state
        progress.show(.clonesSearching(count: state.count, path: state.path))
      }
    }
  }
}
