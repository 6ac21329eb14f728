/// The grade of the air quality. The raw values are part of the JSON output. The meaning of
/// `moderate` depends on the scale.
public enum AirGrade: String, CaseIterable, Sendable {
  case good, fair, moderate
  // Korea
  case bad, veryBad
  // United States
  case unhealthySensitive, unhealthy, veryUnhealthy, hazardous
  // European Union
  case poor, veryPoor, extremelyPoor
}
