import FaultPlan
import Testing

@Suite struct FaultTests {
  private func tracer(_ fault: Fault) -> String {
    fault.tracer(files: ["/j", "/j-wal"], log: "/log").joined(separator: " ")
  }

  @Test func `kills at a system call`() {
    #expect(
      tracer(.kill(Kill(.fsync, at: 3)))
        == "strace -D -f -qq -o /log -e trace=fsync -e inject=fsync:signal=KILL:when=3")
  }

  @Test func `an error is permanent or temporary`() {
    let start = "strace -D -f -qq -o /log --seccomp-bpf -e trace=pwrite64 -e inject=pwrite64:"
    #expect(
      tracer(.error(.noSpace, .pwrite64, at: 2, lasts: false)) == start + "error=ENOSPC:when=2")
    #expect(
      tracer(.error(.inputOutput, .pwrite64, at: 2, lasts: true)) == start + "error=EIO:when=2+")
  }

  @Test func `a short write is a size limit or a write of zero bytes`() {
    #expect(tracer(.fileSizeLimit(500)) == "prlimit --fsize=500")
    #expect(tracer(.nothingWritten(.write, at: 1)).hasSuffix("inject=write:retval=0:when=1"))
  }

  @Test(arguments: [Fault.none, .reader, .writers([]), .damage(.truncation(to: 1), first: nil)])
  func `does not trace without a fault`(fault: Fault) {
    #expect(tracer(fault) == "")
  }

  @Test func `damage changes the named bytes`() {
    var bytes = [UInt8](repeating: 0xFF, count: 4096 * 4)
    Damage.zeroedPage(at: 500).apply(to: &bytes)
    #expect(bytes.firstIndex(of: 0) == 8192)
    #expect(bytes.lastIndex(of: 0) == 12_287)
    Damage.truncation(to: 250).apply(to: &bytes)
    #expect(bytes.count == 4096)
    Damage.flippedBits([0, 500]).apply(to: &bytes)
    #expect(bytes[0] == 0xFE)
    #expect(bytes[2048 + 97] == 0xFD)
    #expect(bytes.count { $0 == 0xFF } == 4094)
    var none: [UInt8] = []
    Damage.flippedBits([999]).apply(to: &none)
    var text = Array("xxCREATE TABLE a\u{3}CREATE INDEX b\u{3}".utf8)
    Damage.declaration(999, at: 0, bit: 1).apply(to: &text)
    #expect(text == Array("xxCREATE TABLE a\u{3}AREATE INDEX b\u{3}".utf8))
    #expect(none == [])
  }
}
