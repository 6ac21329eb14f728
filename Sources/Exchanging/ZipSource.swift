import Context
import Exchange
import Journal
import Localization
import Platform
import Zip

/// The files of an archive as a source.
enum ZipSource {
  static func recognizes(_ beginning: [UInt8]) -> Bool { ZipReader.recognizes(beginning) }

  /// - Parameter name: the name in error messages.
  static func files(of path: String, named name: String) throws -> [SourceFile] {
    try explaining(name) {
      let archive = try ZipReader(path)
      return archive.entries.map { entry in
        SourceFile(path: entry.path) {
          try explaining(name) {
            let part = try archive.open(entry)
            return ByteSource { try explaining(name) { try part.next() } }
          }
        }
      }
      .sorted { $0.path < $1.path }
    }
  }

  private static func explaining<Result>(
    _ name: String, _ work: () throws -> Result
  ) throws -> Result {
    do {
      return try work()
    } catch let error as ZipError {
      switch error {
      case .damaged: throw ExchangeError(.badArchive)
      case .encrypted: throw ExchangeError(.encrypted)
      case .tooLarge: throw ExchangeError(.tooLong(megabytes: SourceFile.limit >> 20))
      case .libraryMissing(let reason): throw Explanation.zlibMissing(reason)
      }
    } catch let error as FileError {
      throw Explanation.unreadable(name, error.code)
    }
  }
}

extension Explanation {
  static func zlibMissing(_ reason: String) -> Explanation {
    Explanation(
      .zlibMissing(reason: reason), hint: .tryCommand(command: "apt install \("zlib1g")"),
      status: .unavailable)
  }

  /// A file that was named in a command cannot be read.
  static func unreadable(_ path: String, _ code: Errno) -> Explanation {
    Explanation(.fileUnreadable(path: path, reason: code.message), status: .usage)
  }
}
