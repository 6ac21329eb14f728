import Diary
public import JSON
public import Journal
import Localization
import Records
public import Terminal

/// What an exchange with the remote has done.
public struct SyncOutcome: Sendable {
  /// The number of texts of which something was sent.
  public var sent = 0
  /// The number of texts that are too long to be sent.
  public var tooLong = 0
  /// The paths of the segments that cannot be read, and could be read or were not there before.
  public var unreadable: [String] = []
  public var received = ReceivedTexts()
  /// The name of the device that has changed the key since the last exchange.
  public var keyChanger: String?

  public init() {}

  /// The number of texts that other devices have changed.
  var receivedCount: Int { received.changed.values.reduce(0, +) }

  public mutating func add(_ more: ReceivedTexts) {
    received.changed.merge(more.changed, uniquingKeysWith: +)
    received.merged += more.merged
    received.purgedIDs += more.purgedIDs
    received.purgedDays += more.purgedDays
    received.kept += more.kept
  }
}

/// A shared diary and its remote.
public struct SyncState: Sendable {
  public var remote: SyncRemote
  /// `nil` if nothing was exchanged just now.
  public var outcome: SyncOutcome?
  public var devices: [SyncDevice]
  /// The number of texts with changes that are not at the remote yet.
  public var waiting: Int
  public var looks: [TextToLookAt]
  /// The paths of the segments of the remote that cannot be read.
  public var unreadable: [String]
  /// The name of this device.
  public var deviceName: String
  /// What was kept of purged entries, as drafts of this device.
  public var kept: [KeptParagraphs] = []

  public init(
    remote: SyncRemote, outcome: SyncOutcome?, devices: [SyncDevice], waiting: Int,
    looks: [TextToLookAt], unreadable: [String], deviceName: String
  ) {
    self.remote = remote
    self.outcome = outcome
    self.devices = devices
    self.waiting = waiting
    self.looks = looks
    self.unreadable = unreadable
    self.deviceName = deviceName
  }

  public var json: JSONValue { json(withRecoveryKey: nil) }

  /// - Parameter recoveryKey: the one that was just made.
  public func json(withRecoveryKey recoveryKey: String?) -> JSONValue {
    var members: [JSONValue.Member] = []
    if let recoveryKey { members.append(.init("recoveryKey", .string(recoveryKey))) }
    if let outcome {
      members += [
        .init("sent", .integer(outcome.sent)), .init("received", .integer(outcome.receivedCount)),
        .init("merged", .integer(outcome.received.merged)),
        .init("purged", .integer(outcome.received.purged)),
        .init(
          "purgedTexts",
          .array(
            outcome.received.purgedDays.map { .string("\($0)") }
              + outcome.received.purgedIDs.map { .string($0.text) })),
        .init(
          "putAside",
          .array(
            (kept + outcome.received.kept.filter { $0.device != nil }).map { kept in
              [
                "day": .string("\(kept.day)"), "paragraphs": .integer(kept.count),
                "machine": JSONValue(kept.device),
              ]
            })),
      ]
    }
    members += [
      .init("remote", .string(remote.address)), .init("encrypted", .bool(remote.key != nil)),
      .init("fingerprint", JSONValue(remote.key?.fingerprint)),
      .init("lastSync", JSONValue(remote.syncedAt?.description)),
      .init("failingSince", JSONValue(remote.failedAt?.description)),
      .init("failure", JSONValue(remote.failure)),
      .init("unreadable", .array(unreadable.map { .string($0) })),
      .init("toLookAt", .array(looks.map { .string($0.record.id.name) })),
      .init(
        "devices",
        .array(
          devices.map { device in
            [
              "id": .string(device.id),
              "name": .string(device.isThis ? deviceName : device.name),
              "this": .bool(device.isThis),
              "lastSeen": JSONValue(device.seenAt?.description),
              "waiting": .integer(
                device.isThis ? waiting : unreadable.count { $0.contains(device.id) }),
            ]
          })),
    ]
    return .object(members)
  }
}

// MARK: As text

extension SyncState {
  /// What an exchange has done, in one line.
  ///
  /// - Parameter isVerbose: whether to list the devices.
  public func exchangeLines(verbose isVerbose: Bool, in context: ViewContext) -> [StyledText] {
    guard let outcome else { return [] }
    let counts = [
      outcome.sent > 0 ? Message.syncSent(count: outcome.sent) : nil,
      outcome.receivedCount > 0 ? .syncReceived(count: outcome.receivedCount) : nil,
      outcome.received.merged > 0 ? .syncMerged(count: outcome.received.merged) : nil,
    ].compactMap(\.self)
    var lines: [StyledText] = []
    if !counts.isEmpty {
      lines += context.wrapped(
        .syncExchanged(counts: context.reader.list(counts.map { context.reader.say($0) })))
    }
    lines += context.lines(ofPurge: outcome.received)
    if let name = outcome.keyChanger, let key = remote.key {
      lines += context.wrapped(.syncNewKeyFrom(name: name, fingerprint: key.fingerprint))
    }
    if lines.isEmpty {
      lines +=
        waiting > 0
        ? context.wrapped(.syncStillWaiting(count: waiting))
        : context.wrapped(.syncNothingNew, .remark)
    }
    if isVerbose {
      for device in devices {
        let count = outcome.received.changed[device.id]
        let rest: Message? =
          device.isThis
          ? (outcome.sent > 0 ? .syncSent(count: outcome.sent) : nil)
          : count.flatMap { $0 > 0 ? .syncReceived(count: $0) : nil }
        let detail = rest.map { ": " + context.reader.say($0) } ?? ""
        lines += context.wrapped(
          StyledText("  " + name(of: device, in: context) + detail), indent: 4)
      }
    }
    return lines + context.lines(of: kept) + context.lines(of: looks, limit: 3)
  }

