import Crypto
import Diary
import Sync
import Testing

@testable import App

/// What an encrypted remote has, as version 1 writes it. It must open for ever.
@Suite struct SealedRemoteTests {
  private let recoveryKey =
    "69144-ksrxm-wpac8-9hm1m-rzcnh-cpc1p-pgc"
    + "f6-8tj85-4pm4h-k9vjz-20wnq-s8a3h-pms04"

  /// The keys of the device that has changed the key, and those of another one from before.
  private let writerKeys = """
    commitdiary keys 1
    device 851465196f022de4e262061c8a40e85b622e59d7a84b78052797433a12d8b4d4
    key 2 324249e71de594c4c681c7d9565981b418f46a4825a849a77210395ca143b532

    """
  private let readerKeys = """
    commitdiary keys 1
    device 00d18d47d65c38ae6c8624033dc46a07395adfd60f18c1518412594867973c3f
    key 1 293119edad5bf11a1209d76609501d57b723ac89922281649346136c7dac1c36

    """

  private let format =
    #"{"commitdiary":"sync","version":1,"diary":"097a0b8f1c939730e6ecc6605f4feeed","epoch""#
    + #":"c830d27ece1bf47ae83378b52cc243c2","cipher":"xchacha20poly1305","key":2,"writer":"b"#
    + #"780127d645e1ce9fed8536105d2a87d","keys":{"fc77ccae456b564ecab4e3abbcd145cd":"fc35335"#
    + #"7556ffd109eb2d415bba35695077f7467c35607105819371319c2d3ef0c1bd111ee0c222434dab20db84"#
    + #"0ac7a1e43de16e013168d4c6fd923eb64289d16c88cc3082a25ff539cb0a1"}}"#
    + "\n"
    + #"{"proof":"73cbcf3eca25c7e9e2ffdcd6f0a753c5aae276be75449fa1cb2f957c38bf8de97f5a351ba3"#
    + #"2e0d57"}"#
    + "\n"

  private let path = "devices/b780127d645e1ce9fed8536105d2a87d/00000001"
  private let segment =
    "988b30d8d65b3fde968123deb8091e4470c90d224a73e544904092e905fe3b6f8353e698a3fc1fac3759"
    + "ea84b4c78e47a01cfa8b990c5fa3df4d89fb2907a7ddf0bafe868ca511cf76af75da2aeca61babeba8cc"
    + "ac0886816cd30e24dd7b7dc17acb65822526fcf387aebb9346134045acdaae51ed5db785dd8a8d5f441c"
    + "ee843d06c3676c890b3ea9600725e3205768f27b62971b513d11de94684f2ae9f8c08e38524c53bed696"
    + "2a95678feb3c84c6994a859ffbe67165752189de7f6ce44a6d8bba2b197e6f335c4ed614cbe5f70845ed"
    + "280b95ad2b764c2892c483f1cd2fd0fd667d1e3a5fcead665ce9ce3221c492c0d4e535cc6c317cf744b6"
    + "a5dbc515a36f9dd9cab8818cc2f69597396bd7fd82675c7cfa6709c37da7c2c650005b6e463e93e979e6"
    + "36d2d5414b6ab24b286dc7d890cac1a4810ee34ae8da2f33feede3378df504dc9e812cfaf75f8a83d562"
    + "cad45ff23fcbfbc7a155fc9044eca5358935f72d2c94ccd1466e8a47953dbb25c6d3d653f6072f2f94a5"
    + "d3415b90aca9b15f6872b1eb6db15ef8505b420c9e33c0692ee51e046bb6411448f8ab372358d64d88d8"
    + "c497ad80d68381d26f9977aa91f14fafcc550c762a7db779c6a01bbb53d5d160b614882ff9c7275211db"
    + "8ef8e7656805984022749c4be2c0e9020788c4b5348dfe44ed"

  private var read: RemoteFormat {
    get throws { try RemoteFormat(Array(format.utf8)) }
  }

  private func cipher(_ key: SymmetricKey) throws -> SegmentCipher {
    SegmentCipher(diary: try read.diary, epoch: try read.epoch, key: key)
  }

  // MARK: Reading

