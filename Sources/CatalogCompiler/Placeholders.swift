import Foundation

/// The `{name}`s of a message, in the order in which they first stand there.
///
/// `{name:을/를}` is the Korean particle that fits what stands for `name`; it needs no value of its
/// own. `{{` is a brace.
func placeholders(in text: String) -> [String] {
  var names: [String] = []
  for match in text.replacingOccurrences(of: "{{", with: "").matches(of: /\{([a-zA-Z]+)(:[^}]*)?\}/)
  {
    let name = String(match.output.1)
    if !names.contains(name) { names.append(name) }
  }
  return names
}
