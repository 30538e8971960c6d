import fc from 'fast-check'

const space = fc.constantFrom('', '', '', ' ', '\n', '\t  ', '\r\n')
const digits = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String)
const number = fc.oneof(
  digits,
  fc.integer({ min: -9, max: 9 }).map(String),
  fc.constantFrom('9007199254740993', '1.10', '1.0', '-0', '0.0', '1e3', '1E+2', '1e400', '0.10000000000000000000001'),
  fc.tuple(digits, fc.nat({ max: 99 })).map(([whole, fraction]) => `${whole}.${fraction}0`),
)
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }).map(value => JSON.stringify(value)),
  fc.constantFrom('"\\u0061"', '"\\/"', '"a\\"b"', '"\ud83d\ude00"', '"\\ud83d\\ude00"', '"{\\"n\\":1.10}"'),
)
/** Few names, so that some stand twice; some are ones that JavaScript sorts to the front, or takes for something else. */
const name = fc.constantFrom('"a"', '"b"', '"2"', '"10"', '"\\u0061"', '"length"', '"toString"', '"__proto__"', '""')
const scalar = fc.oneof(number, text, fc.constantFrom('true', 'false', 'null'))

const list = (parts: readonly string[], [open, close]: readonly [string, string], gap: string): string =>
  `${open}${gap}${parts.join(`${gap},${gap}`)}${gap}${close}`

/** Texts of JSON as somebody may send them: every way to write a number, names that stand twice, white space anywhere. */
export const arbitraryJsonText: fc.Arbitrary<string> = fc
  .tuple(
    fc.letrec<{ value: string }>(tie => ({
      value: fc.oneof(
        { maxDepth: 4, depthIdentifier: 'json' },
        scalar,
        fc.tuple(fc.array(tie('value'), { maxLength: 4 }), space).map(([items, gap]) => list(items, ['[', ']'], gap)),
        fc.tuple(fc.array(fc.tuple(name, tie('value'), space), { maxLength: 5 }), space).map(([members, gap]) =>
          list(
            members.map(([key, value, around]) => `${key}${around}:${around}${value}`),
            ['{', '}'],
            gap,
          ),
        ),
      ),
    })).value,
    space,
  )
  .map(([value, around]) => `${around}${value}${around}`)
