import Diary

extension Moment {
  static func test(_ text: String) -> Moment { Moment(rfc3339: text)! }
}
