import Terminal

/// A page in sections, as high as there is room: what does not fit is shortened, and each section
/// says where the rest of it is.
struct PageLayout {
  enum Section {
    /// What is always there.
    case fixed([StyledText])
    /// A picture in forms that take ever fewer lines.
    case picture([[StyledText]])
    case list(List)
    /// What is left out first.
    case advice([StyledText])
  }

  /// Rows under a title, the first of them the ones that matter most. Of several lists, too, it is the
  /// first that matters most.
  struct List {
    var title: [StyledText]
    var rows: [StyledText]
    /// How many rows are shown where there is room for more.
    var limit = Int.max
    /// What is shown below the rows however few they are.
    var footer: [StyledText] = []
    /// Says how many rows are left out, and where they are.
    var rest: (_ count: Int) -> [StyledText]
    /// What is shown in place of all of it.
    var summary: [StyledText]
  }

  var sections: [Section]
  /// In place of what has no room in any form: where it all is.
  var closing: StyledText

  /// - Parameter height: how many lines there may be; `nil` for any number.
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
  /// How much is saved, from nothing to all that can be.
  private enum Reduction: CaseIterable {
    case none, smallPicture, noAdvice, noPicture, shortLists, firstList, noLists, noGaps

    /// How many rows of the lists there are at least.
    var rows: (first: Int, others: Int) {
      switch self {
      case .none, .smallPicture, .noAdvice, .noPicture: (3, 3)
      case .shortLists: (3, 1)
      case .firstList: (3, 0)
      case .noLists, .noGaps: (0, 0)
      }
    }

    /// Which form of a picture is drawn, of those that it has.
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

  /// How many rows of each list are shown.
  private struct Plan {
    let sections: [Section]
    let reduction: Reduction
    /// By the places of the lists among the sections.
    var rows: [Int: Int] = [:]

    init(of sections: [Section], _ reduction: Reduction, rows least: (first: Int, others: Int)) {
      self.sections = sections
      self.reduction = reduction
      for case (let place, .list(let list)) in zip(sections.indices, sections) {
        rows[place] = list.count(near: rows.isEmpty ? least.first : least.others)
      }
    }

    var lines: [StyledText] {
      let parts = sections.indices.map(lines(of:)).filter { !$0.isEmpty }
      return Array(parts.joined(separator: reduction.hasGaps ? [""] : []))
    }

    /// As many of the first sections as there is room for; of the very first at least a part.
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

    private func lines(of place: Int) -> [StyledText] {
      switch sections[place] {
      case .fixed(let lines): lines
      case .picture(let forms):
        forms.isEmpty ? [] : forms[Swift.min(reduction.form, forms.count - 1)]
      case .advice(let lines): reduction.hasAdvice ? lines : []
      case .list(let list): list.lines(showing: rows[place] ?? 0)
      }
    }

    /// Gives the rows that are left to the first list of fewer than three, then to the shortest.
    mutating func grow(to height: Int) {
      var whole: Set<Int> = []
      while let place = rows.filter({ !whole.contains($0.key) })
        .min(by: { (max($0.value, 3), $0.key) < (max($1.value, 3), $1.key) })?.key
      {
        guard case .list(let list) = sections[place], let count = rows[place] else { return }
        let more = list.count(near: count + 1)
        var plan = self
        plan.rows[place] = more
        if more > count, plan.lines.count <= height {
          self = plan
        } else {
          whole.insert(place)
        }
      }
    }
  }
}

extension PageLayout.List {
  /// So many rows, or all of them where one is left: to say so takes as much room as to show it.
  fileprivate func count(near count: Int) -> Int {
    let most = Swift.min(rows.count, limit)
    return count >= most || (count > 0 && count == rows.count - 1) ? most : count
  }

  fileprivate func lines(showing count: Int) -> [StyledText] {
    if rows.isEmpty { return footer }
    if count == 0 { return summary }
    let hidden = rows.count - count
    return title + rows.prefix(count) + (hidden > 0 ? rest(hidden) : []) + footer
  }
}
