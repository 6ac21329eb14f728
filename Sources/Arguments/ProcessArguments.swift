/// The arguments of a process as text.
public enum ProcessArguments {
  /// - Parameter words: the bytes of the arguments, without the program's name.
  public static func texts(of words: [[UInt8]]) throws(ArgumentError) -> [String] {
    var texts: [String] = []
    for (index, bytes) in words.enumerated() {
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw .notText(position: index + 1)
      }
      texts.append(text)
    }
    return texts
  }
}
