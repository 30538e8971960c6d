import fc from 'fast-check'

/** A body as a client may send it, readable or not. */
export type SentBody = { bytes: Uint8Array; headers?: Readonly<Record<string, string>> }

type Text = fc.Arbitrary<string>

/** JSON texts of values, each of which some reader may take in another way, or not at all. */
const scalars: readonly string[] = [
  ...[
    '0',
    '-0',
    '-0.0',
    '1',
    '5.0',
    '1e2',
    '1e400',
    '-1e400',
    '0.1',
    '2147483648',
    '9007199254740993',
    '01',
    '+1',
    '.5',
  ],
  ...['9223372036854775807', '-9223372036854775808', '9223372036854775808', '1e-400', 'NaN', 'Infinity', '0x1'],
  ...[
    'true',
    'null',
    'undefined',
    "'x'",
    '""',
    '"x"',
    '"\\ud800"',
    '"\\udc00x"',
    '"\\ud83d\\ude00"',
    '"\\u0000"',
    '"\t"',
  ],
  ...['{"$numberLong":"5"}', '{"$numberLong":5}', '{"$numberLong":"9223372036854775808"}', '{"$numberInt":"5"}'],
  ...['{"$numberInt":5}', '{"$numberInt":"2147483648"}', '{"$numberDouble":"NaN"}', '{"$numberDouble":5}'],
  ...['{"$numberDouble":"-Infinity"}', '{"$numberDouble":""}', '{"$numberDecimal":"1.10"}', '{"$numberDecimal":1}'],
  ...['{"$numberDecimal":"x"}', '{"$date":5}', '{"$date":"2023-11-14T22:13:20Z"}', '{"$date":"2023-11-14"}'],
  ...['{"$date":{"$numberLong":"5"}}', '{"$date":{"$numberLong":5}}', '{"$date":"soon"}', '{"$date":1e20}'],
  ...['{"$oid":"65a1b2c3d4e5f60718293a4b"}', '{"$oid":"65A1B2C3D4E5F60718293A4B"}', '{"$oid":"x"}', '{"$oid":5}'],
  ...['{"$binary":"AQI=","$type":"00"}', '{"$type":"00","$binary":""}', '{"$binary":{"base64":"AQI=","subType":"00"}}'],
  ...[
    '{"$binary":{"base64":"?","subType":"00"}}',
    '{"$binary":"AQI=","$type":0}',
    '{"$uuid":"x"}',
    '{"$undefined":true}',
  ],
  ...[
    '{"$uuid":"c8edabc3-f738-4ca3-b68d-ab92a91478a3"}',
    '{"$timestamp":{"t":1,"i":2}}',
    '{"$timestamp":{"t":-1,"i":2}}',
  ],
  ...['{"$regex":"a","$options":"i"}', '{"$regex":"a","$options":"z"}', '{"$regex":5,"$options":""}', '{"$minKey":1}'],
  ...['{"$regularExpression":{"pattern":"a","options":"mi"}}', '{"$symbol":"x"}', '{"$symbol":5}', '{"$maxKey":1}'],
  ...['{"$code":"f()"}', '{"$code":"f()","$scope":{"total":1}}', '{"$code":5}', '{"$dbPointer":{"total":1}}'],
  ...[
    '{"$dbPointer":5}',
    '{"$ref":"c","$id":1}',
    '{"_bsontype":"Long","low":1,"high":0}',
    '{"$unknown":1}',
    '{}',
    '[]',
  ],
]

const names: readonly string[] = [
  ...['"a"', '"b"', '"0"', '"_etag"', '"total"', '"tot\\u0061l"', '"total.x"', '"a.b"', '"$set"'],
  ...['"$dbPointer"', '"__proto__"', '"constructor"', '"_bsontype"', '"toString"', '""', '"total\\u0000"', '"\\ud800"'],
]

const { value } = fc.letrec<{ value: string }>(tie => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 6, arbitrary: fc.constantFrom(...scalars) },
    { weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 3 }).map(items => `[${items.join(',')}]`) },
    { weight: 2, arbitrary: objectOf(fc.constantFrom(...names), tie('value')) },
    { weight: 1, arbitrary: fc.constantFrom(20, 99, 100, 101, 5_000).map(deep => '['.repeat(deep) + ']'.repeat(deep)) },
  ),
}))

