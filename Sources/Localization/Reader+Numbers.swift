extension Reader {
  /// `12,345`
  public func write(_ number: Int) -> String {
    let digits = String(number.magnitude)
    guard digits.utf8.count > 3 else { return (number < 0 ? "-" : "") + digits }
    let separator = own(forms.groupSeparator)
    var grouped = ""
    for (index, digit) in digits.enumerated() {
      if index > 0 && (digits.utf8.count - index) % 3 == 0 { grouped += separator }
      grouped.append(digit)
    }
    return (number < 0 ? "-" : "") + grouped
  }

  /// With one digit behind the separator: `7.4`
  public func write(tenths: Int) -> String {
    let whole = write(abs(tenths) / 10)
    return (tenths < 0 ? "-" : "") + whole + own(forms.decimalSeparator) + String(abs(tenths) % 10)
  }

  /// `4.2 MB`, in units of a thousand, as file managers count.
  public func write(bytes: Int) -> String {
    guard bytes >= 1000 else { return "\(write(bytes)) B" }
    var size = bytes
    var unit = 0
    let units = ["kB", "MB", "GB", "TB"]
    while size >= 1_000_000 && unit < units.count - 1 {
      size /= 1000
      unit += 1
    }
    return "\(write(tenths: size / 100)) \(units[unit])"
  }
}
