import Crypto
import Diary
import Sync
import Testing

@testable import Synchronizing

/// What an encrypted remote has, as version 2 writes it. It must open for ever.
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
    #"{"commitdiary":"sync","version":2,"diary":"097a0b8f1c939730e6ecc6605f4feeed","epoc"#
    + #"h":"c830d27ece1bf47ae83378b52cc243c2","cipher":"xchacha20poly1305","key":2,"writer"#
    + #"":"b780127d645e1ce9fed8536105d2a87d","keys":{"fc77ccae456b564ecab4e3abbcd145cd":"f"#
    + #"c353357556ffd109eb2d415bba35695077f7467c35607105819371319c2d3ef0c1bd111ee0c222434d"#
    + #"ab20db840ac7a1e43de16e013168d4c6fd923eb64289d16c88cc3082a25ff539cb0a1"}}"#
    + "\n"
    + #"{"proof":"59a60e9e3ec1c005ddbe7e7febcceb0462bc3d1c87ca38093bc5b36241fe0342b04f2027"#
    + #"3dde91a0"}"#
    + "\n"

  private let path = "devices/b780127d645e1ce9fed8536105d2a87d/00000001"
  private let segment =
    """
    677b9bac4940f396aa1f23d7fc385f7c4b30ec3bf82fd7cb9ba70731ef2b6ff452487f5e6445a849d95c\
    66c2fbe59f6a3a6f48a26428f314b141d2521a67495d58a252c2ca3bd66cfdd58a48b35177bb9b4a5117\
    f28a3419d3043836e29fb879827a66cab2006d9428b3edab72de088b56ccbb4516e813eae4b959114507\
    a3ffb16cbc7abf90361a7d2990698878ab9923dbebad2678a1e82c678403b06f54cec5260a079cd57aa7\
    6dc8329fa913ba57ecb6dcf579ab76b2967fff57eb0aabc7c05ee290b3bc5b70e00c6063290675478f2e\
    c9e9098220351128d24d4df5edb863e1f27d69f3f37cb0fcb53983f93802b13bc874db2be486561162e4\
    2999c2cfbe0aedb091bc33f3a4093c46e8bcde989be44a09553716f7e0115819118e26505d435db6207a\
    74cea4feb5be1a7db4458b68eabddfcfa4574fd2660fe91c013958d74c32be2a4047c5244a1983af026b\
    20a6d07d6ae707f27a1735132bbf42c48d6845da20d74ce1b28f413249889621d8ae0ab85a5d316c7702\
    c6397f237a531fea22ef6ebe3a98a4fc572cb94a05e91c4076c7aff161972e4a943d6cde81178fa74706\
    ccb2405c8036964830f50b92bc6b17ec757ef51dc9bbd5ebf5a340c79befd226bc7486986244a0f7b7af\
    1fd8a92c4eb693b14f0ff61350c7c866e6597b986fc0fb1bb8e71dd985e4145050fb9c0524d4394f13f3\
    068670234bfc55e8387db698b65874013f48aee9bdbebb963434332310e7510f686d3a811be20197431a\
    4ef90efcea7baa72ad70ca94a9d38226e5cb00ab63c6e2cb20ca3a4c6761ef697e7528a7547559291239\
    17bf46128c2512297154bbd20e1859c0422485af242dbd8abdb13307677bdf6b35021b5ab0a21cbbf4ad\
    8f2cc5da393747a6cf005bb73ee1d38012e57d9b64c58453860773e20df025dfaf48402e09ae5a531a05\
    5986b152c63ad40d0be98ae8a9019538de48c6710d321c71c374db2ebfcc5e3d0cd28617479bebdaa54d\
    d9dba93ddea52b3c13fdeb2451474a96d329423839c95dc601614d30bc33be846dcfcbf943a4adfac3c4\
    8d6ceb24390c2f48d526ed68ec77008b2ffb2d9f3f195ea2e13f53c930d448cbe9da576f28e1fe011484\
    2d7d0964f01ce34e4a03f9638044234da3c0675474ee91bbca54864a8b252657505241dabaa4964b497e\
    3c78d5dde7a7af57d61b715623349fe72e57b0b0477e47f5f0752641305709d865682224632ddcdc8957\
    693d4779376e3fa4b936b9f73775f6275da4cefa4a033e9c9421642c149098ce792f89cddf2c18622787\
    b35607e35675d10fa7464be936a489e7c4ed8e4feead8264a1c8c470135c771be7bf04d3549cbbbd30c2\
    9a4274bbf699996420f9a98a4120bbc77836d7bccf73c1316cf28c7bb082d3db917fb5b87987d571dfd3\
    d8120de0bdf8e913c3aefbeb2c5df30954cc19d05e49f40f1880cf53caa9285c5425b16f31c9b76a70c8\
    f19e0289c84e4f0802961876879c
    """

  private var read: RemoteFormat {
    get throws { try RemoteFormat(Array(format.utf8)) }
  }

  private func cipher(_ key: SymmetricKey) throws -> SegmentCipher {
    SegmentCipher(diary: try read.diary, epoch: try read.epoch, key: key)
  }

  // MARK: Reading

  @Test func `what version 2 has written opens, and is written again as it was`() throws {
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
    // How long it is tells little.
    let length = try cipher(key).sealed(opened, at: name).count
    #expect(length == bytes.count && (length - 40) % 1024 == 0)
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
    let place = "commitdiary sync 2\n\(cipher.diary)\n\(cipher.epoch)\n\(path)\n"
    for wrong in [[], [0x80], [0xFF, 0x80, 0], Array("no deflate".utf8)] as [[UInt8]] {
      let sealed = key.seal(wrong, for: Array(place.utf8))
      #expect(throws: Segment.Failure.damaged) { try cipher.opened(sealed, at: name) }
    }
  }
}
