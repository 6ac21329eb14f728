import Foundation
import PackagePlugin

/// Compiles `Localization/*.po` to a Swift file of static tables before the target is compiled.
@main
struct Catalogs: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = context.package.directoryURL.appending(path: "Localization")
    let catalogs = try FileManager.default
      .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "po" }
      .sorted { $0.path < $1.path }
    let output = context.pluginWorkDirectoryURL.appending(path: "Catalogs.swift")
    return [
      .buildCommand(
        displayName: "Compiling the message catalogs",
        executable: try context.tool(named: "CatalogCompiler").url,
        arguments: ["compile", folder.path, output.path],
        inputFiles: catalogs,
        outputFiles: [output])
    ]
  }
}
