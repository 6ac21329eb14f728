import Context
import Exchange
import Journal
import Localization
import Platform
import Synchronization

/// Opens what is to be imported: a file, a folder, an archive, or standard input.
struct SourceOpening: Sendable {
  let app: App

  /// A source that is open.
  struct Opened: Sendable {
    var source: Source
    /// The path by which it is recognized again; `-` for standard input.
    var path: String
    /// The first 4 KB of a single file.
    var beginning: String
    /// The hashes of the files of a folder that were read.
    var hashes: FileHashes
    /// What is not in the source: days in hidden folders.
    var left = LeftOut()
  }

  /// More files than any diary has.
  private static let limits = (files: 1_000_000, depth: 32)
  /// The longest text that is read from standard input, which is kept in memory.
  private static let inputLimit = 1 << 30

  func open(_ name: String) throws -> Opened {
    if name == "-" { return try file(named: "-", path: "-", standardInput()) }
    let path = app.directory.file(name)
    let place = File.realPath(path) ?? path
    if File.isDirectory(path) { return try folder(path, place) }
    guard File.exists(path) else {
      throw Explanation.unreadable(name, .notFound)
    }
    guard File.isRegular(File.followingLinks(path)) else {
      // The pipe of a shell has an end, as in `import <(zcat file.gz)`. A device may have none, and a
      // FIFO may never have a writer.
      guard case .success(let bytes) = Result(catching: { try pipe(path) }) else {
        throw Explanation(.fileFailed(path: name, reason: Message.reasonNotRegular), status: .usage)
      }
      return try file(named: name, path: "-", SourceFile(path: "", bytes))
    }
    let file = try SourceFile(path: "", reading: path, named: name)
    let opened = try self.file(named: name, path: place, file)
    if ZipSource.recognizes(Array(opened.beginning.utf8)) {
      let source = Source(
        name: opened.source.name, files: try ZipSource.files(of: path, named: name),
        isFolder: true)
      return Opened(source: source, path: place, beginning: "", hashes: FileHashes())
    }
    return opened
  }

  private func pipe(_ path: String) throws(FileError) -> [UInt8] {
    guard File.isUnnamedPipe(path) else { throw FileError(path: path, code: .invalid) }
    return try File.read(path, limit: Self.inputLimit)
  }

  private func standardInput() throws -> SourceFile {
    do {
      return SourceFile(path: "", try app.process.streams.read(Self.inputLimit))
    } catch {
      throw Explanation.unreadable("-", error.code)
    }
  }

  private func file(named name: String, path: String, _ file: SourceFile) throws -> Opened {
    var bytes = try file.open()
    let first = (try bytes.next() ?? []).prefix(4096)
    var source = Source(
      name: name.split(separator: "/").last.map(String.init) ?? name, files: [file],
      isFolder: false)
    source.graphSettings = try graphSettings(ofJournals: File.directory(of: path))
    return Opened(
      source: source, path: path, beginning: String(decoding: first, as: UTF8.self),
      hashes: FileHashes())
  }

  /// Hidden folders and links are left out, but for the settings of programs. Those with days are named.
  private func folder(_ path: String, _ place: String) throws -> Opened {
    let hashes = FileHashes()
    var files: [SourceFile] = []
    var left = LeftOut()
    var folders = [(path: "", depth: 0)]
    while let (folder, depth) = folders.popLast() {
      let entries: [FolderEntry]
      do {
        entries = try File.entries(of: folder.isEmpty ? path : "\(path)/\(folder)")
      } catch {
        throw Explanation.unreadable(error.path, error.code)
      }
      for entry in entries {
        let name = folder.isEmpty ? entry.name : "\(folder)/\(entry.name)"
        switch entry.kind {
        case .folder where depth < Self.limits.depth:
          if !entry.name.hasPrefix(".") || entry.name == ".obsidian" {
            folders.append((name, depth + 1))
          } else if let count = try? File.list("\(path)/\(name)").count(where: isDay), count > 0 {
            left.add(.day, name, count: count)
          }
        case .other where files.count < Self.limits.files:
          guard !entry.name.hasPrefix("."), File.isRegular("\(path)/\(name)") else { continue }
          files.append(
            SourceFile(path: name) {
              try hashes.hashing(
                SourceFile(path: name, reading: "\(path)/\(name)", named: name), as: name)
            })
        case .folder, .other, .link: break
        }
      }
    }
    let name = place.split(separator: "/").last.map(String.init) ?? place
    var source = Source(
      name: name, files: files.sorted { $0.path < $1.path }, isFolder: true)
    source.graphSettings = try graphSettings(ofJournals: place)
    return Opened(source: source, path: place, beginning: "", hashes: hashes, left: left)
  }

  /// The settings of the graph of Logseq whose journals are in a folder.
  private func graphSettings(ofJournals folder: String) throws -> SourceFile? {
    let settings = "\(File.directory(of: folder))/\(MarkdownVault.logseqPath)"
    guard folder.hasSuffix("/journals"), File.isRegular(settings) else { return nil }
    return try SourceFile(path: "", reading: settings, named: settings)
  }

  /// Whether a file has the name of a day.
  private func isDay(_ name: String) -> Bool {
    let parts = name.split(separator: ".", maxSplits: 1)
    return parts.count == 2
      && ["md", "org", "wiki", "txt"].contains(name.split(separator: ".").last)
      && DayName.day(of: name[..<(name.lastIndex(of: ".") ?? name.endIndex)]) != nil
  }
}

/// The SHA-256 of the files of a folder that were read so far.
final class FileHashes: Sendable {
  private let hashes = Mutex<[String: [UInt8]]>([:])

  subscript(_ path: String) -> [UInt8]? { hashes.withLock { $0[path] } }

  /// The bytes of a file, whose hash is kept.
  func hashing(_ file: SourceFile, as path: String) throws -> ByteSource {
    let bytes = try file.bytes()
    hashes.withLock { $0[path] = Journal.hash(bytes) }
    return ByteSource(bytes)
  }
}

extension SourceFile {
  private static let part = 256 << 10

  /// - Parameter name: the name in error messages.
  init(path: String, reading file: String, named name: String) throws {
    self.init(path: path) {
      do {
        let parts = try FileParts(file)
        return ByteSource { try parts.next() }
      } catch let error as FileError {
        throw Explanation.unreadable(name, error.code)
      }
    }
  }

  /// A file that is read in parts.
  private final class FileParts {
    private let file: OpenFile
    private var offset = 0

    init(_ path: String) throws(FileError) {
      file = try OpenFile(path)
    }

    func next() throws -> [UInt8]? {
      let bytes = try file.read(at: offset, count: SourceFile.part)
      offset += bytes.count
      return bytes.isEmpty ? nil : bytes
    }
  }
}
