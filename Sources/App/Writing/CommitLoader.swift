import Context
package import Diary
package import Git
import Platform
import Synchronization
package import Terminal

/// Loads the commits of a clone for the picker, on its own thread and only as far as the user
/// scrolls, because a history may have a million commits.
package final class CommitLoader: Sendable {
  private static let pieceSize = 500

  private let stream: Mutex<CommitStream>
  private let commits = Mutex<[Commit]>([])
  private let isEnded = Atomic(false)
  private let isAsked = Semaphore()
  private let item: @Sendable (Int, Commit) -> PickerItem

  package init(
    _ stream: consuming sending CommitStream,
    showing item: @escaping @Sendable (Int, Commit) -> PickerItem
  ) {
    self.stream = Mutex(stream)
    self.item = item
  }

  /// Loads the next batch. It is empty at the end of the history.
  package func load() throws(GitError) -> [PickerItem] {
    let piece = try stream.withLock { stream throws(GitError) in
      var piece: [Commit] = []
      while piece.count < Self.pieceSize, let commit = try stream.next() { piece.append(commit) }
      return piece
    }
    return commits.withLock { commits in
      defer { commits += piece }
      return piece.enumerated().map { item(commits.count + $0, $1) }
    }
  }

  /// Loads a batch each time the picker asks for more.
  package func start() -> PickerFeed {
    let feed = PickerFeed { self.isAsked.signal() }
    let failure = Thread.detached {
      while true {
        self.isAsked.wait()
        if self.isEnded.load(ordering: .acquiring) { return }
        guard let piece = try? self.load() else { return feed.end(isComplete: false) }
        if piece.isEmpty { return feed.end(isComplete: true) }
        feed.add(piece)
      }
    }
    if failure != nil { feed.end(isComplete: false) }
    return feed
  }

  package func end() {
    isEnded.store(true, ordering: .releasing)
    isAsked.signal()
  }

  /// The commit of the chosen item.
  package func commit(_ index: Int) -> Commit { commits.withLock { $0[index] } }
}
