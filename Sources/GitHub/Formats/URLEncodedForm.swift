import Platform

/// Names and values as a web form sends them, in their order.
struct URLEncodedForm {
  var fields: [(name: String, value: String)]

  init(_ fields: [(name: String, value: String)]) {
    self.fields = fields
  }

  init(_ bytes: [UInt8]) {
    fields = bytes.split(separator: UInt8(ascii: "&")).map { pair in
      let name = pair.prefix { $0 != UInt8(ascii: "=") }
      return (
        Percent.decode(form: name), Percent.decode(form: pair[name.endIndex...].dropFirst())
      )
    }
  }

  var encoded: String {
    fields.map { "\(Percent.encode($0.name))=\(Percent.encode($0.value))" }.joined(separator: "&")
  }
}
