import { mayBeginSecretName } from '@sluice/predicate'

/**
 * What keys and sessions of ours, and each name of a secret, begin with, and two pairs of its letters that are rare in texts: one
 * at an even place, one at an odd. However a word lies in the bytes, one of both lies on a pair of them.
 */
const BEGINNINGS: readonly (readonly [word: string, even: string, odd: string])[] = [
  ['slk_', 'k_', 'lk'],
  ['sls_', 's_', 'ls'],
  ['token', 'ke', 'ok'],
  ['secret', 'cr', 'ec'],
  ['pass', 'pa', 'as'],
  ['credential', 'cr', 'ia'],
  ['cookie', 'ok', 'oo'],
  ['sig', 'si', 'ig'],
  ['auth', 'au', 'ut'],
  ['session', 'ss', 'si'],
  ['api', 'ap', 'pi'],
  ['app', 'ap', 'pp'],
  ['private', 'iv', 'va'],
  ['access', 'ss', 'cc'],
  ['pwd', 'pw', 'wd'],
  ['jwt', 'jw', 'wt'],
  ['\\u00', '\\u', 'u0'],
]

type PlacedWord = { word: Buffer; offset: number }

/** Words that a pair of bytes may belong to, by the number that the table has for it; 0 is none. */
const words: PlacedWord[][] = [[]]
const table = new Uint8Array(2 ** 16)

for (const [word, ...pairs] of BEGINNINGS) {
  for (const pair of pairs) addPair(pair, { word: Buffer.from(word, 'latin1'), offset: word.indexOf(pair) })
}

function addPair([first = '', second = '']: string, placed: PlacedWord): void {
  for (const one of bothCases(first)) {
    for (const other of bothCases(second)) {
      const pair = one | (other << 8)
      if (table[pair] === 0) table[pair] = words.push([]) - 1
      words[table[pair] ?? 0]?.push(placed)
    }
  }
}

function bothCases(letter: string): ReadonlySet<number> {
  return new Set([letter.charCodeAt(0), letter.toUpperCase().charCodeAt(0)])
}

/** A shorter body is looked at as a text sooner. */
const LEAST_BYTES = 512
const NUMBER_BYTES = 4
const NUMBERS_AT_ONCE = 4
const STEP = NUMBERS_AT_ONCE * NUMBER_BYTES
/** Bytes of which it is told whether a name begins there. */
const WINDOW = 128
/** A body that has more beginnings may consist of them. */
const MOST_BEGINNINGS = 64

/**
 * Whether a body may hold a key or session of ours, or the name of a secret; never wrong in saying no. An expression runs over
 * texts alone, and the text of a body is garbage as large as it is: so 16 bytes are looked at together, and the expression sees
 * only where a name may begin (docs/adr/0046-secrets-are-looked-for-in-bytes.md).
 */
export function mayHoldSecret(bytes: Buffer): boolean {
  if (bytes.length < LEAST_BYTES) return true
  const search: BeginningSearch = { bytes, beginnings: 0 }
  const first = (NUMBER_BYTES - (bytes.byteOffset % NUMBER_BYTES)) % NUMBER_BYTES
  const steps = Math.floor((bytes.length - first) / STEP)
  const numbers = new Int32Array(bytes.buffer, bytes.byteOffset + first, steps * NUMBERS_AT_ONCE)
  if (mayBegin(search, first % 2, first)) return true
  for (let at = 0; at < numbers.length; at += NUMBERS_AT_ONCE) {
    if (!mayHoldPair(numbers, at)) continue
    const start = first + at * NUMBER_BYTES
    if (mayBegin(search, start, start + STEP)) return true
  }
  return mayBegin(search, first + steps * STEP, bytes.length - 1)
}

type BeginningSearch = { bytes: Buffer; beginnings: number }

/** Whether a pair of the table lies on one of the eight pairs of four numbers. */
function mayHoldPair(numbers: Int32Array, at: number): boolean {
  const one = numbers[at] ?? 0
  const two = numbers[at + 1] ?? 0
  const three = numbers[at + 2] ?? 0
  const four = numbers[at + 3] ?? 0
  return (wordsOf(one) | wordsOf(two) | wordsOf(three) | wordsOf(four)) !== 0
}

const wordsOf = (number: number): number => (table[number & 0xffff] ?? 0) | (table[number >>> 16] ?? 0)

/** Whether a word begins by one of these pairs that tells of a secret. @param end of their first bytes (exclusive) */
function mayBegin(search: BeginningSearch, start: number, end: number): boolean {
  const { bytes } = search
  for (let at = start; at < end; at += 2) {
    const number = table[(bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)] ?? 0
    if (number !== 0 && words[number]?.some(word => beginsWith(search, at, word))) return true
  }
  return false
}

const OURS = /^sl[ks]_/

function beginsWith(search: BeginningSearch, pairAt: number, { word, offset }: PlacedWord): boolean {
  const { bytes } = search
  const start = pairAt - offset
  if (!isWordAt(bytes, start, word)) return false
  search.beginnings += 1
  const text = bytes.toString('latin1', start, start + WINDOW)
  return search.beginnings > MOST_BEGINNINGS || OURS.test(text) || mayBeginSecretName(text)
}

const LOWER = 0x20

/** Whatever the case. It may take other signs for a backslash, a digit or a line. */
function isWordAt(bytes: Buffer, start: number, word: Buffer): boolean {
  if (start < 0) return false
  for (let at = 0; at < word.length; at += 1) {
    if (((bytes[start + at] ?? 0) | LOWER) !== ((word[at] ?? 0) | LOWER)) return false
  }
  return true
}
