import { Binary, BSONRegExp, Code, Decimal128, Double, Int32, Long, MinKey, ObjectId, Timestamp } from 'bson'
import fc from 'fast-check'

/** Any value that BSON can hold, as the `bson` package gives it without promotion. */
const scalar = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.boolean(),
  fc.constant(null),
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }).map(value => new Int32(value)),
  fc.double().map(value => new Double(value)),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(value => Long.fromBigInt(value)),
  fc.integer({ min: -8.64e15, max: 8.64e15 }).map(ms => new Date(ms)),
  fc.uint8Array({ minLength: 12, maxLength: 12 }).map(bytes => new ObjectId(bytes)),
  fc
    .tuple(fc.bigInt({ min: -(10n ** 33n), max: 10n ** 33n }), fc.integer({ min: -50, max: 50 }))
    .map(([digits, exponent]) => Decimal128.fromString(`${digits}E${exponent}`)),
  fc.tuple(fc.uint8Array(), fc.constantFrom(0, 5, 0x80)).map(([bytes, type]) => new Binary(bytes, type)),
  fc.tuple(fc.nat(), fc.nat()).map(([t, i]) => new Timestamp({ t, i })),
  fc.stringMatching(/^[a-z^$.*/]{0,9}$/).map(pattern => new BSONRegExp(pattern, 'i')),
  fc.string().map(code => new Code(code)),
  fc.constant(new MinKey()),
)
const fieldName = fc.string().filter(name => !(/^\$|\0/.test(name) || name === '__proto__' || name === '_bsontype'))
/** Documents with every type, nested. */
export const arbitraryDocument = fc.dictionary(
  fieldName,
  fc.letrec(tie => ({
    node: fc.oneof(
      { maxDepth: 3 },
      scalar,
      fc.array(tie('node'), { maxLength: 4 }),
      fc.dictionary(fieldName, tie('node'), { maxKeys: 4, noNullPrototype: true }),
    ),
  })).node,
  { maxKeys: 6, noNullPrototype: true },
)
