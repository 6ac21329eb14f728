/// As much of a commit as is needed to count it once and on its day.
public struct PackedCommit: Hashable, Sendable {
  /// The first eight bytes of its name: among a billion commits two of them agree once in forty
  /// times.
  public var name: UInt64
  /// When it was written, in seconds since 1970; `undated` where the commit does not say.
  public var authoredAt: Int64

  /// On no day.
  public static let undated = Int64.min

  public init(name: UInt64, authoredAt: Int64) {
    self.name = name
    self.authoredAt = authoredAt
  }
}

/// Commits by their names, none of them twice.
public struct PackedCommits: Hashable, Sendable {
  /// Ascending by name.
  public private(set) var commits: [PackedCommit]

  public init(_ commits: [PackedCommit] = []) {
    self.commits = commits
    self.commits.sort { $0.name < $1.name }
    removeDuplicates()
  }

  private init(ascending commits: [PackedCommit]) {
    self.commits = commits
  }

  private mutating func removeDuplicates() {
    var kept = 0
    for commit in commits where kept == 0 || commits[kept - 1].name != commit.name {
      commits[kept] = commit
      kept += 1
    }
    commits.removeSubrange(kept...)
  }

  public var count: Int { commits.count }
  public var isEmpty: Bool { commits.isEmpty }
}

extension PackedCommits {
  /// Those of both.
  public func union(_ others: PackedCommits) -> PackedCommits {
    if others.isEmpty { return self }
    if isEmpty { return others }
    var result: [PackedCommit] = []
    result.reserveCapacity(count + others.count)
    var rest = others.commits[...]
    for commit in commits {
      while let other = rest.first, other.name < commit.name {
        result.append(other)
        rest.removeFirst()
      }
      if rest.first?.name == commit.name { rest.removeFirst() }
      result.append(commit)
    }
    return PackedCommits(ascending: result + rest)
  }

  /// These without the others.
  public func subtracting(_ others: PackedCommits) -> PackedCommits {
    if others.isEmpty { return self }
    var rest = others.commits[...]
    return PackedCommits(
      ascending: commits.filter { commit in
        while let other = rest.first, other.name < commit.name { rest.removeFirst() }
        return rest.first?.name != commit.name
      })
  }

  /// All of many, by halves, so that none is gone through more often than need be.
  public static func union(of histories: some Collection<PackedCommits>) -> PackedCommits {
    guard let first = histories.first else { return PackedCommits() }
    if histories.count == 1 { return first }
    let middle = histories.index(histories.startIndex, offsetBy: histories.count / 2)
    return union(of: histories[..<middle]).union(union(of: histories[middle...]))
  }
}

extension PackedCommits {
  private static let size = 16

  /// Sixteen bytes a commit, the lowest first.
  public var bytes: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count * Self.size) { buffer, filled in
      let raw = UnsafeMutableRawBufferPointer(buffer)
      for (index, commit) in commits.enumerated() {
        let place = index * Self.size
        raw.storeBytes(of: commit.name.littleEndian, toByteOffset: place, as: UInt64.self)
        raw.storeBytes(of: commit.authoredAt.littleEndian, toByteOffset: place + 8, as: Int64.self)
      }
      filled = buffer.count
    }
  }

  /// `nil` where the bytes are not of that form.
  public init?(bytes: [UInt8]) {
    guard bytes.count % Self.size == 0 else { return nil }
    commits = bytes.withUnsafeBytes { raw in
      (0..<raw.count / Self.size).map { index in
        let place = index * Self.size
        return PackedCommit(
          name: UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)),
          authoredAt: Int64(
            littleEndian: raw.loadUnaligned(fromByteOffset: place + 8, as: Int64.self)))
      }
    }
    for index in commits.indices.dropFirst() {
      guard commits[index - 1].name < commits[index].name else { return nil }
    }
  }
}