  @Test func `what version 1 has written opens, and is written again as it was`() throws {
    let key = try RecoveryKey.key(Array(recoveryKey.utf8))
    #expect(RecoveryKey.text(of: key) == recoveryKey)
    #expect(try read.bytes == Array(format.utf8))
    #expect(try read.isProven(by: key))
    let ring = try KeyRing(Array(writerKeys.utf8))
    #expect(ring.bytes == Array(writerKeys.utf8))
    #expect(ring.keys.map(\.key.fingerprint) == [key.fingerprint])
    let name = try #require(SegmentName(path: path))
    let bytes = try #require(Hexadecimal.bytes(segment))
    let opened = try cipher(key).opened(bytes, at: name)
    #expect(opened.name == "laptop")
    #expect("\(opened.lines)".contains("우유 and eggs"))
  }

  @Test func `a number of a key that nobody reaches is refused`() {
    for number in ["0", "-1", "1000001", "9223372036854775807", "99999999999999999999"] {
      let changed = format.replacing("\"key\":2,", with: "\"key\":\(number),")
      #expect(throws: RemoteFormat.Failure.notADiary) { try RemoteFormat(Array(changed.utf8)) }
    }
  }

  @Test func `a device opens the new key that was sealed for it`() throws {
    let reader = try KeyRing(Array(readerKeys.utf8))
    let writer = try KeyRing(Array(writerKeys.utf8))
    let seal = try #require(try read.seal)
    let box = try #require(seal.keys.values.first)
    let (key, number) = try reader.device.open(box, from: writer.device.publicKey)
    #expect(number == 2 && seal.keyNumber == 2)
    #expect(try read.isProven(by: key))
    #expect(throws: CryptoError.doesNotOpen) {
      try reader.device.open(box, from: reader.device.publicKey)
    }
    #expect(try read.isProven(by: reader.keys[0].key) == false)
  }

  // MARK: Damage

  @Test func `each changed byte of the format is noticed`() throws {
    let key = try RecoveryKey.key(Array(recoveryKey.utf8))
    let bytes = Array(format.utf8)
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << bit
        guard let format = try? RemoteFormat(changed) else { continue }
        #expect(!format.isProven(by: key), "byte \(index), bit \(bit)")
      }
      let cut = try? RemoteFormat(Array(bytes[..<index]))
      #expect(cut?.isProven(by: key) != true)
    }
  }

  @Test func `each changed byte of a segment is noticed, and no other place opens it`() throws {
    let key = try RecoveryKey.key(Array(recoveryKey.utf8))
    let cipher = try cipher(key)
    let name = try #require(SegmentName(path: path))
    let bytes = try #require(Hexadecimal.bytes(segment))
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 0x10
      #expect(throws: Segment.Failure.damaged) { try cipher.opened(changed, at: name) }
      #expect(throws: Segment.Failure.damaged) {
        try cipher.opened(Array(bytes[..<index]), at: name)
      }
    }
    var next = name
    next.number += 1
    #expect(throws: Segment.Failure.damaged) { try cipher.opened(bytes, at: next) }
    var other = name
    other.device = String(name.device.reversed())
    #expect(throws: Segment.Failure.damaged) { try cipher.opened(bytes, at: other) }
    for (diary, epoch) in [(cipher.epoch, cipher.epoch), (cipher.diary, cipher.diary)] {
      let other = SegmentCipher(diary: diary, epoch: epoch, key: key)
      #expect(throws: Segment.Failure.damaged) { try other.opened(bytes, at: name) }
    }
  }

  @Test func `a text that grows without end is not expanded`() throws {
    let key = try SymmetricKey.random()
    let name = try #require(SegmentName(path: path))
    let cipher = try cipher(key)
    let place = "commitdiary sync 1\n\(cipher.diary)\n\(cipher.epoch)\n\(path)\n"
    for wrong in [[], [0xFF], Array("no deflate".utf8)] as [[UInt8]] {
      let sealed = key.seal(wrong, for: Array(place.utf8))
      #expect(throws: Segment.Failure.damaged) { try cipher.opened(sealed, at: name) }
    }
  }
}
