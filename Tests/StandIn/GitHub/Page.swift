import Platform
import TestSupport

/// One page of a list, with links to the other pages.
struct Page<Item> {
  let items: ArraySlice<Item>
  private let number: Int
  private let last: Int
  private let query: [Substring]
  private let cursor: [(name: String, value: String)]?
  private let usesCursors: Bool

  /// The cursor parameter of a list.
  enum Cursor {
    /// `after=…`
    case after
    /// `top=BRANCH&last_sha=…`
    case lastSHA(top: String)

    var name: String { if case .after = self { "after" } else { "last_sha" } }
  }

  init(
    _ all: [Item], _ request: IncomingRequest, cursor kind: Cursor, _ paging: World.Paging,
    mark: (Item) -> String
  ) {
    let size = min(100, max(1, request.query("per_page").flatMap { Int($0) } ?? 30))
    let behind = request.query(kind.name)
    usesCursors = paging == .cursors || behind != nil
    last = max(1, (all.count + size - 1) / size)
    let start: Int
    if let behind {
      start = all.firstIndex { mark($0) == behind }.map { $0 + 1 } ?? all.count
      number = start / size + 1
    } else {
      number = max(1, request.query("page").flatMap { Int($0) } ?? 1)
      start = number > last ? all.count : (number - 1) * size
    }
    items = all[start..<min(all.count, start + size)]
    let ownNames = ["page", "after", "last_sha", "top"]
    query = request.rawQuery.split(separator: "&").filter { pair in
      !ownNames.contains(String(pair.prefix { $0 != "=" }))
    }
    guard let final = items.last, items.endIndex < all.count else {
      self.cursor = nil
      return
    }
    switch kind {
    case .after: self.cursor = [("after", mark(final))]
    case .lastSHA(let top): self.cursor = [("top", top), ("last_sha", mark(final))]
    }
  }

  /// Adds the `Link` header for the page at `address`.
  func linked(_ answer: Answer, at address: String) -> Answer {
    let links = usesCursors ? cursorLinks(address) : numberLinks(address)
    return links.isEmpty ? answer : answer.with("Link", links.joined(separator: ", "))
  }

  private func numberLinks(_ address: String) -> [String] {
    func link(_ page: Int, _ name: String) -> String {
      "<\(address)?\((query + ["page=\(page)"]).joined(separator: "&"))>; rel=\"\(name)\""
    }
    var links: [String] = []
    if number > 1 { links.append(link(min(number - 1, last), "prev")) }
    if cursor != nil { links += [link(number + 1, "next"), link(last, "last")] }
    if number > 1 { links.append(link(1, "first")) }
    return links
  }

  private func cursorLinks(_ address: String) -> [String] {
    guard let cursor else { return [] }
    let pairs = cursor.map { Substring("\($0.name)=\(Percent.encode($0.value))") }
    let first = query.isEmpty ? address : "\(address)?\(query.joined(separator: "&"))"
    return [
      "<\(address)?\((query + pairs).joined(separator: "&"))>; rel=\"next\"",
      "<\(first)>; rel=\"first\"",
    ]
  }
}

/// A hash of a page, which differs for different contents and accounts.
struct ETag {
  private var first: UInt64 = 0x243F_6A88_85A3_08D3
  private var second: UInt64 = 0x1319_8A2E_0370_7344

  /// An ETag such as `W/"…"`, with as many digits as GitHub's.
  static func weak(_ body: [UInt8], salt: String) -> String {
    var tag = ETag()
    for byte in salt.utf8 { tag.mix(UInt64(byte)) }
    tag.mix(body)
    let digits = Seeded.hex(tag.first) + Seeded.hex(tag.second)
    return "W/\"\(digits)\(String(digits.reversed()))\""
  }

  /// Processes eight bytes at a time, because pages are large and debug builds slow.
  private mutating func mix(_ body: [UInt8]) {
    body.withUnsafeBytes { bytes in
      for place in stride(from: 0, to: bytes.count & ~7, by: 8) {
        mix(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      }
      for byte in bytes.suffix(bytes.count & 7) { mix(UInt64(byte)) }
    }
    mix(UInt64(body.count))
  }

  private mutating func mix(_ word: UInt64) {
    first = (first ^ word) &* 0x9E37_79B9_7F4A_7C15
    first ^= first >> 29
    second = (second &+ word) &* 0xC2B2_AE3D_27D4_EB4F
    second ^= second >> 31
  }
}
