import HTTP
import JSON
import Platform

/// A recorded response of a service, from a folder next to the project.
enum Recorded {
  static let folder: String = {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return "/\(root)/../shared/fixtures/weather"
  }()

  static let areThere = File.isDirectory(folder)

  static func bytes(_ name: String) throws -> [UInt8] { try File.read("\(folder)/\(name)") }

  static func json(_ name: String) throws -> JSONValue { try JSONParser.parse(bytes(name)) }

  static func text(_ name: String) throws -> String {
    String(decoding: try bytes(name), as: UTF8.self)
  }
}
