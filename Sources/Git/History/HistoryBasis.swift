import Diary

/// The state from which a history was read. If it has not changed, there is nothing to update.
struct HistoryBasis: Hashable {
  var settings: CloneSettings
  /// The addresses of the author as requested, before a mailmap is applied, or a part of the name.
  var requestedAuthors: [String]
  /// `requestedAuthors`, with the addresses that a mailmap maps them to.
  var matchedAuthors: [String]
  var mailmap: Mailmap
  /// A hash of the shallow file, the grafts and the replacement references.
  var boundary: UInt64
  var references: UInt64
  var tips: [ObjectName]
  /// Whether no commit is older than its parents, by committer date. Only then is git reliable when
  /// it excludes one part of the history from another.
  var isChronological: Bool
  /// The host whose remotes determine which commits are pushed.
  var host: String?
  /// The remotes on this host.
  var remotes: [String]
}

extension HistoryBasis {
  /// The email addresses of the author; empty if the author was given by name.
  var addresses: [String] {
    requestedAuthors.first?.utf8.first == 0 ? [] : requestedAuthors
  }

  private static let version: UInt64 = 2
  /// The version without the repository.
  private static let firstVersion: UInt64 = 1

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
    fields.append(requestedAuthors)
    fields.append(matchedAuthors)
    fields.append(mailmap.mark)
    fields.append(mailmap.object)
    fields.append(mailmap.isThere)
    fields.append(boundary)
    fields.append(references)
    fields.append(isChronological)
    fields.append(host)
    fields.append(remotes)
    fields.append(settings.repository?.name)
    fields.append(tips.first?.isLong ?? false)
    fields.append(tips.flatMap(\.bytes))
    return fields.bytes
  }

  /// `nil` if the bytes were written by another version of the program.
  ///
  /// - Parameter readsTips: `false` if `tips` are not needed. There may be thousands.
  init?(bytes: [UInt8], readsTips: Bool = true) {
    var fields = FieldReader(bytes)
    guard let version = fields.number(), version == Self.version || version == Self.firstVersion,
      let addresses = fields.texts(), let name = fields.text(), let mailmapFile = fields.text(),
      let mailmapBlob = fields.text(), let isBare = fields.flag(),
      let remoteHosts = fields.texts(), let watched = fields.texts(), let mark = fields.number(),
      let requestedAuthors = fields.texts(), let matchedAuthors = fields.texts(),
      let mailmapMark = fields.number(),
      let mailmapObject = fields.text(), let hasMailmap = fields.flag(),
      let boundary = fields.number(), let references = fields.number(),
      let isChronological = fields.flag(), let host = fields.text(), let remotes = fields.texts(),
      let repository = version == Self.version ? fields.text() : .some(nil),
      let isLong = fields.flag(), let names = fields.bytes(), fields.isAtEnd
    else { return nil }
    let length = isLong ? 32 : 20
    guard names.count % length == 0 else { return nil }
    settings = CloneSettings(
      addresses: addresses, name: name, mailmapFile: mailmapFile, mailmapBlob: mailmapBlob,
      isBare: isBare, remoteHosts: remoteHosts, repository: repository.map { Repository(name: $0) },
      watched: watched,
      // Settings of the first version are read again.
      mark: version == Self.version ? mark : 0)
    self.requestedAuthors = requestedAuthors
    self.matchedAuthors = matchedAuthors
    mailmap = Mailmap(mark: mailmapMark, object: mailmapObject ?? "", isThere: hasMailmap)
    self.boundary = boundary
    self.references = references
    self.isChronological = isChronological
    self.host = host
    self.remotes = remotes
    tips = []
    guard readsTips else { return }
    tips = stride(from: names.startIndex, to: names.endIndex, by: length).compactMap { index in
      ObjectName(bytes: names[index..<index + length])
    }
  }
}
