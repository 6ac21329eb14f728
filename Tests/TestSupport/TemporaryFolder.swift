import CTestSupport
import Glibc
import Platform

/// A temporary folder for a test, removed with its contents afterwards.
public final class TemporaryFolder: Sendable {
  /// The folder of all temporary files. `scripts/test` names one in memory.
  public static let parent = Environment.current.nonEmpty("COMMITDIARY_TESTS_FOLDER") ?? "/tmp"

  public let path: String

  public init() throws {
    path = "\(Self.parent)/commitdiary-\(UInt64.random(in: 0 ... .max))"
    try File.makeDirectory(path)
  }

  deinit { TemporaryFolder.remove(path) }

  public func file(_ name: String) -> String { "\(path)/\(name)" }

  public func write(_ text: String, to name: String) throws {
    try File.writeAtomically(Array(text.utf8), to: file(name))
  }

  public func names() throws -> [String] { try File.list(path) }

  /// Removes a folder and as much of its contents as possible. Symbolic links are not followed.
  public static func remove(_ path: String) {
    // `unlink` removes everything but folders, including links to folders.
    guard unlink(path) != 0 else { return }
    for name in (try? File.list(path)) ?? [] { remove("\(path)/\(name)") }
    rmdir(path)
  }
}

/// The contents of every file below a folder, to check that nothing has changed.
public struct FolderContents: Equatable {
  public private(set) var files: [String: [UInt8]] = [:]

  public init(_ path: String) throws { try collect(path) }

  private mutating func collect(_ path: String) throws {
    guard File.exists(path) else { return }
    guard File.isDirectory(path) else {
      if File.isRegular(path) { files[path] = try File.read(path) }
      return
    }
    for name in try File.list(path) { try collect("\(path)/\(name)") }
  }

  /// The files that contain `text`.
  public func files(holding text: String) -> [String] {
    let wanted = Array(text.utf8)
    return files.filter { $0.value.holds(wanted) }.map(\.key).sorted()
  }
}

extension [UInt8] {
  /// Uses the C library, because a search byte by byte takes seconds in a debug build.
  public func holds(_ other: [UInt8]) -> Bool {
    guard let first = other.first else { return true }
    return withUnsafeBytes { bytes in
      guard var place = bytes.baseAddress else { return false }
      let end = place + bytes.count
      while place + other.count <= end, let found = memchr(place, Int32(first), end - place) {
        place = UnsafeRawPointer(found)
        if place + other.count <= end, memcmp(place, other, other.count) == 0 { return true }
        place += 1
      }
      return false
    }
  }
}

/// Writes programs that a test runs.
public enum ExecutableFile {
  /// Writes a file that can be run at once.
  ///
  /// A child that another thread starts meanwhile has all descriptors of this process until it runs
  /// its program. As long as one of them is open for writing, the kernel refuses to run the file.
  public static func write(_ bytes: [UInt8], to path: String) throws {
    try File.writeAtomically(bytes, to: path, permissions: 0o755)
    let code = wait_for_writers(path)
    guard code == 0 else { throw FileError(path: path, code: Errno(rawValue: code)) }
  }

  public static func write(_ text: String, to path: String) throws {
    try write(Array(text.utf8), to: path)
  }
}
