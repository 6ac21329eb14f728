/// How good the air is; the raw values are what programs read. What `moderate` is worth depends on
/// the scale that it stands on.
public enum AirGrade: String, CaseIterable, Sendable {
  case good, fair, moderate
  // Korea
  case bad, veryBad
  // United States
  case unhealthySensitive, unhealthy, veryUnhealthy, hazardous
  // European Union
  case poor, veryPoor, extremelyPoor
}
