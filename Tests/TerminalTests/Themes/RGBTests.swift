import Testing

@testable import Terminal

@Suite struct RGBTests {
  @Test func `is written in hexadecimal`() {
    #expect(RGB(0x2DA44E).hex == "#2da44e")
    #expect(RGB(0x00000A).hex == "#00000a")
  }

  @Test func `computes the WCAG contrast`() {
    #expect(RGB.black.contrast(with: .white) == 21)
    #expect(abs(RGB(0x777777).contrast(with: .white) - 4.48) < 0.01)
    #expect(abs(RGB.white.contrast(with: RGB(0x777777)) - 4.48) < 0.01)
  }

  @Test(
    arguments: [
      (16, 0x000000), (21, 0x0000FF), (22, 0x005F00), (231, 0xFFFFFF), (232, 0x080808),
      (255, 0xEEEEEE), (1, 0xCD0000),
    ] as [(UInt8, UInt32)])
  func `converts terminal color numbers`(index: UInt8, value: UInt32) {
    #expect(RGB(indexed: index) == RGB(value))
  }

  @Test(
    arguments: [
      (0x000000, Background.dark), (0x1E1E1E, .dark), (0x002B36, .dark), (0x300A24, .dark),
      (0xFFFFFF, .light), (0xFDF6E3, .light), (0xFFFFDD, .light),
    ] as [(UInt32, Background)])
  func `is light when black is more readable on it`(value: UInt32, background: Background) {
    #expect(Background(RGB(value)) == background)
  }
}
