package import NightCore

extension Template {
  /// The maximum length of a template's output, in bytes.
  package static let mostOutput = 4 << 20
  private static let tooLong = Flaw(
    "expected a text of at most \(mostOutput) bytes from this template"
  )
  /// The maximum number of steps that filling in one template may take.
  ///
  /// This limit stops nested loops that would run for too long.
  private static let mostSteps = 100_000

  /// Returns the template's text with its values filled in; `values` is a table of named values.
  package func text(_ values: TemplateValue) throws(Flaw) -> String {
    var writer = Writer(values: values)
    try writer.write(parts)
    return writer.text
  }

  private struct Writer {
    let values: TemplateValue
    var text = ""
    /// The variables of the enclosing loops, the innermost last.
    private var scope: [TemplateValue.Member] = []
    private var steps = 0

    init(values: TemplateValue) { self.values = values }

    mutating func write(_ parts: [Part]) throws(Flaw) {
      for part in parts {
        steps += 1
        guard steps <= Template.mostSteps, text.utf8.count <= Template.mostOutput else {
          throw Template.tooLong
        }
        switch part {
        case .text(let plain): text += plain
        case .value(let expression):
          do throws(Flaw) { text += try value(expression).written() } catch {
            if error.kind == .unknown, let source = expression.source {
              text += source
              continue
            }
            throw error.position == nil ? error.at(.position(expression.position)) : error
          }
        case .condition(let condition, let then, let otherwise):
          try write(holds(condition) ? then : otherwise)
        case .loop(let names, let source, let body): try loop(names, source, body)
        }
      }
    }

    private mutating func loop(
      _ names: [String],
      _ source: Source,
      _ body: [Part]
    ) throws(Flaw) {
      let members: [TemplateValue.Member]
      switch source {
      case .numbers(let range):
        members = range.map { .init(String($0), .number(Double($0))) }
      case .values(let expression):
        switch try value(expression) {
        case .table(let found), .colors(let found, _): members = found
        default:
          throw Flaw("expected several values after “in”, found one", at: expression.position)
        }
      }
      let count = scope.count
      for (index, member) in members.enumerated() {
        steps += 1
        guard steps <= Template.mostSteps else { throw Template.tooLong }
        scope.append(
          .init(
            "loop",
            .table([
              ("index", .number(Double(index))), ("first", .flag(index == 0)),
              ("last", .flag(index == members.count - 1)),
            ])
          )
        )
        if names.count == 2 { scope.append(.init(names[0], .trusted(member.name))) }
        scope.append(.init(names[names.count - 1], member.value))
        try write(body)
        scope.removeLast(scope.count - count)
      }
    }

    private func holds(_ condition: Condition) throws(Flaw) -> Bool {
      let value = try value(condition.value)
      guard let other = condition.equals else { return value.isTrue != condition.isNegated }
      return try (value.written() == self.value(other).written()) != condition.isNegated
    }

    private func value(_ expression: TemplateExpression) throws(Flaw) -> TemplateValue {
      do throws(Flaw) {
        var result: TemplateValue
        do throws(Flaw) { result = try value(expression.operand) } catch {
          // If a value is missing, use the filter `default`, but only if it is the first filter.
          guard error.kind == .unknown, let first = expression.filters.first,
            first.name == "default"
          else { throw error }
          result = .trusted("")
        }
        for filter in expression.filters {
          var arguments: [TemplateValue] = []
          // Skip the word `hsl`, which is the only colour space that the filter `saturate`
          // supports.
          for argument in filter.arguments where argument != .path(["hsl"]) {
            arguments.append(try value(argument))
          }
          result = try TemplateFilter.apply(filter.name, to: result, arguments)
          guard case .text(let text, _) = result else { continue }
          guard text.utf8.count <= Template.mostOutput else { throw Template.tooLong }
        }
        return result
      } catch {
        throw error.position == nil ? error.at(.position(expression.position)) : error
      }
    }

    private func value(_ operand: TemplateExpression.Operand) throws(Flaw) -> TemplateValue {
      switch operand {
      case .text(let text): return .trusted(text)
      case .number(let number): return .number(number)
      case .expression(let expression): return try value(expression)
      case .path(let names):
        var path = names[0]
        var found: TemplateValue
        if let own = scope.last(where: { $0.name == names[0] }) {
          found = own.value
        } else {
          found = try values.member(names[0], of: "a template")
        }
        for name in names.dropFirst() {
          found = try found.member(name, of: path)
          path += "." + name
        }
        return found
      }
    }
  }
}
