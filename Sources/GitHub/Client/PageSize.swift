/// The number of elements that an address asks for.
enum PageSize {
  static let standard = 100
  /// What is worth trying where the host gives up on a page.
  private static let least = 10

  /// The address of the first half of the same page, from which the list goes on as before; `nil`
  /// where there is no telling (the place in the list is not given by a number), or where it is
  /// small as it is.
  static func halved(_ url: String) -> String? {
    guard let question = url.firstIndex(of: "?") else { return nil }
    var fields = url[question...].dropFirst().split(separator: "&").map(String.init)
    let names = fields.map { $0.prefix { $0 != "=" } }
    guard
      !names.contains(where: { ["after", "before", "cursor", "last_sha", "top"].contains($0) }),
      let sizePlace = names.firstIndex(of: "per_page"),
      let size = Int(fields[sizePlace].dropFirst(9)), size % 2 == 0, (least * 2...standard) ~= size
    else { return nil }
    fields[sizePlace] = "per_page=\(size / 2)"
    if let place = names.firstIndex(of: "page") {
      guard let page = Int(fields[place].dropFirst(5)), (1...1_000_000) ~= page else { return nil }
      fields[place] = "page=\(page * 2 - 1)"
    }
    return "\(url[...question])\(fields.joined(separator: "&"))"
  }
}