function objectOf(name: Text, inner: Text): Text {
  const members = fc.array(
    fc.tuple(name, inner).map(pair => pair.join(':')),
    { maxLength: 4 },
  )
  return members.map(all => `{${all.join(',')}}`)
}

/** Mostly a document with a total, once or twice; the rest as it comes. */
const document: Text = fc.oneof(
  { weight: 4, arbitrary: value.map(total => `{"total":${total}}`) },
  { weight: 2, arbitrary: fc.tuple(value, value).map(([total, a]) => `{"total":${total},"a":${a}}`) },
  { weight: 1, arbitrary: fc.tuple(value, value).map(([one, two]) => `{"total":${one},"tot\\u0061l":${two}}`) },
  { weight: 2, arbitrary: fc.constantFrom('1', '"x"', '{"a":1}').map(total => ` {"a":1,"total":${total}}\n`) },
  { weight: 2, arbitrary: value.map(a => `{"a":${a}}`) },
  { weight: 2, arbitrary: objectOf(fc.constantFrom(...names), value) },
  { weight: 1, arbitrary: value },
)

const encoded = (text: string): fc.Arbitrary<Uint8Array> => {
  const utf8 = Buffer.from(text)
  return fc.oneof(
    { weight: 10, arbitrary: fc.constant(utf8) },
    { weight: 3, arbitrary: fc.constant(Buffer.from(`\ufeff${text}`)) },
    { weight: 1, arbitrary: fc.constant(Buffer.from(`\ufeff\ufeff${text}`)) },
    { weight: 1, arbitrary: fc.constantFrom(Buffer.from(text, 'utf16le'), Buffer.from(`\ufeff${text}`, 'utf16le')) },
    { weight: 1, arbitrary: fc.constant(Buffer.from(`${text.slice(0, -1)},"ü":"é"}`, 'latin1')) },
    { weight: 1, arbitrary: fc.nat().map(at => withByte(utf8, at % (utf8.length + 1))) },
    { weight: 1, arbitrary: fc.nat().map(at => utf8.subarray(0, at % (utf8.length + 1))) },
  )
}

const withByte = (bytes: Buffer, at: number) =>
  Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff]), bytes.subarray(at)])

const headers = fc.oneof(
  { weight: 10, arbitrary: fc.constant({ 'content-type': 'application/json' }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Record<string, string>>(
      {},
      { 'content-type': 'application/json; charset=utf-16' },
      { 'content-type': 'application/merge-patch+json' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      { 'content-type': 'application/json', 'content-encoding': 'identity' },
    ),
  },
)

const sent = (text: Text): fc.Arbitrary<SentBody> =>
  fc.tuple(text.chain(encoded), headers).map(([bytes, all]) => ({ bytes, headers: all }))

/** A body of a POST that two readers could read differently. */
export const hostileBody: fc.Arbitrary<SentBody> = sent(document)

const PATHS = [
  'profile',
  'profile.name',
  'profile.banned',
  'profile.0',
  'profile.0.banned',
  'n',
  'x',
  'x.y',
  'pr\\u006ffile',
]
const OPERATORS = [
  '$set',
  '$unset',
  '$rename',
  '$inc',
  '$min',
  '$max',
  '$push',
  '$pull',
  '$addToSet',
  '$setOnInsert',
  '$mul',
]

const path = fc.constantFrom(...PATHS).map(name => `"${name}"`)
const patched = fc.oneof(
  fc.constantFrom('1', 'false', '"x"', 'null', '{"name":"F"}', '{"banned":false}', '{"banned":true}', '{}', '[]'),
  fc.constantFrom(
    '{"$dbPointer":{"banned":false}}',
    '{"0":{"banned":false}}',
    '"x.z"',
    '"profile"',
    '"profile.banned"',
  ),
)
const operation = fc
  .tuple(fc.constantFrom(...OPERATORS), objectOf(path, patched))
  .map(([name, of]) => `"${name}":${of}`)
const assignment = fc.tuple(path, patched).map(pair => pair.join(':'))

/** A body of a PATCH that may reach a field in some other way than by its name. */
export const hostilePatch: fc.Arbitrary<SentBody> = fc
  .array(fc.oneof(assignment, operation), { minLength: 1, maxLength: 3 })
  .chain(parts => fc.constantFrom('', '\ufeff').map(mark => ({ bytes: Buffer.from(`${mark}{${parts.join(',')}}`) })))
