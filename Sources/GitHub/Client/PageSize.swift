/// The page size in an address.
enum PageSize {
  static let standard = 100
  /// Smaller pages are not tried.
  private static let smallest = 10

  /// The address of the first half of the same page; `nil` if the page is already small, or if its
  /// position in the list is not given by a page number.
  static func halved(_ url: String) -> String? {
    guard let question = url.firstIndex(of: "?") else { return nil }
    var fields = url[question...].dropFirst().split(separator: "&").map(String.init)
    let names = fields.map { $0.prefix { $0 != "=" } }
    guard
      !names.contains(where: { ["after", "before", "cursor", "last_sha", "top"].contains($0) }),
      let sizeIndex = names.firstIndex(of: "per_page"),
      let size = Int(fields[sizeIndex].dropFirst(9)), size % 2 == 0,
      (smallest * 2...standard) ~= size
    else { return nil }
    fields[sizeIndex] = "per_page=\(size / 2)"
    if let pageIndex = names.firstIndex(of: "page") {
      guard let page = Int(fields[pageIndex].dropFirst(5)), (1...1_000_000) ~= page else {
        return nil
      }
      fields[pageIndex] = "page=\(page * 2 - 1)"
    }
    return "\(url[...question])\(fields.joined(separator: "&"))"
  }
}
