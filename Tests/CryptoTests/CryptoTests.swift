import CSodium
import Diary
import Testing

@testable import Crypto

/// Bytes from hexadecimal digits.
func bytes(_ digits: String) -> [UInt8] { Hexadecimal.bytes(digits) ?? [] }

/// A key with known bytes.
func key(_ digits: String) throws -> SecretBytes {
  let values = bytes(digits)
  return try SecretBytes { secret in
    for index in 0..<SecretBytes.count { secret[index] = values[index] }
  }
}

/// Keys that seal and open.
@Suite struct SymmetricKeyTests {
  @Test func `what was sealed opens with its key, and in its place only`() throws {
    let (key, other) = (try SymmetricKey.random(), try SymmetricKey.random())
    let place = Array("devices/1".utf8)
    for count in [0, 1, 63, 64, 65, 100_000] {
      let text = [UInt8](repeating: 7, count: count)
      let sealed = key.seal(text, for: place)
      #expect(sealed.count == count + 40)
      #expect(try key.open(sealed, for: place) == text)
      #expect(throws: CryptoError.doesNotOpen) { try other.open(sealed, for: place) }
      #expect(throws: CryptoError.doesNotOpen) { try key.open(sealed, for: []) }
      // The same text is never sealed to the same bytes.
      #expect(key.seal(text, for: place) != sealed)
    }
  }

  @Test func `each changed, missing or added byte is noticed`() throws {
    let key = try SymmetricKey.random()
    let sealed = key.seal(Array("a text".utf8), for: [])
    for index in sealed.indices {
      for bit in 0..<8 {
        var changed = sealed
        changed[index] ^= 1 << bit
        #expect(throws: CryptoError.doesNotOpen) { try key.open(changed, for: []) }
      }
      #expect(throws: CryptoError.doesNotOpen) { try key.open(Array(sealed[..<index]), for: []) }
    }
    #expect(throws: CryptoError.doesNotOpen) { try key.open(sealed + [0], for: []) }
  }

  @Test func `a fingerprint is short, and another one for another key`() throws {
    let key = try SymmetricKey.random()
    #expect(key.fingerprint == key.fingerprint)
    #expect(key.fingerprint.count == 14)
    #expect(try SymmetricKey.random().fingerprint != key.fingerprint)
  }
}

/// Keys of devices, for which others seal the key of the diary.
@Suite struct DeviceKeysTests {
  @Test func `only the receiver opens a box, and only as one of its sender`() throws {
    let (sender, receiver, other) = (
      try DeviceKeys.random(), try DeviceKeys.random(), try DeviceKeys.random()
    )
    let key = try SymmetricKey.random()
    let box = try sender.seal(key, number: 70_000, to: receiver.publicKey)
    let opened = try receiver.open(box, from: sender.publicKey)
    #expect(opened.number == 70_000)
    #expect(opened.key.fingerprint == key.fingerprint)
    #expect(throws: CryptoError.doesNotOpen) { try other.open(box, from: sender.publicKey) }
    #expect(throws: CryptoError.doesNotOpen) { try receiver.open(box, from: other.publicKey) }
    for index in box.indices {
      var changed = box
      changed[index] ^= 1
      #expect(throws: CryptoError.doesNotOpen) {
        try receiver.open(changed, from: sender.publicKey)
      }
    }
  }

  @Test func `a public key that is none is refused`() throws {
    let (device, key) = (try DeviceKeys.random(), try SymmetricKey.random())
    for wrong in [[], [1, 2, 3], [UInt8](repeating: 0, count: 32)] {
      #expect(throws: CryptoError.doesNotOpen) { try device.seal(key, number: 1, to: wrong) }
      #expect(throws: CryptoError.doesNotOpen) {
        try device.open([UInt8](repeating: 1, count: 76), from: wrong)
      }
    }
  }
}

/// Keys in the form that people write.
@Suite struct RecoveryKeyTests {
  private func read(_ text: String) throws -> SymmetricKey {
    try RecoveryKey.key(Array(text.utf8))
  }

