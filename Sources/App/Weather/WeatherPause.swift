import Diary
import JSON
import Platform

/// The last failure of the weather service, in the cache.
///
/// For ten minutes, commands that show weather beside something else do not ask the service again:
/// a server that does not answer would delay each of them. `commitdiary weather` always asks.
struct WeatherPause {
  let path: String

  private static let length: Int64 = 10 * 60

  /// When the service failed and when it will be asked again; `nil` if it may be asked now.
  func times(at now: Instant) -> (failed: Instant, end: Instant)? {
    guard let bytes = try? File.readRegular(path, limit: 1 << 10),
      let json = try? JSONParser.parse(bytes),
      let failed = json["failedAt"]?.string.flatMap(Instant.init(rfc3339:))
    else { return nil }
    let end = Instant(secondsSince1970: failed.secondsSince1970 + Self.length)
    return (failed..<end).contains(now) ? (failed, end) : nil
  }

  /// Write errors are ignored; the service is then asked again.
  func begin(at now: Instant) {
    let json: JSONValue = ["failedAt": .string(now.description)]
    try? File.makeDirectory(File.directory(of: path), permissions: 0o700)
    try? File.writeAtomically(Array((json.text() + "\n").utf8), to: path, permissions: 0o600)
  }

  func end() { try? File.remove(path) }
}
