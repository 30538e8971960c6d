import { Binary, BSONSymbol, Code, Decimal128, Double, Int32, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson'
import fc from 'fast-check'

const HEX = '65a1b2c3d4e5f60718293a4b'

/** Texts that paths have trouble with, and all others. */
export const arbitraryText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('a', '/', '\\', '%', '2', 'f', 'F', '.', '_', '*', '\0', '\ud800', '\udc00', ' ', '?', '#'),
  }),
  fc.constantFrom(
    '',
    '.',
    '..',
    '*',
    '_id',
    '_size',
    'explain',
    HEX,
    HEX.toUpperCase(),
    '7',
    '1.0',
    'x%2fy',
    'a/b',
    '%',
    '"',
  ),
)

const whole = fc.oneof(
  fc.integer({ min: -3, max: 3 }).map(BigInt),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.constantFrom(2n ** 53n, 2n ** 53n + 1n, -(2n ** 63n)),
)
const double = fc.oneof(fc.double(), whole.map(Number), fc.constantFrom(2 ** 63, 1e21, -0, 0.1, 0.5))

/** A number in every type that can hold it, so that equal ones meet. */
const number = fc.oneof(
  fc.integer({ min: -3, max: 3 }).map(value => new Int32(value)),
  whole.map(value => Long.fromBigInt(value)),
  double.map(value => new Double(value)),
  whole.map(value => Decimal128.fromString(String(value))),
  fc
    .tuple(fc.integer({ min: -99, max: 99 }), fc.integer({ min: -6000, max: 6000 }))
    .map(([digits, exponent]) => Decimal128.fromString(`${digits}E${exponent}`)),
  fc.constantFrom('0.1', '0.10', '0.5', '0.50', '7.00', 'NaN', 'Infinity', '1E+30').map(Decimal128.fromString),
)

const scalar = fc.oneof(
  { weight: 4, arbitrary: arbitraryText },
  { weight: 4, arbitrary: number },
  fc.boolean(),
  fc.constant(null),
  fc.integer({ min: -8.64e15, max: 8.64e15 }).map(ms => new Date(ms)),
  fc.uint8Array({ minLength: 12, maxLength: 12 }).map(bytes => new ObjectId(bytes)),
  fc.constant(new ObjectId(HEX)),
  fc.tuple(fc.uint8Array(), fc.constantFrom(0, 4, 5, 0x80)).map(([bytes, type]) => new Binary(bytes, type)),
  fc.tuple(fc.nat(), fc.nat()).map(([t, i]) => new Timestamp({ t, i })),
  fc.string().map(code => new Code(code)),
  fc.string().map(text => new BSONSymbol(text)),
  fc.constantFrom(new MinKey(), new MaxKey()),
)

const fieldName = fc
  .oneof(fc.string(), fc.constantFrom('a', 'b', '$a', 'ü', '\ud800'))
  .filter(name => !(name.includes('\0') || name === '__proto__' || name === '_bsontype'))

/** Any `_id`, of every type that BSON has. */
export const arbitraryId: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: scalar },
  {
    weight: 1,
    arbitrary: fc.dictionary(fieldName, fc.oneof(scalar, fc.array(scalar, { maxLength: 2 })), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
  },
)
