import Terminal

/// Fits the sections of a page into a number of lines. Sections that do not fit are shortened, and
/// say which command shows the rest.
struct PageLayout {
  enum Section {
    /// Lines that are always shown.
    case fixed([StyledText])
    /// A picture in several forms, each with fewer lines than the one before.
    case picture([[StyledText]])
    case list(List)
    /// Lines that are left out first.
    case advice([StyledText])
  }

  /// Rows under a title, the most important first. The lists of a page are in the same order.
  struct List {
    var title: [StyledText]
    /// The lines of each row.
    var rows: [[StyledText]]
    /// The maximum number of rows.
    var limit = Int.max
    /// Lines below the rows, which are shown even if there are no rows.
    var footer: [StyledText] = []
    /// The lines that tell how many rows are left out, and which command shows them.
    var rest: (_ count: Int) -> [StyledText]
    /// The lines that replace the whole list.
    var summary: [StyledText]
  }

  var sections: [Section]
  /// The last line if not everything fits in any form. It names the command that shows everything.
  var closing: StyledText

  /// - Parameter height: the maximum number of lines; `nil` for any number.
  func lines(atMost height: Int?) -> [StyledText] {
    guard let height else { return Plan(of: sections, .none, rows: (.max, .max)).lines }
    for reduction in Reduction.allCases {
      var plan = Plan(of: sections, reduction, rows: reduction.rows)
      guard plan.lines.count <= height else { continue }
      plan.grow(to: height)
      return plan.lines
    }
    return Plan(of: sections, .noGaps, rows: (0, 0)).lines(atMost: height - 1) + [closing]
  }
}

extension PageLayout {
  /// The steps in which a page is shortened, from none to the maximum.
  private enum Reduction: CaseIterable {
    case none, smallPicture, noAdvice, noPicture, shortLists, firstList, noLists, noGaps

    /// The minimum number of rows in the lists.
    var rows: (first: Int, others: Int) {
      switch self {
      // The picture goes before a list is cut to so few rows that it says nothing.
      case .none, .smallPicture, .noAdvice: (7, 5)
      case .noPicture: (3, 3)
      case .shortLists: (3, 1)
      case .firstList: (3, 0)
      case .noLists, .noGaps: (0, 0)
      }
    }

    /// The index of the picture's form that is used.
    var form: Int {
      switch self {
      case .none: 0
      case .smallPicture, .noAdvice: 1
      case .noPicture, .shortLists, .firstList, .noLists, .noGaps: 2
      }
    }

    var hasAdvice: Bool { self == .none || self == .smallPicture }
    var hasGaps: Bool { self != .noGaps }
  }

  /// The number of rows shown of each list.
  private struct Plan {
    let sections: [Section]
    let reduction: Reduction
    /// The number of rows for each list, by its index among the sections.
    var rows: [Int: Int] = [:]

    init(of sections: [Section], _ reduction: Reduction, rows minimums: (first: Int, others: Int)) {
      self.sections = sections
      self.reduction = reduction
      for case (let index, .list(let list)) in zip(sections.indices, sections) {
        rows[index] = list.count(near: rows.isEmpty ? minimums.first : minimums.others)
      }
    }

    var lines: [StyledText] {
      let parts = sections.indices.map(lines(of:)).filter { !$0.isEmpty }
      return Array(parts.joined(separator: reduction.hasGaps ? [""] : []))
    }

    /// As many of the first sections as fit. The first section is cut if necessary.
    func lines(atMost height: Int) -> [StyledText] {
      sections.indices.map(lines(of:)).reduce(into: (lines: [StyledText](), isFull: false)) {
        if $0.lines.isEmpty {
          $0.lines = Array($1.prefix(Swift.max(height, 0)))
        } else if !$0.isFull, $0.lines.count + $1.count <= height {
          $0.lines += $1
        } else {
          $0.isFull = true
        }
      }.lines
    }

    private func lines(of index: Int) -> [StyledText] {
      switch sections[index] {
      case .fixed(let lines): lines
      case .picture(let forms):
        forms.isEmpty ? [] : forms[Swift.min(reduction.form, forms.count - 1)]
      case .advice(let lines): reduction.hasAdvice ? lines : []
      case .list(let list): list.lines(showing: rows[index] ?? 0)
      }
    }

    /// Distributes the remaining lines: first to the first list with fewer than three rows, then to
    /// the shortest.
    mutating func grow(to height: Int) {
      var finished: Set<Int> = []
      while let index = rows.filter({ !finished.contains($0.key) })
        .min(by: { (max($0.value, 3), $0.key) < (max($1.value, 3), $1.key) })?.key
      {
        guard case .list(let list) = sections[index], let count = rows[index] else { return }
        let more = list.count(near: count + 1)
        var plan = self
        plan.rows[index] = more
        if more > count, plan.lines.count <= height {
          self = plan
        } else {
          finished.insert(index)
        }
      }
    }
  }
}

extension PageLayout.List {
  /// The number of rows to show if `count` are wanted. If only one row would be hidden, all are
  /// shown, because the line that says so would take the same space.
  fileprivate func count(near count: Int) -> Int {
    let most = Swift.min(rows.count, limit)
    return count >= most || (count > 0 && count == rows.count - 1) ? most : count
  }

  fileprivate func lines(showing count: Int) -> [StyledText] {
    if rows.isEmpty { return footer }
    if count == 0 { return summary }
    let hidden = rows.count - count
    return title + rows.prefix(count).joined() + (hidden > 0 ? rest(hidden) : []) + footer
  }
}
