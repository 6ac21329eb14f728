// swift-tools-version: 6.3
import Foundation
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Optimizes a module in debug builds too. Without it, the modules that process every character take
/// a third of the tests' time. In other modules the build takes longer than the tests save.
let optimized: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// Keeps the code of a module small in releases. These modules repeat nothing so often that the fastest
/// code would be noticed.
let small: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// A module in `Sources/`, with the modules of lower layers that it imports.
func module(
  _ name: String, on lower: [Target.Dependency] = [], swiftSettings more: [SwiftSetting] = [],
  plugins: [Target.PluginUsage] = []
) -> Target {
  .target(name: name, dependencies: lower, swiftSettings: settings + more, plugins: plugins)
}

/// The tests of a module.
///
/// - Parameter symbols: Functions of the C library that the tests replace, also for libraries that
///   are loaded at run time.
/// - Parameter files: Files and folders that the tests read.
func tests(
  of name: String, with more: [Target.Dependency] = [], offering symbols: [String] = [],
  reading files: [String] = []
) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: [.init(stringLiteral: name), "TestSupport"] + more,
    exclude: files, swiftSettings: settings,
    linkerSettings: symbols.map {
      .unsafeFlags(["-Xlinker", "--export-dynamic-symbol=\($0)"])
    })
}

/// The header search paths of libsecret, which is not linked: SwiftPM's own support for pkg-config
/// would also link it.
///
/// SwiftPM saves what this returns. If libsecret is not installed yet, these are the paths that it will
/// have on Debian.
func libsecretHeaders() -> [CSetting] {
  #if arch(arm64)
    let triple = "aarch64-linux-gnu"
  #else
    let triple = "x86_64-linux-gnu"
  #endif
  let usual = [
    "-I/usr/include/libsecret-1", "-I/usr/include/glib-2.0",
    "-I/usr/lib/\(triple)/glib-2.0/include",
  ]
  let process = Process()
  let output = Pipe()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = ["pkg-config", "--cflags-only-I", "libsecret-1"]
  process.standardOutput = output
  process.standardError = FileHandle.nullDevice
  guard (try? process.run()) != nil else { return [.unsafeFlags(usual)] }
  let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  let found = text.split(whereSeparator: \.isWhitespace).map(String.init)
  return [.unsafeFlags(found.isEmpty ? usual : found)]
}

