import Context
import Crypto
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
  /// A new key for the remote, and the device that is not to have it.
  var newKey: (key: KeyRing.NumberedKey, without: String?)?
  private(set) var outcome = SyncOutcome()
  /// Whether the local copy was already replaced by a new one.
  var hasNewCopy = false
  /// The commit at the remote that the user wants to replace by what is here; empty if there is none.
  var replacedTip: String?

  /// How often a push is tried.
  private static let attempts = 8
  /// The wait after the first refused push. Each later one is twice as long.
  private static let firstWait = Duration.milliseconds(100)

  mutating func run() async throws {
    let unreadable = Set(try await journal.unreadableSegments())
    var refusal = ""
    var locks: [String: FileState] = [:]
    for attempt in 0..<Self.attempts {
      if attempt > 0 {
        let wait = Self.firstWait * (1 << (attempt - 1))
        try await Task.sleep(for: wait + .milliseconds(Int.random(in: 0..<100)))
      }
      do {
        try await receive()
        switch try await send() {
        case .done: return try await finish(unreadableBefore: unreadable)
        case .refused(let detail): refusal = detail
        }
      } catch let failure as SyncRepository.Failure where !hasNewCopy && failure.isOfCopy {
        // It is damaged, as after a power loss: everything is fetched again, once.
        try await replaceCopy()
        continue
      }
      // Only the user can change that.
      if Self.isCheckedOut(refusal) { break }
      // A lock that stays for the wait of several attempts was left by a git that was killed.
      let current = repository.remoteLocks()
      if attempt == Self.attempts / 2 { locks = current }
      for (path, state) in current where attempt > Self.attempts / 2 && state == locks[path] {
        try? File.remove(path)
      }
    }
    throw Explanation(
      .syncRefused(address: repository.address, detail: refusal),
      hint: Self.isCheckedOut(refusal)
        ? .syncCheckedOutHint : .syncFailedHint)
  }

  /// Whether the remote is a working tree with the branch of the diary, which git does not change.
  private static func isCheckedOut(_ detail: String) -> Bool { detail.contains("checked out") }

  private mutating func finish(unreadableBefore unreadable: Set<String>) async throws {
    // Without new texts, the exchange has not needed the keys. The next one will.
    if let remote = try await journal.syncRemote(), let key = remote.key {
      try await SyncKeyStore(app: app, diary: remote.diary).check(key, of: remote)
    }
    try await journal.saveSyncTime(app.clock.now.instant)
    // What could not be purged before is the status of the exchange.
    try await journal.completePurges()
    outcome.unreadable = try await journal.unreadableSegments().filter { !unreadable.contains($0) }
    repository.tidy()
  }

  // MARK: Receiving

  private mutating func receive() async throws {
    try repository.create()
    let wasShallow = isShallow
    let fetched: String?
    do {
      fetched = try await repository.fetch()
    } catch SyncRepository.Failure.damaged(let tip, let detail) where hasNewCopy {
      return try replaceDamaged(tip, detail)
    }
    guard let tip = fetched else { return try await handleEmptied() }
    if isShallow, !wasShallow { try await confirmShallow() }
    guard let remote = try await journal.syncRemote() else { throw Explanation.syncNotSetUp }
    if tip != remote.tip { try await read(tip, remote) }
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

  /// Git cannot read the remote, as after a stick was pulled out. What is here replaces it.
  private mutating func replaceDamaged(_ tip: String?, _ detail: String) throws {
    if replacedTip == nil {
      try app.sync.confirm(
        .syncRemoteDamaged(address: repository.address, detail: detail), .syncReplaceQuestion)
    }
    repository.removeBranchFromFolder()
    replacedTip = repository.isFolder ? "" : tip ?? ""
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
    let store = SyncKeyStore(app: app, diary: known.diary)
    guard format.diary == known.diary else {
      throw Explanation.syncOtherDiary(at: repository.address)
    }
    if let seal = format.seal, let key = known.key, seal.keyNumber < key.number {
      if replacedTip == nil {
        try app.sync.confirm(.syncOlderKey(address: repository.address), .syncReplaceQuestion)
      }
      replacedTip = tip
      return
    }
    replacedTip = nil
    let key = try await RemoteKey(of: format, known, in: store, journal)
    let cipher = SegmentCipher(diary: format.diary, epoch: format.epoch, key: key.key?.key)
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
      return bytes.flatMap { try? cipher.opened($0, at: segment.name).replaced }
    }
    switch comparison.state {
    case .continued, .changed: break
    case .foreign: throw Explanation.syncOtherDiary(at: repository.address)
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
    let hasNewKey = known.tip != nil && key.name != known.key
    if hasNewKey, let writer = format.seal?.writer {
      outcome.keyChanger = try await journal.devices().first { $0.id == writer && !$0.isThis }?.name
    }
    var remote = known
    (remote.tip, remote.epoch, remote.key) = (tip, format.epoch, key.name)
    let comparesAll = known.tip == nil || comparison.state != .continued
    // A damaged segment may be the one that names the devices.
    let namesDevices = comparesAll && comparison.state != .changed
    let received = try await journal.receive(
      remote, comparison.new, from: repository, by: cipher, without: comparison.removed,
      comparingAll: comparesAll, namedBy: namesDevices ? format.seal?.writer : nil,
      at: app.clock.now)
    outcome.add(received)
    // Also if this device began the epoch, and was interrupted before it removed the old commits.
    if comparison.state == .newEpoch { await repository.removeUnreachable() }
    if key.key != nil { try await renewDeviceKeys(store) }
    if received.hasErasedCopy {
      try repository.create()
      _ = try await repository.fetch()
    }
  }

  /// Makes keys for a device that was a copy of another one: it must be possible to shut out one of them.
  private func renewDeviceKeys(_ store: SyncKeyStore) async throws {
    let devices = try await journal.devices()
    guard devices.first(where: \.isThis)?.publicKey == nil, var ring = try await store.read() else {
      return
    }
    ring.device = try app.sync.random { try DeviceKeys.random() }
    try await store.save(ring)
    try await journal.savePublicKey(ring.device.publicKey)
  }

  static func format(
    _ files: [SyncRepository.StoredFile], in repository: SyncRepository
  ) throws -> RemoteFormat {
    guard let file = files.first(where: { $0.path == RemoteFormat.path }) else {
      throw Explanation.syncOtherDiary(at: repository.address)
    }
    // If the copy has lost it, the copy is damaged, and not the remote.
    let bytes = try repository.contents(of: file.blob)
    do throws(RemoteFormat.Failure) {
      return try RemoteFormat(bytes)
    } catch {
      switch error {
      case .newer: throw Explanation.syncNewer(at: repository.address)
      case .former:
        throw Explanation(.syncFormer(address: repository.address), hint: .syncFormerHint)
      case .notADiary: throw Explanation.syncOtherDiary(at: repository.address)
      }
    }
  }

  // MARK: Sending

  private mutating func send() async throws -> SyncRepository.PushResult {
    guard var remote = try await journal.syncRemote() else { throw Explanation.syncNotSetUp }
    if let replacedTip { remote.tip = replacedTip }
    if let newKey, newKey.key.number <= remote.key?.number ?? 0 {
      throw Explanation(
        .syncKeyChangedMeanwhile(address: remote.address), hint: .syncKeyChangedMeanwhileHint)
    }
    let hasPurges = try await journal.hasUnsentPurges()
    let startsEpoch = remote.tip != nil && (hasPurges || newKey != nil || replacedTip != nil)
    guard let push = try await commit(remote, startsEpoch: startsEpoch) else { return .done }
    let result = try await repository.push(
      push.commit, over: remote.tip?.isEmpty == true ? nil : remote.tip)
    guard case .done = result else { return result }
    app.drafts.markTold(push.kept)
    // Before the purge counts as sent.
    if startsEpoch {
      await repository.removeUnreachable()
      try await journal.eraseSyncClone()
    }
    try await journal.didSend(
      push.texts, as: push.segments, push.remote, replacing: push.replaced,
      startingEpoch: startsEpoch, forgetting: newKey?.without, at: app.clock.now.instant)
    outcome.sent += push.count
    return .done
  }

  private struct Push {
    /// What was kept of purged entries, of which the others are told.
    var kept: [(about: String, draft: Draft)]
    var texts: UnsentTexts
    var commit = ""
    var segments: [StoredSegment]
    var replaced: [String] = []
    var remote: SyncRemote
    /// The number of texts that are new at the remote.
    var count: Int
  }

  /// - Returns: `nil` if there is nothing to send.
  private mutating func commit(_ remote: SyncRemote, startsEpoch: Bool) async throws -> Push? {
    let device = try await journal.deviceID()
    let now = app.clock.now.instant
    let kept = app.drafts.kept().filter { !$0.draft.isTold }
    let base = startsEpoch ? nil : remote.tip
    if base != nil, kept.isEmpty, try await !journal.hasUnsent() { return nil }
    let unsent = try await journal.unsentCount()
    let stored = try base.map { try repository.files(at: $0) } ?? []
    var listed: [(name: SegmentName, size: Int)] = []
    for file in stored { SegmentName(path: file.path).map { listed.append(($0, file.size)) } }
    // Files that cannot be read do not count: anyone may have put them there.
    let blobs = Dictionary(stored.map { ($0.path, $0.blob) }, uniquingKeysWith: { $1 })
    let known = try await journal.knownSegments()
    listed.removeAll { known[$0.name.path] != blobs[$0.name.path] }
    let newest = listed.filter { $0.name.device == device }.map(\.name.number).max() ?? 0
    var next = remote
    if startsEpoch { next.epoch = Synchronization.newID() }
    let ring = try await ring(of: remote)
    let key = newKey?.key ?? ring?.keys.last { $0.number == remote.key?.number }
    next.key = key?.name
    let cipher = SegmentCipher(diary: next.diary, epoch: next.epoch, key: key?.key)
    let packer = SegmentPacker(device: device, name: app.deviceName, sentAt: now)
    let (texts, segments) = try await journal.pack(
      everything: base == nil, without: newKey?.without,
      keeping: kept.compactMap { KeptParagraphs($0.draft) }, by: packer, cipher,
      after: SegmentName(device: device, number: newest), in: repository)
    outcome.tooLong = texts.tooLong
    guard !texts.isEmpty || base == nil else { return nil }
    var push = Push(
      kept: kept, texts: texts, segments: segments, remote: next,
      count: startsEpoch ? unsent - texts.tooLong : texts.records)
    let due = SegmentFolding.due(listed, of: device)
    let old = due.compactMap { name in
      try? cipher.opened(repository.contents(of: blobs[name.path] ?? ""), at: name)
    }
    // What someone else has put in their place is not folded.
    if let first = due.first, let last = due.last, old.count == due.count {
      let header = Segment(device: device, name: app.deviceName, sentAt: now, lines: [])
      for segment in SegmentFolding.folded(
        old, numbers: first.number...last.number, by: header)
      {
        let name = SegmentName(device: device, number: newest + push.segments.count + 1)
        push.segments.append((name, try repository.store(cipher.sealed(segment, at: name))))
      }
      push.replaced = due.map(\.path)
    }
    var files = push.segments.map { (path: $0.name.path, blob: $0.blob) }
    if base == nil {
      var format = RemoteFormat(diary: next.diary, epoch: next.epoch)
      if let key, let ring {
        format.seal = RemoteFormat.Seal(
          keyNumber: key.number, writer: device, keys: try await sealed(key, by: ring))
        format = format.proven(by: key.key)
      }
      files.append((RemoteFormat.path, try repository.store(format.bytes)))
    }
    push.commit = try repository.commit(files, removing: push.replaced, onto: base, at: now)
    push.remote.tip = push.commit
    return push
  }

  /// The keys of this device; `nil` if the remote is not encrypted, and will not be.
  private func ring(of remote: SyncRemote) async throws -> KeyRing? {
    guard remote.key != nil || newKey != nil else { return nil }
    let store = SyncKeyStore(app: app, diary: remote.diary)
    guard let ring = try await store.read() else {
      throw Explanation.syncKeyMissing(of: remote.address)
    }
    if newKey == nil, let name = remote.key { _ = try store.key(named: name, of: ring) }
    return ring
  }

  /// A key for each of the other devices, sealed so that only this one reads it.
  private func sealed(
    _ key: KeyRing.NumberedKey, by ring: KeyRing
  ) async throws -> [String: [UInt8]] {
    var keys: [String: [UInt8]] = [:]
    for device in try await journal.devices() {
      guard !device.isThis, device.id != newKey?.without, let publicKey = device.publicKey else {
        continue
      }
      // Nobody can seal for a key that is no point of the curve.
      keys[device.id] = try? ring.device.seal(key.key, number: key.number, to: publicKey)
    }
    return keys
  }
}

