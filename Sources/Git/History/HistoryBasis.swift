/// What a history was read from: as long as it stays the same, there is nothing more to read.
struct HistoryBasis: Hashable {
  var settings: CloneSettings
  /// The addresses that are the writer's before a mailmap is looked at, or part of the name.
  var meant: [String]
  /// With those that a mailmap puts in their place.
  var matched: [String]
  var mailmap: Mailmap
  /// The shallow file, and what is to be seen in the place of something else.
  var boundary: UInt64
  var references: UInt64
  var tips: [ObjectName]
  /// Whether no commit is older than one that it follows, by the clocks of those who made them.
  /// Only then can git be believed when it says what one part of history has and another has not.
  var isChronological: Bool
  /// The host whose remotes were looked at for what is not pushed.
  var host: String?
  /// The remotes that are on it.
  var remotes: [String]
}

extension HistoryBasis {
  private static let version: UInt64 = 1

  var bytes: [UInt8] {
    var fields = FieldWriter()
    fields.append(Self.version)
    fields.append(settings.addresses)
    fields.append(settings.name)
    fields.append(settings.mailmapFile)
    fields.append(settings.mailmapBlob)
    fields.append(settings.isBare)
    fields.append(settings.remoteHosts)
    fields.append(settings.watched)
    fields.append(settings.mark)
    fields.append(meant)
    fields.append(matched)
    fields.append(mailmap.mark)
    fields.append(mailmap.object)
    fields.append(mailmap.isThere)
    fields.append(boundary)
    fields.append(references)
    fields.append(isChronological)
    fields.append(host)
    fields.append(remotes)
    fields.append(tips.first?.isLong ?? false)
    fields.append(tips.flatMap(\.bytes))
    return fields.bytes
  }

  /// `nil` where this is not what this version of the program has written.
  init?(bytes: [UInt8]) {
    var fields = FieldReader(bytes)
    guard fields.number() == Self.version,
      let addresses = fields.texts(), let name = fields.text(), let mailmapFile = fields.text(),
      let mailmapBlob = fields.text(), let isBare = fields.flag(),
      let remoteHosts = fields.texts(), let watched = fields.texts(), let mark = fields.number(),
      let meant = fields.texts(), let matched = fields.texts(), let mailmapMark = fields.number(),
      let mailmapObject = fields.text(), let hasMailmap = fields.flag(),
      let boundary = fields.number(), let references = fields.number(),
      let isChronological = fields.flag(), let host = fields.text(), let remotes = fields.texts(),
      let isLong = fields.flag(), let names = fields.bytes(), fields.isAtEnd
    else { return nil }
    let length = isLong ? 32 : 20
    guard names.count % length == 0 else { return nil }
    settings = CloneSettings(
      addresses: addresses, name: name, mailmapFile: mailmapFile, mailmapBlob: mailmapBlob,
      isBare: isBare, remoteHosts: remoteHosts, watched: watched, mark: mark)
    self.meant = meant
    self.matched = matched
    mailmap = Mailmap(mark: mailmapMark, object: mailmapObject ?? "", isThere: hasMailmap)
    self.boundary = boundary
    self.references = references
    self.isChronological = isChronological
    self.host = host
    self.remotes = remotes
    tips = stride(from: names.startIndex, to: names.endIndex, by: length).compactMap { place in
      ObjectName(bytes: names[place..<place + length])
    }
  }
}
