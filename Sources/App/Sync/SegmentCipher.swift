import Crypto
import Sync
import Zip

/// How the files of an epoch are stored: as they are, or compressed and encrypted, so that each opens only
/// in its place.
struct SegmentCipher {
  let diary: String
  let epoch: String
  /// `nil` if they are stored as they are.
  let key: SymmetricKey?

  func sealed(_ segment: Segment, at name: SegmentName) throws -> [UInt8] {
    let bytes = segment.bytes
    guard let key else { return bytes }
    do throws(ZipError) {
      return key.seal(Self.padded(try bytes.deflated()), for: place(name))
    } catch {
      throw SyncKeyError(error)
    }
  }

  /// - Throws: `Segment.Failure` if it cannot be read, or a `SyncError` if nothing can.
  func opened(_ bytes: [UInt8], at name: SegmentName) throws -> Segment {
    guard let key else { return try Segment(bytes) }
    guard let padded = try? key.open(bytes, for: place(name)),
      let end = padded.lastIndex(where: { $0 != 0 }), padded[end] == Self.endMark
    else { throw Segment.Failure.damaged }
    let compressed = Array(padded[..<end])
    do {
      return try Segment(compressed.inflated(limit: Segment.largestSize))
    } catch ZipError.libraryMissing(let reason) {
      throw SyncKeyError.library(package: "zlib1g", reason: reason)
    } catch is ZipError {
      throw Segment.Failure.damaged
    }
  }

  /// What the compressed segment ends with, before zeros.
  private static let endMark: UInt8 = 0x80
  /// Who cannot read a segment does not see how long it is, either.
  private static let step = 1 << 10

  private static func padded(_ bytes: [UInt8]) -> [UInt8] {
    let bytes = bytes + [endMark]
    let rest = bytes.count % step
    return rest == 0 ? bytes : bytes + [UInt8](repeating: 0, count: step - rest)
  }

  /// The largest file that a segment becomes: what cannot be compressed grows by less than a thousandth.
  static let largestFile = Segment.largestSize + (Segment.largestSize >> 10) + (2 << 10)

  private func place(_ name: SegmentName) -> [UInt8] {
    Array("commitdiary sync \(RemoteFormat.newest)\n\(diary)\n\(epoch)\n\(name.path)\n".utf8)
  }
}

extension RemoteFormat {
  /// Whether the file was written by someone with this key.
  func isProven(by key: SymmetricKey) -> Bool {
    guard let seal else { return false }
    return (try? key.open(seal.proof, for: firstLine)) == []
  }

  /// The same with the proof.
  func proven(by key: SymmetricKey) -> RemoteFormat {
    var format = self
    format.seal?.proof = key.seal([], for: firstLine)
    return format
  }
}
