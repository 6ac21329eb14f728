import Foundation
try "".write(toFile: CommandLine.arguments[3], atomically: true, encoding: .utf8)