  @Test func `a key is read as it was written, however it is typed`() throws {
    for _ in 0..<50 {
      let key = try SymmetricKey.random()
      let text = RecoveryKey.text(of: key)
      #expect(text.split(separator: "-").count == 13)
      let spaced = text.replacing("-", with: " ")
      for typed in [
        text, text.uppercased(), spaced, text.replacing("-", with: ""), "  \(text)\n",
        spaced.replacing("0", with: "O").replacing("1", with: "l"),
        text.replacing("-", with: " -\r\n"), "\(text.prefix(40))\n\(text.dropFirst(40))",
      ] {
        #expect(try read(typed).fingerprint == key.fingerprint, "\(typed)")
      }
    }
  }

  @Test func `each wrong letter is found in its group`() throws {
    let text = RecoveryKey.text(of: try SymmetricKey.random())
    let letters = Array(text)
    for index in letters.indices where letters[index] != "-" {
      for letter in "0123456789abcdefghjkmnpqrstvwxyzu!é" where letter != letters[index] {
        var changed = letters
        changed[index] = letter
        #expect(throws: RecoveryKey.Failure.group(index / 6 + 1)) { try read(String(changed)) }
      }
    }
  }

  @Test func `exchanged letters and groups, and missing ones, are found`() throws {
    let text = RecoveryKey.text(of: try SymmetricKey.random())
    let groups = text.split(separator: "-").map(String.init)
    for index in 0..<12 {
      var changed = groups
      changed.swapAt(index, index + 1)
      #expect(throws: RecoveryKey.Failure.group(index + 1)) {
        try read(changed.joined(separator: "-"))
      }
      let letters = Array(groups[index])
      for place in 0..<4 where letters[place] != letters[place + 1] {
        var swapped = letters
        swapped.swapAt(place, place + 1)
        changed = groups
        changed[index] = String(swapped)
        #expect(throws: RecoveryKey.Failure.group(index + 1)) {
          try read(changed.joined(separator: " "))
        }
      }
      changed = groups
      changed.remove(at: index)
      #expect(throws: RecoveryKey.Failure.group(index + 1)) {
        try read(changed.joined(separator: "-"))
      }
    }
    #expect(throws: RecoveryKey.Failure.count(12)) {
      try read(groups.dropLast().joined(separator: "-"))
    }
    #expect(throws: RecoveryKey.Failure.count(14)) {
      try read((groups + [groups[0]]).joined(separator: "-"))
    }
    for text in ["", " ", "-", "passw\u{0}rd", String(repeating: "0", count: 10_000)] {
      #expect(throws: RecoveryKey.Failure.self) { try read(text) }
    }
  }
}

/// What a device keeps.
@Suite struct KeyRingTests {
  @Test func `a ring is read as it was stored`() throws {
    var ring = KeyRing(
      device: try DeviceKeys.random(), keys: [.init(number: 1, key: try SymmetricKey.random())])
    ring.add(.init(number: 2, key: try SymmetricKey.random()))
    let read = try KeyRing(ring.bytes)
    #expect(read.device.publicKey == ring.device.publicKey)
    #expect(read.keys.map(\.number) == [1, 2])
    #expect(read.keys.map(\.key.fingerprint) == ring.keys.map(\.key.fingerprint))
    #expect(read.bytes == ring.bytes)
  }

  @Test func `what is not a ring is refused, and nothing traps`() throws {
    let ring = KeyRing(
      device: try DeviceKeys.random(), keys: [.init(number: 1, key: try SymmetricKey.random())])
    let stored = ring.bytes
    for length in 0..<(stored.count - 1) {
      #expect(throws: CryptoError.doesNotOpen) { try KeyRing(Array(stored[..<length])) }
    }
    for index in stored.indices {
      var changed = stored
      changed[index] = UInt8(ascii: "x")
      _ = try? KeyRing(changed)
    }
  }
}

