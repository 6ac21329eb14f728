import Platform
import TestSupport
import Testing

@testable import Git

/// The local copy of a remote.
@Suite struct SyncRepositoryTests {
  @Test func `blobs are read up to a size`() throws {
    let folder = try TemporaryFolder()
    let repository = SyncRepository(
      at: folder.file("copy.git"), of: "", environment: .current, asks: false, largestFile: 1_000)
    try repository.create()
    let contents = [10, 1_000, 1_001, 200_000, 0, 999].map { [UInt8](repeating: 10, count: $0) }
    let names = try contents.map { bytes throws(SyncRepository.Failure) in
      try repository.store(bytes)
    }
    var stream = try repository.blobs(names + [String(repeating: "0", count: 40)])
    for bytes in contents {
      #expect(try stream.next() == (bytes.count > 1_000 ? nil : bytes))
    }
    #expect(try stream.next() == nil)
    #expect(try repository.contents(of: names[1]).count == 1_000)
  }
}
