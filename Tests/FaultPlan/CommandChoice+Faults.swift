extension CommandChoice {
  /// Chooses a fault for `command`.
  ///
  /// - Parameter notes: the IDs of the notes that another process may purge at the same time.
  public mutating func fault(for command: PlannedCommand, notes: [String] = []) -> Fault {
    let others = notes.filter { command.change?.purged.contains($0) == false }
    if command.kind == .notesPurge, Int.random(in: 0..<3, using: &random) == 0,
      let other = others.randomElement(using: &random)
    {
      return .writers([[.purgeNotes([other])]])
    }
    if command.kind == .doctorRepair, Int.random(in: 0..<5, using: &random) == 0 {
      let first = Bool.random(using: &random) ? kill(command.kind) : nil
      return .damage(damage(), first: first)
    }
    let fault = anyFault(for: command.kind)
    switch (fault, command.kind) {
    // With an editor, the command's output goes through a terminal, and a fault would also affect
    // that.
    case (.kill, .notesEditor), (.none, _): return fault
    case (_, .notesEditor): return .none
    // It would take back what another process has written.
    case (.writers, .importUndo): return .none
    // A purge waits five seconds for a reader before it fails.
    case (.reader, .notesPurge), (.reader, .diaryPurge), (.reader, .doctorRepair):
      return Int.random(in: 0..<3, using: &random) == 0 ? fault : .none
    default: return fault
    }
  }

  private mutating func anyFault(for kind: CommandKind) -> Fault {
    switch Int.random(in: 0..<100, using: &random) {
    case ..<20: return .none
    case ..<50: return .kill(kill(kind))
    case ..<60: return error(.noSpace, kind)
    case ..<72: return error(.inputOutput, kind)
    case ..<75:
      let call: SystemCall = Bool.random(using: &random) ? .pwrite64 : .write
      return .nothingWritten(call, at: place(of: call, in: kind))
    case ..<80: return .fileSizeLimit(Int.random(in: 1...400_000, using: &random))
    case ..<92: return .writers(changesOfWriters())
    default: return .reader
    }
  }

  private mutating func kill(_ kind: CommandKind) -> Kill {
    let call = SystemCall.allCases.randomElement(using: &random) ?? .write
    return Kill(call, at: place(of: call, in: kind))
  }

  private mutating func error(_ error: SystemError, _ kind: CommandKind) -> Fault {
    let call = SystemCall.failing.randomElement(using: &random) ?? .write
    return .error(
      error, call, at: place(of: call, in: kind), lasts: Bool.random(using: &random))
  }

  private mutating func place(of call: SystemCall, in kind: CommandKind) -> Int {
    // Early calls are more likely, because many commands make only few.
    let most = call.usualCount * kind.length
    return min(
      Int.random(in: 1...most, using: &random), Int.random(in: 1...most, using: &random))
  }

  private mutating func changesOfWriters() -> [[Change]] {
    (0..<Int.random(in: 1...2, using: &random)).map { _ in
      (0..<Int.random(in: 1...4, using: &random)).map { _ in
        let text = word()
        return Bool.random(using: &random)
          ? .addNote(JournalState.Text(text, text)) : .addToDos([text], day: Self.today)
      }
    }
  }

  public mutating func damage() -> Damage {
    let place = Int.random(in: 0..<1000, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return .truncation(to: max(place, 1))
    case 2, 3:
      return .declaration(
        place, at: Int.random(in: 0..<1000, using: &random),
        bit: Int.random(in: 0..<8, using: &random))
    case 1:
      return .flippedBits(
        (0..<Int.random(in: 1...40, using: &random)).map { _ in
          Int.random(in: 0..<1000, using: &random)
        })
    default: return .zeroedPage(at: place)
    }
  }
}