/// Vectors of libsodium's own tests and of the documents that they cite.
@Suite struct VectorTests {
  /// draft-irtf-cfrg-xchacha-03, A.3.1.
  @Test func `XChaCha20-Poly1305 gives what its document says`() throws {
    let text =
      Array(
        "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
          .utf8) + Array("sunscreen would be it.".utf8)
    let key = try key("808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f")
    let nonce = bytes("404142434445464748494a4b4c4d4e4f5051525354555657")
    let place = bytes("50515253c0c1c2c3c4c5c6c7")
    let sealed = bytes(
      "bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f"
        + "4eda7e39ae64c6708c54c216cb96b72e1213b4522f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f"
        + "76b2383565d3fff921f9664c97637da9768812f615c68b13b52ec0875924c1c7987947deafd8780acf49")
    #expect(try SymmetricKey(key).open(nonce + sealed, for: place) == text)
    var again = [UInt8](repeating: 0, count: text.count + Sodium.tagSize)
    key.use {
      diary_sodium_seal(&again, text, text.count, place, place.count, nonce, $0)
    }
    #expect(again == sealed)
  }

  /// RFC 7748, 6.1.
  @Test func `a public key is that of X25519`() throws {
    for (secret, expected) in [
      (
        "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a",
        "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a"
      ),
      (
        "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb",
        "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"
      ),
    ] {
      #expect(try DeviceKeys(key(secret)).publicKey == bytes(expected))
    }
  }

  /// `box` of the tests of NaCl and libsodium.
  @Test func `a box is that of NaCl`() throws {
    let secret = try key("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a")
    let receiver = bytes("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f")
    let nonce = bytes("69696ee955b62b73cd62bda875fc73d68219e0036b7a0b37")
    let text = bytes(
      "be075fc53c81f2d5cf141316ebeb0c7b5228c52a4c62cbd44b66849b64244ffce5ecbaaf33bd751a1ac728d4"
        + "5e6c61296cdc3c01233561f41db66cce314adb310e3be8250c46f06dceea3a7fa1348057e2f6556ad6b1318a"
        + "024a838f21af1fde048977eb48f59ffd4924ca1c60902e52f0a089bc76897040e082f937763848645e0705")
    let expected = bytes(
      "f3ffc7703f9400e52a7dfb4b3d3305d98e993b9f48681273c29650ba32fc76ce48332ea7164d96a4476fb8c5"
        + "31a1186ac0dfc17c98dce87b4da7f011ec48c97271d2c20f9b928fe2270d6fb863d51738b48eeee314a7cc8a"
        + "b932164548e526ae90224368517acfeabd6bb3732bc0e9da99832b61ca01b6de56244a9e88d5f9b37973f622"
        + "a43d14a6599b1f654cb45a74e355a5")
    var box = [UInt8](repeating: 0, count: expected.count)
    secret.use { _ = diary_sodium_box(&box, text, text.count, nonce, receiver, $0) }
    #expect(box == expected)
    let sender = bytes("8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a")
    let other = try key("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb")
    var opened = [UInt8](repeating: 0, count: text.count)
    other.use { _ = diary_sodium_open_box(&opened, box, box.count, nonce, sender, $0) }
    #expect(opened == text)
  }

  /// RFC 7693, appendix A.
  @Test func `a hash is that of BLAKE2b`() throws {
    try Sodium.load()
    let text = Array("abc".utf8)
    var hash = [UInt8](repeating: 0, count: 64)
    diary_sodium_hash(&hash, 64, text, text.count, nil, 0)
    #expect(
      hash
        == bytes(
          "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de"
            + "4533cc9518d38aa8dbf1925ab92386edd4009923"))
  }
}

/// Secrets in memory.
@Suite struct SecretBytesTests {
  @Test func `wiping overwrites the bytes in their place`() throws {
    try Sodium.load()
    var secret = [UInt8](repeating: 0xA5, count: 1 << 16)
    let isWiped = secret.withUnsafeMutableBytes { buffer in
      buffer.baseAddress.map { diary_sodium_wipe($0, buffer.count) }
      return buffer.allSatisfy { $0 == 0 }
    }
    #expect(isWiped)
    secret.wipe()
    #expect(secret.isEmpty)
  }

  @Test func `secrets are not written to core dumps`() throws {
    let key = try SecretBytes { diary_sodium_random($0, SecretBytes.count) }
    let address = key.use { UInt(bitPattern: $0) }
    let maps = try #require(try? ProcessMaps.flags(at: address))
    #expect(maps.contains("dd"), "\(maps)")
  }
}
