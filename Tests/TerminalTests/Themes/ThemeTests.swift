import Testing

@testable import Terminal

@Suite struct ThemeTests {
  @Test func `is found by its name`() {
    #expect(
      Theme.all.map(\.name) == [
        "green", "blue", "orange", "pink", "black", "github", "github-dimmed", "github-classic",
        "halloween", "winter", "dracula", "viridis", "cividis",
      ])
    for theme in Theme.all { #expect(Theme.named(theme.name) == theme) }
    #expect(Theme.named("Green") == nil)
  }

  @Test(arguments: Theme.all, Background.allCases)
  func `has five distinct shades at every depth`(theme: Theme, background: Background) {
    let tints = theme.ramp(on: background).tints
    #expect(Set(tints.map(\.color)).count == 5)
    #expect(Set(tints.map(\.indexed)).count == 5)
    #expect(Set(tints.map(\.ansi16)).count == 5)
    #expect(tints.allSatisfy { $0.ansi16 < 16 && $0.indexed >= 16 })
  }

  @Test(arguments: Theme.all, Background.allCases)
  func `has readable text colors`(theme: Theme, background: Background) {
    // White and off-white; black, and the dark backgrounds of common terminal themes.
    let papers: [UInt32] =
      background == .light ? [0xFFFFFF, 0xFAFAFA] : [0x000000, 0x0D1117, 0x1E1E1E, 0x282A36]
    let palette = theme.palette(on: background)
    for role in Style.Role.allCases where role != .plain {
      for depth in [ColorDepth.ansi256, .trueColor] {
        let parameters = palette.parameters(for: Style(role: role), at: depth)
        guard let color = RGB(foreground: parameters) else {
          Issue.record("\(role) has no color of its own: \(parameters)")
          continue
        }
        for pageColor in papers {
          let contrast = color.contrast(with: RGB(pageColor))
          #expect(contrast >= 4.5, "\(role) \(color.hex) at \(depth) on \(RGB(pageColor).hex)")
        }
      }
    }
  }

  @Test(arguments: Theme.all, Background.allCases)
  func `has shades with readable text on them`(theme: Theme, background: Background) {
    let palette = theme.palette(on: background)
    for level in ColorRamp.levels {
      for depth in [ColorDepth.ansi256, .trueColor] {
        let parameters = palette.parameters(for: Style(shade: .labeled(level)), at: depth)
        let tint = theme.ramp(on: background)[level]
        let shade = depth == .trueColor ? tint.color : RGB(indexed: tint.indexed)
        #expect(RGB(foreground: parameters).map { $0.contrast(with: shade) >= 4.5 } == true)
      }
    }
  }

  @Test(arguments: Theme.all, Background.allCases)
  func `has readable colors for pages`(theme: Theme, background: Background) throws {
    let colors = theme.webColors(on: background)
    func rgb(_ hex: String) throws -> RGB { RGB(try #require(UInt32(hex.dropFirst(), radix: 16))) }
    for paper in [colors.page, colors.box] {
      for text in [colors.text, colors.quiet, colors.accent] {
        #expect(try rgb(text).contrast(with: rgb(paper)) >= 4.5, "\(text) on \(paper)")
      }
    }
    let top = theme.ramp(on: background).colors[4]
    #expect(try top.contrast(with: rgb(colors.page)) >= 3, "\(top.hex) on \(colors.page)")
  }

  @Test func `the strip shows its own shades`() {
    var screen = Screen.colored(.trueColor)
    screen.palette = Theme.blue.palette(on: .dark)
    let strip = Theme.dracula.strip(on: .dark, screen: screen)
    #expect(strip.width(on: screen) == 10)
    #expect(strip.render(on: screen).hasPrefix("\u{1B}[48;2;40;42;54m  \u{1B}[m"))
    #expect(Theme.dracula.strip(on: .dark, screen: .plain()).isEmpty)
  }
}

@Suite struct PaletteShadeTests {
  @Test(
    arguments: [
      (.background(2), .none, ""), (.background(2), .ansi16, "102"),
      (.background(0), .ansi16, "100"),
      (.background(1), .ansi16, "42"), (.background(2), .ansi256, "48;5;28"),
      (.background(2), .trueColor, "48;2;0;109;50"), (.foreground(4), .trueColor, "38;2;57;211;83"),
      (.foreground(4), .ansi16, "97"), (.foreground(1), .ansi16, "32"),
      (.foreground(9), .ansi256, "38;5;41"),
      (.halves(upper: 1, lower: 4), .ansi256, "38;5;22;48;5;41"),
      (.labeled(1), .ansi16, "30;42"), (.labeled(0), .ansi16, "97;100"),
      (.labeled(4), .trueColor, "38;2;0;0;0;48;2;57;211;83"),
    ] as [(Style.Shade, ColorDepth, String)])
  func `uses the codes of each depth`(shade: Style.Shade, depth: ColorDepth, parameters: String) {
    #expect(Palette.standard.parameters(for: Style(shade: shade), at: depth) == parameters)
  }

  @Test func `a background keeps the text's role`() {
    let style = Style(role: .tag, shade: .background(2))
    #expect(Palette.standard.parameters(for: style, at: .ansi16) == "32;102")
    #expect(Style.tag.with(Style(shade: .background(2))) == style)
  }
}

extension RGB {
  /// The text color in SGR parameters.
  fileprivate init?(foreground parameters: String) {
    let numbers = parameters.split(separator: ";").compactMap { UInt8($0) }
    guard let start = numbers.firstIndex(of: 38), numbers.count > start + 2 else { return nil }
    if numbers[start + 1] == 5 {
      self.init(indexed: numbers[start + 2])
    } else if numbers.count > start + 4 {
      self.init(
        red: numbers[start + 2], green: numbers[start + 3], blue: numbers[start + 4])
    } else {
      return nil
    }
  }
}
