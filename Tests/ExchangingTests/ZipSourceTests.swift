import Diary
import Exchange
import Platform
import TestSupport
import Testing
import Zip

@testable import Exchanging

@Suite struct ZipSourceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func archive(of count: Int) throws -> String {
    let path = folder.file("\(count).zip")
    var bytes: [UInt8] = []
    let writer = ZipWriter { bytes += $0 }
    for number in 0..<count {
      try writer.addUncompressed("\(number.padded(to: 5)).json", "{\"entries\":[]}")
    }
    try writer.finish()
    try File.writeAtomically(bytes, to: path)
    return path
  }

  @Test func `opens the archive once for all of its files`() throws {
    let path = try archive(of: 3)
    let files = try ZipSource.files(of: path, named: "diary.zip")
    #expect(files.map(\.path) == ["00000.json", "00001.json", "00002.json"])
    try File.remove(path)
    // Parts of several files can be read in turns.
    var sources = try files.map { try $0.open() }
    for index in sources.indices.reversed() {
      #expect(try sources[index].next() == Array("{\"entries\":[]}".utf8))
    }
  }

  @Test func `the time grows with the number of files, not with its square`() throws {
    func time(_ count: Int) throws -> Duration {
      let files = try ZipSource.files(of: archive(of: count), named: "diary.zip")
      return try ThreadTime.measure { for file in files { _ = try file.bytes() } }
    }
    let (few, many) = (try time(200), try time(2000))
    #expect(many < few * 40, "\(few), \(many)")
  }
}