  /// The remote, the devices and what waits.
  public func lines(in context: ViewContext) -> [StyledText] {
    func row(_ label: Message, _ text: String, _ style: Style = .plain) -> [StyledText] {
      [context.styled(label, .remark), StyledText(text, style)]
    }
    let reader = context.reader
    var rows = [
      row(.syncRemoteLabel, remote.address, .accent),
      row(
        .syncLastLabel, remote.syncedAt.map { context.dateAndTime($0) } ?? reader.say(.syncNever)),
      row(.syncWaitingLabel, reader.say(.amountTexts(count: waiting))),
    ]
    if let key = remote.key {
      rows.append(
        row(.syncKeyLabel, reader.say(.syncEncrypted(fingerprint: key.fingerprint))))
    }
    for (index, device) in devices.enumerated() {
      let name = name(of: device, in: context)
      rows.append(index == 0 ? row(.syncMachinesLabel, name) : ["", StyledText(name)])
    }
    var lines = Table(columns: [.whole, .flexible], rows: rows).lines(on: context.screen)
    if remote.key == nil { lines += context.wrapped(.syncPlain, .remark) }
    lines += context.failure(of: remote) + context.lines(of: kept)
    return lines + context.lines(of: looks, limit: nil)
  }

  private func name(of device: SyncDevice, in context: ViewContext) -> String {
    if device.isThis { return context.reader.say(.syncThisMachine(name: deviceName)) }
    let isUnique = device.name != deviceName && devices.count { $0.name == device.name } == 1
    let name = isUnique ? device.name : "\(device.name) \(device.shortID)"
    guard let seen = device.seenAt else { return name }
    return context.reader.say(.syncMachine(name: name, when: context.dateAndTime(seen)))
  }
}

extension ViewContext {
  /// Stands beside a text that two devices have changed, until the user has seen its versions.
  public var lookMark: StyledText { styled(.lookMark, .warning) }

  /// The drafts of what was kept of purged entries.
  func lines(of kept: [KeptParagraphs]) -> [StyledText] {
    kept.flatMap { kept in
      wrapped(
        .syncPutAside(
          day: kept.day, count: kept.count, command: "commitdiary diary edit \(kept.day)"))
    }
  }

  /// What was purged on other devices, and what was kept of it.
  fileprivate func lines(ofPurge received: ReceivedTexts) -> [StyledText] {
    let names = received.purgedDays.map { "\($0)" } + received.purgedIDs.map(\.text)
    var lines: [StyledText] = []
    if !names.isEmpty {
      let rest = names.count > 5 ? ["…"] : []
      lines += wrapped(
        .syncPurged(
          count: names.count, names: (names.prefix(5) + rest).joined(separator: ", ")))
    }
    for kept in received.kept {
      guard let device = kept.device else { continue }
      lines += wrapped(
        .syncPutAsideElsewhere(count: kept.count, day: kept.day, machine: device))
    }
    return lines
  }

  /// A warning if the last exchange has failed.
  public func failure(of remote: SyncRemote) -> [StyledText] {
    guard let since = remote.failedAt, let reason = remote.failure else { return [] }
    return wrapped(.syncFailingSince(when: dateAndTime(since), reason: reason), .warning)
  }

  /// The texts that the user should look at.
  func lines(of texts: [TextToLookAt], limit: Int?) -> [StyledText] {
    let shown = texts.prefix(limit ?? .max)
    var lines = shown.flatMap { look in
      let name = look.record.name(on: today)
      return wrapped(
        look.hasLostWords
          ? .syncLookAtWords(name: name, command: look.record.historyCommand)
          : .syncLookAtDeletion(name: name), .warning)
    }
    let others = texts.count - shown.count
    if others > 0 { lines += wrapped(.syncOthersToLookAt(count: others), .remark) }
    return lines
  }
}

extension FoundRecord {
  /// The command that shows all versions.
  fileprivate var historyCommand: String {
    let group =
      switch self {
      case .note: "notes"
      case .entry: "diary"
      case .toDo: "todo"
      }
    return "commitdiary \(group) history \(shortName)"
  }
}
