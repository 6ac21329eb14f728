import CTestSupport
import Glibc
import Testing

@testable import Platform

/// Each test runs in its own process, because a signal affects the whole process.
@Suite struct InterruptHandlerTests {
  @Test func `uninterrupted work finishes`() async {
    let outcome = await InterruptHandler.cancellingOnSignal { 7 }
    #expect(outcome.result == 7)
    #expect(!outcome.wasInterrupted)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal cancels the work, which returns its result`(signal: Int32) async {
    await #expect(processExitsWith: .exitCode(3)) { [signal = signal as Int32] in
      let outcome = await InterruptHandler.cancellingOnSignal {
        kill(getpid(), signal)
        while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(1)) }
        return 3 as Int32
      }
      exit(outcome.wasInterrupted ? outcome.result : 1)
    }
  }

  @Test func `blocking code can check for a signal`() async {
    #expect(!InterruptHandler.isRequested)
    await #expect(processExitsWith: .exitCode(3)) {
      let outcome = await InterruptHandler.cancellingOnSignal {
        kill(getpid(), SIGINT)
        while !InterruptHandler.isRequested { Pause.milliseconds(1) }
      }
      exit(outcome.wasInterrupted && !InterruptHandler.isRequested ? 3 : 1)
    }
  }

  @Test func `a second signal ends the program`() async {
    await #expect(processExitsWith: .signal(SIGINT)) {
      _ = await InterruptHandler.cancellingOnSignal {
        kill(getpid(), SIGINT)
        while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(1)) }
        kill(getpid(), SIGINT)
        while true { Pause.milliseconds(10) }
      }
    }
  }

  @Test func `ignored signals stay ignored`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      Glibc.signal(SIGINT, SIG_IGN)
      let outcome = await InterruptHandler.cancellingOnSignal { kill(getpid(), SIGINT) }
      exit(outcome.wasInterrupted ? 1 : 0)
    }
  }
}

@Suite struct BrokenPipeTests {
  @Test func `a broken pipe does not end the process`() {
    #expect(broken_pipes_are_ignored() == 1)
  }
}
