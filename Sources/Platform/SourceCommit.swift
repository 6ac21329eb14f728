import CPlatform

/// The commit that the program was built from.
///
/// The scripts pass it to the linker. As a constant in Swift or an option of the compiler, every commit
/// would compile the program again.
public enum SourceCommit {
  /// The start of its id and its date, such as `1a2b3c4d 2026-11-21`; `nil` if it is not known.
  public static var name: String? {
    let text = String(cString: diary_source_name())
    return text.isEmpty ? nil : text
  }
}
