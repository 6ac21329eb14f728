extension Reader {
  /// `12,345`
  public func write(_ number: Int) -> String {
    let digits = String(number.magnitude)
    let sign = number < 0 ? "-" : ""
    let forms = forms
    guard digits.utf8.count >= forms.minimumDigitsToGroup else { return sign + digits }
    let separator = own(forms.groupSeparator)
    var grouped = ""
    for (index, digit) in digits.enumerated() {
      let left = digits.utf8.count - index
      let isBoundary =
        left == forms.lastGroup
        || left > forms.lastGroup && (left - forms.lastGroup) % forms.otherGroups == 0
      if index > 0 && isBoundary { grouped += separator }
      grouped.append(digit)
    }
    return sign + grouped
  }

  /// A number of tenths, with one digit after the decimal separator: `7.4`
  public func write(tenths: Int) -> String {
    let whole = write(abs(tenths) / 10)
    return (tenths < 0 ? "-" : "") + whole + own(forms.decimalSeparator) + String(abs(tenths) % 10)
  }

  /// `4.2 MB`, in powers of 1000, as in file managers.
  public func write(bytes: Int) -> String {
    let sizes = names.sizes
    guard bytes >= 1000 else { return write(write(bytes), as: sizes[0]) }
    var size = bytes
    var unit = 1
    while size >= 1_000_000 && unit < sizes.count - 1 {
      size /= 1000
      unit += 1
    }
    return write(write(tenths: size / 100), as: sizes[unit])
  }

  private func write(_ number: String, as size: String) -> String {
    MessageTemplate(size).parts.map { part in
      if case .literal(let text) = part { own(text) } else { number }
    }.joined()
  }
}
