/// Inverts the EPA's formula for the air quality index: WAQI reports only the index, but the grades
/// of other countries are based on concentrations.
struct SubIndex {
  /// Adjacent ranges of the index, with their concentrations in µg/m³.
  private var pieces: [(index: ClosedRange<Double>, concentration: ClosedRange<Double>)]
  /// The number of steps per µg/m³: 1 for integers, 10 for tenths.
  private var steps: Double

  static let pm25 = SubIndex(
    pieces: [
      (0...50, 0...9.0), (51...100, 9.1...35.4), (101...150, 35.5...55.4),
      (151...200, 55.5...125.4), (201...300, 125.5...225.4), (301...500, 225.5...325.4),
    ], steps: 10)

  static let pm10 = SubIndex(
    pieces: [
      (0...50, 0...54), (51...100, 55...154), (101...150, 155...254), (151...200, 255...354),
      (201...300, 355...424), (301...500, 425...604),
    ], steps: 1)

  /// In µg/m³. Above 500, the last range is extended.
  func concentration(_ index: Double) -> Double {
    guard let piece = pieces.first(where: { index <= $0.index.upperBound }) ?? pieces.last else {
      return 0
    }
    // A value between two ranges belongs to the upper one.
    let index = max(index, piece.index.lowerBound)
    let slope =
      (piece.concentration.upperBound - piece.concentration.lowerBound)
      / (piece.index.upperBound - piece.index.lowerBound)
    let concentration = piece.concentration.lowerBound + (index - piece.index.lowerBound) * slope
    return (concentration * steps).rounded() / steps
  }
}
