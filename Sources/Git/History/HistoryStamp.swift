import Diary
import Platform

/// The states of the files from which a history was read. As long as they are the same, the history
/// is current, and none of the files has to be read.
struct HistoryStamp: Hashable {
  /// Files and folders, existing or not.
  var paths: [String] = []
  /// A hash of their states, and of the variables that affect git.
  var mark: UInt64 = 0
}

extension HistoryStamp: Cached {
  mutating func code(with coder: inout CacheCoder) {
    coder.code(&paths)
    coder.code(&mark)
  }
}

/// The states of files in one run. Files that many clones share are looked up once.
struct FileStates {
  private let environmentMark: UInt64
  /// Paths below this folder belong to one clone only.
  var own = ""
  private var shared: [String: Known] = [:]

  private struct Known {
    var mark: UInt64
    var changed: Int64
  }

  init(environment: Environment) {
    environmentMark = CloneSettings.mark(of: [], environment: environment)
  }

  /// - Parameter start: when reading began. There is no stamp if a file was changed later, or so
  ///   shortly before that another change may leave it with the same time.
  mutating func stamp(of paths: [String], readAt start: Int64) -> HistoryStamp? {
    let state = state(of: paths)
    // Some file systems store times in steps of two seconds.
    guard state.changed < (start - 2) * 1_000_000_000 else { return nil }
    return HistoryStamp(paths: paths, mark: state.mark)
  }

  mutating func areUnchanged(since stamp: HistoryStamp) -> Bool {
    state(of: stamp.paths).mark == stamp.mark
  }

  private mutating func state(of paths: [String]) -> Known {
    var fingerprint = Fingerprint()
    var newest = Int64.min
    fingerprint.add(environmentMark)
    for path in paths {
      let known = known(path)
      fingerprint.add(known.mark)
      newest = max(newest, known.changed)
    }
    return Known(mark: fingerprint.value, changed: newest)
  }

  private mutating func known(_ path: String) -> Known {
    let isOwn = !own.isEmpty && path.hasPrefix(own)
    if !isOwn, let known = shared[path] { return known }
    var known = Known(mark: 0, changed: .min)
    if let state = FileState(of: path) {
      known = Known(mark: state.mark, changed: max(state.modified, state.changed))
    }
    if !isOwn { shared[path] = known }
    return known
  }
}

extension FileState {
  /// A hash of the state, never 0.
  var mark: UInt64 {
    var value = inode &* 0x9E37_79B9_7F4A_7C15
    for part in [UInt64(bitPattern: modified), UInt64(bitPattern: changed), device] {
      value = (value ^ part) &* 0x100_0000_01B3
      value ^= value >> 29
    }
    value = (value ^ UInt64(bitPattern: size)) &* 0x9E37_79B9_7F4A_7C15
    return value | 1
  }
}

/// A hash of bytes that is the same in every run (FNV-1a).
struct Fingerprint {
  private(set) var value = UInt64(hashing: [])

  mutating func add(_ bytes: some Sequence<UInt8>) {
    value = UInt64(hashing: bytes, from: value)
    // Separates this value from the next one.
    value = (value ^ 0x100) &* 0x100_0000_01B3
  }

  mutating func add(_ text: String) { add(text.utf8) }

  mutating func add(_ number: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      value = (value ^ (number >> UInt64(shift) & 0xFF)) &* 0x100_0000_01B3
    }
  }
}

extension Fingerprint {
  init(of bytes: some Sequence<UInt8>) { add(bytes) }
}
