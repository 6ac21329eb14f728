/// The words that the program was started with.
public enum ProcessArguments {
  /// All but the program's own name.
  ///
  /// `CommandLine.arguments` puts `�` where a word is not UTF-8, which would alter what was written
  /// without anybody noticing.
  public static func current() throws(ArgumentError) -> [String] {
    var words: [String] = []
    // The system keeps these pointers, and what they point to, for as long as the process lives.
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
