import Diary
import Git
import Journal
import Localization
import Platform
import Sync
import Views

/// One exchange of the journal with its remote, by a process that has the lock for it.
///
/// What is new at the remote is read into the journal in one transaction, then what is unsent is pushed
/// as one commit. If another device has pushed meanwhile, both are done again. An exchange may be
/// interrupted anywhere: the next one compares.
struct SyncRun {
  let app: App
  let journal: Journal
  let repository: SyncRepository
  private(set) var outcome = SyncOutcome()
  /// Whether the local copy was already replaced by a new one.
  private var hasNewCopy = false

  init(app: App, journal: Journal, repository: SyncRepository) {
    self.app = app
    self.journal = journal
    self.repository = repository
  }

  /// How often a push is tried.
  private static let attempts = 8
  /// The wait after the first refused push. Each later one is twice as long.
  private static let firstWait = Duration.milliseconds(100)

  mutating func run() async throws {
    var refusal = ""
    var locks: [String: FileState] = [:]
    for attempt in 0..<Self.attempts {
      if attempt > 0 {
        let wait = Self.firstWait * (1 << (attempt - 1))
        try await Task.sleep(for: wait + .milliseconds(Int.random(in: 0..<100)))
      }
      try await receive()
      switch try await send() {
      case .done: return try await finish()
      case .refused(let detail): refusal = detail
      }
      // Only the user can change that.
      if SyncError.isCheckedOut(refusal) { break }
      // A lock that stays for the wait of several attempts was left by a git that was killed.
      let current = repository.remoteLocks()
      if attempt == Self.attempts / 2 { locks = current }
      for (path, state) in current where attempt > Self.attempts / 2 && state == locks[path] {
        try? File.remove(path)
      }
    }
    throw SyncError.refused(address: repository.address, detail: refusal)
  }

  private func finish() async throws {
    try await journal.saveSyncTime(app.clock.now.instant)
    repository.tidy()
  }

  // MARK: Receiving

  private mutating func receive() async throws {
    try repository.create()
    let wasShallow = isShallow
    guard let tip = try await repository.fetch() else { return try await handleEmptied() }
    if isShallow, !wasShallow { try await confirmShallow() }
    guard let remote = try await journal.syncRemote() else { throw SyncError.notSetUp }
    if tip == remote.tip { return }
    do {
      try await read(tip, remote)
    } catch SyncRepository.Failure.copy(let detail) {
      // The copy is damaged, as after a power loss: everything is fetched again, once.
      guard !hasNewCopy else { throw SyncRepository.Failure.copy(detail: detail) }
      try await replaceCopy()
      try await receive()
    }
  }

  private mutating func replaceCopy() async throws {
    hasNewCopy = true
    try await journal.eraseSyncClone()
    try repository.create()
  }

  private var isShallow: Bool { File.exists(repository.path + "/shallow") }

  private func confirmShallow() async throws {
    do {
      try app.sync.confirm(.syncShallow(address: repository.address), .syncShallowQuestion)
    } catch {
      // Otherwise the next exchange would not ask.
      try await journal.eraseSyncClone()
      throw error
    }
  }

  /// The remote has no diary any more.
  private func handleEmptied() async throws {
    guard var remote = try await journal.syncRemote(), remote.tip != nil else { return }
    try app.sync.confirm(.syncEmptied(address: repository.address), .syncSendAgainQuestion)
    remote.tip = nil
    // Other devices then see that everything there was written again.
    remote.epoch = Synchronization.newID()
    _ = try await journal.receive(remote, comparingAll: true, at: app.clock.now) { nil }
  }

  private mutating func read(_ tip: String, _ known: SyncRemote) async throws {
    let files = try repository.files(at: tip)
    let format = try Self.format(files, in: repository)
    var listed: [RemoteComparison.Listed] = []
    for file in files {
      guard let name = SegmentName(path: file.path) else { continue }
      listed.append(RemoteComparison.Listed(name: name, blob: file.blob))
    }
    let comparison = try await RemoteComparison(
      listed, format: format, known: known.tip == nil ? [:] : journal.knownSegments(),
      diary: known.diary, epoch: known.epoch
    ) { segment in
      let bytes = try? repository.contents(of: segment.blob)
      return bytes.flatMap { try? Segment($0).replaced }
    }
    switch comparison.state {
    case .continued: break
    case .foreign: throw SyncError.otherDiary(address: repository.address)
    case .wentBack:
      try app.sync.confirm(
        .syncWentBack(address: repository.address), .syncSendAgainQuestion)
    case .newEpoch:
      if !hasNewCopy, known.tip != nil {
        // The copy has the segments of before the purge.
        try await replaceCopy()
        return try await receive()
      }
    }
    var remote = known
    (remote.tip, remote.epoch) = (tip, format.epoch)
    // After a step back, everything is read again: nothing is known about what is missing.
    let comparesAll = known.tip == nil || comparison.state != .continued
    let new = comparison.state == .wentBack ? listed : comparison.new
    let received = try await journal.receive(
      remote, new, from: repository, without: comparison.removed, comparingAll: comparesAll,
      at: app.clock.now)
    outcome.add(received)
    if received.purged > 0 {
      // The purge has erased the copy.
      try repository.create()
      _ = try await repository.fetch()
    }
  }

