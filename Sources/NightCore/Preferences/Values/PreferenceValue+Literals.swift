extension PreferenceValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral
{
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(stringLiteral value: String) { self = .string(value) }
  package init(arrayLiteral values: PreferenceValue...) { self = .array(values) }
}