let package = Package(
  name: "commitdiary",
  products: [.executable(name: "commitdiary", targets: ["commitdiary"])],
  targets: [
    // C libraries
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    // Loaded at run time on first use, because most commands need none of them.
    .target(name: "CCurl"),
    .target(name: "CZlib"),
    .target(name: "CSodium"),
    .target(name: "CSecret", cSettings: libsecretHeaders()),
    // Code that must be written in C
    .target(name: "CPlatform"),

    // Layer 0
    module("Diary"),
    module("Localization", on: ["Diary"], swiftSettings: optimized, plugins: ["Catalogs"]),
    module("Arguments", on: ["Localization"]),
    module("Platform", on: ["CPlatform", "Diary"]),
    module("JSON", swiftSettings: optimized),
    module("Records", on: ["Diary", "JSON"], swiftSettings: optimized),

    // Layer 1
    module("SQLite", on: ["CSQLite"]),
    module("Git", on: ["Diary", "Platform"]),
    module("HTTP", on: ["CCurl", "Diary", "Platform"]),
    module("Keyring", on: ["CSecret", "Diary", "Platform"]),
    module("Zip", on: ["CZlib", "Platform"]),
    module("Crypto", on: ["CSodium", "Diary"], swiftSettings: optimized),
    module("Terminal", on: ["Diary"], swiftSettings: optimized),
    module("HTML"),
    module("Sync", on: ["Diary", "JSON", "Records"], swiftSettings: optimized),

    // Layer 2
    module("Journal", on: ["Diary", "JSON", "Platform", "Records", "SQLite", "Sync"]),
    module("Exchange", on: ["Diary", "JSON"], swiftSettings: small),
    module("GitHub", on: ["Diary", "HTML", "HTTP", "JSON", "Platform"], swiftSettings: small),
    module("Weather", on: ["Diary", "HTTP", "JSON", "Platform"]),
    module("Following", on: ["Diary", "Git"]),

    // Layer 3
    module(
      "Views",
      on: [
        "Diary", "Exchange", "JSON", "Journal", "Localization", "Records", "Terminal", "Weather",
      ], swiftSettings: small),

    module("Servers", on: ["JSON"]),

    // Layer 4
    module(
      "Context",
      on: [
        "Arguments", "Diary", "Git", "GitHub", "HTTP", "JSON", "Journal", "Keyring", "Localization",
        "Platform", "Records", "Terminal", "Views", "Weather",
      ], swiftSettings: small),

    // Layer 5
    module(
      "Accounts",
      on: [
        "Arguments", "Context", "Diary", "Git", "GitHub", "HTTP", "JSON", "Journal", "Keyring",
        "Localization", "Platform", "Terminal", "Views",
      ], swiftSettings: small),

    module(
      "Synchronizing",
      on: [
        "Context", "Crypto", "Diary", "Git", "Journal", "Keyring", "Localization", "Platform",
        "Sync", "Terminal", "Views", "Zip",
      ], swiftSettings: small),

    // Layer 6
    module(
      "App",
      on: [
        "Accounts", "Arguments", "Context", "Diary", "Exchange", "Following", "Git", "GitHub",
        "HTTP", "JSON", "Journal", "Keyring", "Localization", "Platform", "Records", "Sync",
        "Synchronizing", "Terminal", "Views", "Weather",
      ], swiftSettings: small),

    // Layer 7
    module(
      "Exchanging",
      on: [
        "App", "Context", "Diary", "Exchange", "JSON", "Journal", "Localization",
        "Platform", "Records", "Sync", "Synchronizing", "Terminal", "Views", "Zip",
      ], swiftSettings: small),

    module(
      "Browse",
      on: [
        "Accounts", "App", "Arguments", "Context", "Diary", "Journal", "Localization", "Platform",
        "Records", "Synchronizing", "Terminal", "Views",
      ], swiftSettings: small),

    // Layer 8
    module(
      "Commands",
      on: [
        "Accounts", "App", "Arguments", "Context", "Diary", "Exchange", "Exchanging", "Git",
        "GitHub", "JSON", "Journal", "Localization", "Platform", "Records", "Servers",
        "Synchronizing", "Terminal", "Views", "Weather",
      ], swiftSettings: small),

    // Layer 9
    .executableTarget(
      name: "commitdiary", dependencies: ["Browse", "Commands"], swiftSettings: settings),

    // Build tools
    .executableTarget(
      name: "CatalogCompiler",
      // It runs only in builds, for less time than its optimization would take.
      swiftSettings: settings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]),
    .plugin(name: "Catalogs", capability: .buildTool(), dependencies: ["CatalogCompiler"]),

    // Tests
    .target(name: "CTestSupport", path: "Tests/CTestSupport"),
    .target(
      name: "TestSupport", dependencies: ["CTestSupport", "Platform"], path: "Tests/TestSupport",
      swiftSettings: settings),
    .target(
      name: "GitTestSupport", dependencies: ["Git", "Platform", "TestSupport"],
      path: "Tests/GitTestSupport", swiftSettings: settings),
    .target(
      name: "ArgumentsTestSupport", dependencies: ["Arguments"],
      path: "Tests/ArgumentsTestSupport", swiftSettings: settings),
    .target(
      name: "StandIn", dependencies: ["Diary", "JSON", "Platform", "TestSupport"],
      path: "Tests/StandIn", swiftSettings: settings),
    .executableTarget(
      name: "github-stand-in", dependencies: ["StandIn"], path: "Tests/StandInProgram",
      swiftSettings: settings),
    tests(of: "Diary"),
    tests(of: "Localization", with: ["CatalogCompiler", "Diary"]),
    tests(of: "Arguments", with: ["ArgumentsTestSupport", "Diary", "Localization"]),
    tests(of: "Platform", with: ["CTestSupport", "Diary"]),
    tests(of: "JSON"),
    tests(of: "SQLite"),
    tests(of: "Git", with: ["Diary", "GitTestSupport", "Platform"]),
    tests(of: "Following", with: ["Diary", "Git", "GitTestSupport", "Platform"]),
    tests(of: "HTML"),
    tests(of: "Crypto", with: ["CSodium", "Diary"]),
    tests(of: "Sync", with: ["Diary", "JSON", "Platform", "Records"]),
    tests(of: "HTTP", with: ["Platform", "StandIn"], offering: ["getaddrinfo"]),
    .executableTarget(
      name: "keyring-probe", dependencies: ["Keyring", "Platform"], path: "Tests/KeyringProbe",
      swiftSettings: settings),
    tests(of: "Keyring", with: ["Platform", "keyring-probe"]),
    tests(of: "Exchange", with: ["Diary", "JSON", "Platform"]),
    tests(of: "GitHub", with: ["Diary", "HTTP", "JSON", "Platform", "StandIn"]),
    tests(of: "Weather", with: ["Diary", "HTTP", "JSON", "Platform", "StandIn"]),
    tests(of: "Zip", with: ["Platform"]),
    tests(of: "Terminal", with: ["Diary"]),
    tests(
      of: "Journal", with: ["Diary", "Platform", "Records", "SQLite"], reading: ["Released"]),
    tests(of: "Servers", with: ["JSON"]),
    tests(
      of: "Views", with: ["Diary", "JSON", "Journal", "Localization", "Records", "Terminal"]),
    tests(
      of: "Context",
      with: [
        "Diary", "GitHub", "HTTP", "JSON", "Journal", "Localization", "Platform",
      ]),
    tests(of: "Accounts", with: ["Diary", "Journal"]),
    tests(of: "Synchronizing", with: ["Crypto", "Diary", "Sync"]),
    tests(
      of: "App",
      with: [
        "Arguments", "Context", "Diary", "Git", "JSON", "Journal", "Localization", "Platform",
        "Records", "Terminal",
      ]),
    tests(
      of: "Exchanging",
      with: ["Diary", "Exchange", "JSON", "Journal", "Platform", "Records", "Zip"]),
    tests(
      of: "Browse",
      with: [
        "App", "Context", "Diary", "Journal", "Localization", "Platform", "Records", "Terminal",
        "Views",
      ]),
    // Shared by tests that run the program in their own process and tests that start it.
    .target(
      name: "ProgramSupport",
      dependencies: ["Diary", "JSON", "Platform", "SQLite", "StandIn", "TestSupport"],
      path: "Tests/ProgramSupport", swiftSettings: settings),
    tests(
      of: "Commands",
      with: [
        "Accounts", "App", "Arguments", "ArgumentsTestSupport", "Browse", "Context", "Diary",
        "Exchanging", "GitHub", "JSON",
        "Journal", "Keyring", "Localization", "Platform", "ProgramSupport", "SQLite", "StandIn",
        "Terminal",
      ]),
    .testTarget(
      name: "ProgramTests",
      dependencies: [
        "JSON", "Journal", "Platform", "ProgramSupport", "SQLite", "StandIn", "Terminal",
        "TestSupport",
      ],
      swiftSettings: settings),
  ]
)

// Only for scripts/faults and scripts/bench, so that no other build compiles them.
if Context.environment["COMMITDIARY_TOOLS"] != nil {
  package.targets += [
    .executableTarget(
      name: "page-reader", dependencies: ["GitHub", "Platform"], path: "Tests/PageReader",
      swiftSettings: settings),
    .target(
      name: "FaultPlan", dependencies: ["Diary", "JSON", "Platform", "TestSupport"],
      path: "Tests/FaultPlan", swiftSettings: settings),
    .executableTarget(
      name: "fault-driver",
      dependencies: ["FaultPlan", "JSON", "Platform", "SQLite", "TestSupport"],
      path: "Tests/FaultDriver", swiftSettings: settings),
    tests(of: "FaultPlan", with: ["Platform"]),
  ]
}
