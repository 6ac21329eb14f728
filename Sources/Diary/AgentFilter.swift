/// Which commits are counted, by the marks of coding agents.
public enum AgentFilter: String, CaseIterable, Sendable {
  case with, without, only
}