  static func format(
    _ files: [SyncRepository.StoredFile], in repository: SyncRepository
  ) throws -> RemoteFormat {
    guard let file = files.first(where: { $0.path == RemoteFormat.path }) else {
      throw SyncError.otherDiary(address: repository.address)
    }
    do throws(RemoteFormat.Failure) {
      return try RemoteFormat(repository.contentsIfReadable(of: file.blob))
    } catch {
      switch error {
      case .newer: throw SyncError.newer(address: repository.address)
      case .notADiary: throw SyncError.otherDiary(address: repository.address)
      }
    }
  }

  // MARK: Sending

  private mutating func send() async throws -> SyncRepository.PushResult {
    guard let remote = try await journal.syncRemote() else { throw SyncError.notSetUp }
    let startsEpoch = try await journal.hasUnsentPurges() && remote.tip != nil
    guard let push = try await commit(remote, startsEpoch: startsEpoch) else { return .done }
    let result = try await repository.push(push.commit, over: remote.tip)
    guard case .done = result else { return result }
    // Before the purge counts as sent.
    if startsEpoch {
      repository.removeUnreachable()
      try await journal.eraseSyncClone()
    }
    try await journal.didSend(
      push.texts, as: push.segments, push.remote, replacing: push.replaced,
      startingEpoch: startsEpoch,
      at: app.clock.now.instant)
    outcome.sent += push.count
    return .done
  }

  private struct Push {
    var texts: UnsentTexts
    var commit = ""
    var segments: [StoredSegment]
    var replaced: [String] = []
    var remote: SyncRemote
    /// The number of texts that are new at the remote.
    var count: Int
  }

  /// - Returns: `nil` if there is nothing to send.
  private func commit(_ remote: SyncRemote, startsEpoch: Bool) async throws -> Push? {
    let device = try await journal.deviceID()
    let now = app.clock.now.instant
    let base = startsEpoch ? nil : remote.tip
    if base != nil, try await !journal.hasUnsent() { return nil }
    let unsent = try await journal.unsentCount()
    let stored = try base.map { try repository.files(at: $0) } ?? []
    var listed: [(name: SegmentName, size: Int)] = []
    for file in stored { SegmentName(path: file.path).map { listed.append(($0, file.size)) } }
    let newest = listed.filter { $0.name.device == device }.map(\.name.number).max() ?? 0
    let packer = SegmentPacker(device: device, name: app.deviceName, sentAt: now)
    let (texts, segments) = try await journal.pack(
      everything: startsEpoch, by: packer, after: SegmentName(device: device, number: newest),
      in: repository)
    guard texts.lines > 0 || base == nil else { return nil }
    var push = Push(
      texts: texts, segments: segments, remote: remote, count: startsEpoch ? unsent : texts.records)
    let due = SegmentFolding.due(listed, of: device)
    if let first = due.first, let last = due.last {
      let blobs = Dictionary(stored.map { ($0.path, $0.blob) }, uniquingKeysWith: { $1 })
      let old = try due.map { try Segment(repository.contents(of: blobs[$0.path] ?? "")) }
      let header = Segment(device: device, name: app.deviceName, sentAt: now, lines: [])
      for segment in SegmentFolding.folded(
        old, numbers: first.number...last.number, by: header)
      {
        let number = newest + push.segments.count + 1
        push.segments.append(
          (SegmentName(device: device, number: number), try repository.store(segment.bytes)))
      }
      push.replaced = due.map(\.path)
    }
    if startsEpoch { push.remote.epoch = Synchronization.newID() }
    var files = push.segments.map { (path: $0.name.path, blob: $0.blob) }
    if base == nil {
      let format = RemoteFormat(diary: remote.diary, epoch: push.remote.epoch)
      files.append((RemoteFormat.path, try repository.store(format.bytes)))
    }
    push.commit = try repository.commit(files, removing: push.replaced, onto: base, at: now)
    push.remote.tip = push.commit
    return push
  }
}

/// A segment in the local copy of the remote.
typealias StoredSegment = (name: SegmentName, blob: String)

extension SyncRepository {
  /// The contents of a blob; empty if it cannot be read.
  func contentsIfReadable(of blob: String) -> [UInt8] { (try? contents(of: blob)) ?? [] }
}

extension Journal {
  /// Stores what is unsent as segments in the local copy.
  fileprivate func pack(
    everything: Bool, by packer: SegmentPacker, after last: SegmentName,
    in repository: SyncRepository
  ) throws -> (UnsentTexts, [StoredSegment]) {
    var packer = packer
    var segments: [StoredSegment] = []
    func store(_ segment: Segment?) throws {
      guard let segment else { return }
      let number = last.number + segments.count + 1
      segments.append(
        (SegmentName(device: last.device, number: number), try repository.store(segment.bytes)))
    }
    let texts = try unsent(everything: everything) { try store(packer.add($0)) }
    try store(packer.finish())
    return (texts, segments)
  }

  /// Reads segments of the local copy in one transaction.
  fileprivate func receive(
    _ remote: SyncRemote, _ listed: [RemoteComparison.Listed], from repository: SyncRepository,
    without removed: [String], comparingAll comparesAll: Bool, at moment: Moment
  ) throws -> ReceivedTexts {
    var stream = try repository.blobs(listed.map(\.blob))
    var rest = listed[...]
    return try receive(remote, without: removed, comparingAll: comparesAll, at: moment) {
      guard let next = rest.popFirst() else { return nil }
      let segment: Segment?
      if let bytes = try stream.next() {
        do throws(Segment.Failure) {
          segment = try Segment(bytes)
        } catch {
          if error == .newer { throw SyncError.newer(address: repository.address) }
          segment = nil
        }
      } else {
        segment = nil
      }
      return ArrivedSegment(name: next.name, blob: next.blob, segment: segment)
    }
  }
}
