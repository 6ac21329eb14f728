/// The arguments of the process.
public enum ProcessArguments {
  /// The arguments without the program's name.
  ///
  /// `CommandLine.arguments` replaces invalid UTF-8 by `�`, which would silently change the user's
  /// text.
  public static func current() throws(ArgumentError) -> [String] {
    var words: [String] = []
    // These pointers are valid for the lifetime of the process.
    for position in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = CommandLine.unsafeArgv[position] else { break }
      guard let word = String(validatingCString: bytes) else {
        throw .notText(position: position)
      }
      words.append(word)
    }
    return words
  }
}
