import Diary

/// How the value of a field is stored: its parts, and how it is taken apart and put together.
struct FieldForm<Value: Sendable>: Sendable {
  let parts: [RecordPart]
  let stored: @Sendable (Value) -> [StoredValue]
  let set: @Sendable ([StoredValue], inout Value) -> Void
  /// Whether two values are the same; by default, whether all parts are that identify one.
  var isSame: (@Sendable (Value, Value) -> Bool)?
}

extension StoredValue {
  init(_ text: String?) { self = text.map { .text($0) } ?? .null }
  init(_ day: Day?) { self = day.map { .integer(Int64($0.number)) } ?? .null }
  init(_ instant: Instant?) { self = instant.map { .integer($0.secondsSince1970) } ?? .null }
  init(offset: Int?) { self = offset.map { .integer(Int64($0)) } ?? .null }

  var text: String? { if case .text(let text) = self { text } else { nil } }
  var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
  var day: Day? { integer.map { Day(number: Int($0)) } }

  /// A moment of which this is the instant.
  func moment(offset: StoredValue) -> Moment? {
    integer.map {
      Moment(Instant(secondsSince1970: $0), offset: Int(offset.integer ?? 0))
    }
  }
}

extension FieldForm<Day> {
  static func day(_ column: String) -> Self {
    Self(parts: [RecordPart(column, .day)]) {
      [StoredValue($0)]
    } set: {
      if let day = $0[0].day { $1 = day }
    }
  }
}

extension FieldForm<Day?> {
  static func day(_ column: String) -> Self {
    Self(parts: [RecordPart(column, .day)]) {
      [StoredValue($0)]
    } set: {
      $1 = $0[0].day
    }
  }
}

extension FieldForm<String?> {
  static func text(_ column: String, packed isPacked: Bool = false) -> Self {
    Self(parts: [RecordPart(column, .text, packed: isPacked)]) {
      [StoredValue($0)]
    } set: {
      $1 = $0[0].text
    }
  }
}

extension FieldForm<Moment?> {
  /// - Parameter name: what the columns of the instant and the offset begin with.
  static func moment(_ name: String) -> Self {
    Self(parts: [RecordPart(name + "_at", .instant), RecordPart(name + "_offset", .integer)]) {
      [StoredValue($0?.instant), StoredValue(offset: $0?.offset)]
    } set: {
      $1 = $0[0].moment(offset: $0[1])
    }
  }
}

extension FieldForm<Text> {
  static var text: Self {
    var form = Self(
      parts: [
        RecordPart("title", .text), RecordPart("body", .text), RecordPart("tags", .tags),
      ]
    ) {
      [.text($0.title), .text($0.body), .text($0.tagList)]
    } set: {
      $1 = Text(
        title: $0[0].text ?? "", body: $0[1].text ?? "", taggedBy: $0[2].text ?? "")
    }
    // How a tag was set makes no difference.
    form.isSame = { $0.isIdentical(to: $1) }
    return form
  }
}

extension FieldForm<RecordPlace?> {
  static var place: Self {
    Self(
      parts: [
        RecordPart("repository", .repository), RecordPart("sha", .text),
        RecordPart("subject", .text, identifies: false),
        RecordPart("author", .text, identifies: false),
        RecordPart("authored_at", .instant, identifies: false),
        RecordPart("authored_offset", .integer, identifies: false),
        RecordPart("patch", .text, identifies: false),
      ]
    ) { place in
      let commit = place?.commit
      return [
        StoredValue(place?.repository.name), StoredValue(commit?.sha), StoredValue(commit?.subject),
        StoredValue(commit?.author), StoredValue(commit?.date.instant),
        StoredValue(offset: commit?.date.offset), StoredValue(commit?.patchID),
      ]
    } set: { values, place in
      place = values[0].text.map { RecordPlace(repository: Repository(name: $0), commit: nil) }
      guard let sha = values[1].text else { return }
      place?.commit = Commit(
        sha: sha, subject: values[2].text ?? "", author: values[3].text ?? "",
        date: values[4].moment(offset: values[5])
          ?? Moment(Instant(secondsSince1970: 0), offset: 0),
        patchID: values[6].text)
    }
  }
}

extension FieldForm<Completion?> {
  static var completion: Self {
    Self(
      parts: [
        RecordPart("done_at", .instant), RecordPart("done_offset", .integer),
        RecordPart("done_day", .day),
      ]
    ) {
      [
        StoredValue($0?.at.instant), StoredValue(offset: $0?.at.offset), StoredValue($0?.day),
      ]
    } set: { values, done in
      done = values[0].moment(offset: values[1]).map { Completion(at: $0, on: values[2].day) }
    }
  }
}

extension FieldForm<Series?> {
  static var series: Self {
    Self(
      parts: [
        RecordPart("every", .text, packed: true), RecordPart("series", .text),
        RecordPart("occurrence", .day),
      ]
    ) {
      [StoredValue($0?.rule), StoredValue($0?.id), StoredValue($0?.occurrence)]
    } set: { values, series in
      let isThere = values.contains { $0 != .null }
      series =
        isThere
        ? Series(rule: values[0].text, id: values[1].text, occurrence: values[2].day) : nil
    }
  }
}

extension FieldForm<WrittenPlace?> {
  static var written: Self {
    Self(parts: [RecordPart("written_in", .text), RecordPart("branch", .text)]) {
      [StoredValue($0?.repository.name), StoredValue($0?.branch)]
    } set: { values, place in
      place = values[0].text.map {
        WrittenPlace(repository: Repository(name: $0), branch: values[1].text)
      }
    }
  }
}
