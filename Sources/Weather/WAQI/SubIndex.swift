/// How the EPA makes a number of the AQI from what was measured, to be undone: WAQI tells the
/// number only, and the bands of other countries are for what was measured.
struct SubIndex {
  /// Pieces that begin where the one before ends: up to `index`, up to `density` in µg/m³.
  private var pieces: [(index: ClosedRange<Double>, density: ClosedRange<Double>)]
  /// Whole numbers, or tenths: so many densities there are to a µg/m³.
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

  /// In µg/m³. Beyond 500 the last piece goes on.
  func density(_ index: Double) -> Double {
    guard let piece = pieces.first(where: { index <= $0.index.upperBound }) ?? pieces.last else {
      return 0
    }
    // What lies between two pieces belongs to the upper one.
    let index = max(index, piece.index.lowerBound)
    let slope =
      (piece.density.upperBound - piece.density.lowerBound)
      / (piece.index.upperBound - piece.index.lowerBound)
    let density = piece.density.lowerBound + (index - piece.index.lowerBound) * slope
    return (density * steps).rounded() / steps
  }
}