/// A segment in the local copy of the remote.
typealias StoredSegment = (name: SegmentName, blob: String)

extension Journal {
  /// Stores what is unsent as segments in the local copy.
  fileprivate func pack(
    everything: Bool, without forgotten: String?, keeping kept: [KeptParagraphs],
    by packer: SegmentPacker, _ cipher: SegmentCipher, after last: SegmentName,
    in repository: SyncRepository
  ) throws -> (UnsentTexts, [StoredSegment]) {
    var packer = packer
    var segments: [StoredSegment] = []
    func store(_ segment: Segment?) throws {
      guard let segment else { return }
      let name = SegmentName(device: last.device, number: last.number + segments.count + 1)
      segments.append((name, try repository.store(cipher.sealed(segment, at: name))))
    }
    let texts = try unsent(
      everything: everything, deviceName: packer.deviceName, without: forgotten, keeping: kept
    ) { try store(packer.add($0)) }
    try store(packer.finish())
    return (texts, segments)
  }

  /// Reads segments of the local copy in one transaction.
  fileprivate func receive(
    _ remote: SyncRemote, _ listed: [RemoteComparison.Listed], from repository: SyncRepository,
    by cipher: SegmentCipher, without removed: [String], comparingAll comparesAll: Bool,
    namedBy writer: String?, at moment: Moment
  ) throws -> ReceivedTexts {
    var stream = try repository.blobs(listed.map(\.blob))
    var rest = listed[...]
    return try receive(
      remote, without: removed, comparingAll: comparesAll, namedBy: writer, at: moment
    ) {
      guard let next = rest.popFirst() else { return nil }
      let segment: Segment?
      if let bytes = try stream.next() {
        do {
          segment = try cipher.opened(bytes, at: next.name)
        } catch Segment.Failure.newer {
          throw Explanation.syncNewer(at: repository.address)
        } catch Segment.Failure.damaged {
          segment = nil
        }
      } else {
        segment = nil
      }
      return ArrivedSegment(name: next.name, blob: next.blob, segment: segment)
    }
  }
}
