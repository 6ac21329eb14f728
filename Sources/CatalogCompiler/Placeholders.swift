import Foundation

/// The names of the placeholders in a message, in the order of their first occurrence.
///
/// `{name:을/를}` is a Korean particle whose form depends on the value of `name`; it needs no value
/// of its own. `{{` is a literal brace.
func placeholders(in text: String) -> [String] {
  var names: [String] = []
  for match in text.replacingOccurrences(of: "{{", with: "").matches(of: /\{([a-zA-Z]+)(:[^}]*)?\}/)
  {
    let name = String(match.output.1)
    if !names.contains(name) { names.append(name) }
  }
  return names
}
