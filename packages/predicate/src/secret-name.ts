/** These find each name that `isSecretName` knows in a JSON text, and some others. An escaped letter may hide a name. */
const LONG_WORDS =
  /token|secret|pass[ _-]*(?:wo?r?d|phrase|code)|credential|cookie|signature|authorization|session[ _-]*id|(?:api|app|private|access)[ _-]*key|\\u00[2-7]/
const SHORT_ENDS = /(?:pwd|jwt|sig|auth|pass)[ _-]{0,4}\d*(?:["\\.\]]|\s*:)/

// V8 compiles an expression for the texts that it sees first. Whole bodies and single names therefore have one each, which
// are not the same text, as V8 would share them; and that for bodies, which is run over each of them, sees a text first
// in which nothing can begin. Otherwise it is five to thirty times slower.
const IN_BODY = new RegExp(`${LONG_WORDS.source}|${SHORT_ENDS.source}`, 'i')
const IN_NAME = new RegExp(`(?:${IN_BODY.source})`, 'i')
const AT_BEGINNING = new RegExp(`(?:${IN_BODY.source})`, 'iy')
const NOTHING_BEGINS = '0123456789 '.repeat(100)
for (let time = 0; time < 3; time += 1) IN_BODY.test(NOTHING_BEGINS)

/** What names a secret wherever it stands in a name, once its words are joined. A secretary is none. */
const SECRET_PART =
  /password|passwd|passphrase|passcode|secret(?!ar)|credential|authorization|sessionid|(?:api|app|private|access)key|token$|(?:^|user|db|smtp|mail)pass$/

const SECRET_WORDS = new Set(['token', 'tokens', 'signature', 'signatures', 'cookie', 'cookies'])
/** Words that say this only at the end of a name. */
const SECRET_ENDS = new Set(['auth', 'jwt', 'pwd', 'sig'])

/** A name that ends with one of these tells of a secret, and holds none. */
const HARMLESS_ENDS = new Set(
  'type count counts limit limits length size policy strength expiry expires expiration ttl lifetime age required enabled method mode provider scheme status version algorithm alg format endpoint usage attempts at in'.split(
    ' ',
  ),
)
/** A name that begins with one of these is answered by yes or no. */
const HARMLESS_STARTS = new Set(['is', 'has', 'needs', 'requires', 'must'])
/** Tokens that are counted, as language models do. */
const COUNTING = new Set(
  'max min total prompt completion input output num number n cached reasoning used remaining'.split(' '),
)
/** It says that credentials may be sent. */
const HARMLESS_NAMES = new Set(['access-control-allow-credentials'])

const LONGEST_REMEMBERED = 64
const MOST_REMEMBERED = 2_000
const remembered = new Map<string, boolean>()

/** Whether a JSON text, or a GraphQL text in it, may hold the name of a secret; quick, and never wrong in saying no. */
export const mayNameSecret = (text: string): boolean => IN_BODY.test(text)

/** What may stand between the parts of a name, and behind it, in any number. */
const LONG_GAP = /[ _\-\d\s]{64}/

/** Whether what `mayNameSecret` looks for may begin at the start of a text, of which no more than 128 letters are given. */
export function mayBeginSecretName(start: string): boolean {
  AT_BEGINNING.lastIndex = 0
  return AT_BEGINNING.test(start) || LONG_GAP.test(start)
}

/**
 * Whether what goes by this name must not be shown: the name of a header, a parameter or a field, or a path of fields.
 * Case, `_`, `-`, spaces, capitals inside and a number behind do not matter: `client_secret`, `X-Api-Key`, `API Key`,
 * `refreshToken`, `token2`, `user[password]`. A path is secret when one of its fields is.
 */
export function isSecretName(name: string): boolean {
  const known = remembered.get(name)
  if (known !== undefined) return known
  const isSecret = IN_NAME.test(`${name}"`) && !HARMLESS_NAMES.has(name.toLowerCase()) && isSecretPath(name)
  if (name.length <= LONGEST_REMEMBERED) remember(name, isSecret)
  return isSecret
}

function remember(name: string, isSecret: boolean): void {
  // Clients choose names.
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  remembered.set(name, isSecret)
}

const isSecretPath = (path: string): boolean => path.split(/[.[\]]/).some(field => isSecretField(wordsOf(field)))

function isSecretField(words: readonly string[]): boolean {
  if (isHarmless(words)) return false
  const doesEndSo = SECRET_ENDS.has(words.at(-1) ?? '')
  return doesEndSo || words.some(word => SECRET_WORDS.has(word)) || SECRET_PART.test(words.join(''))
}

function isHarmless(words: readonly string[]): boolean {
  const last = words.at(-1) ?? ''
  if (words.length < 2) return false
  return (
    HARMLESS_ENDS.has(last) ||
    HARMLESS_STARTS.has(words[0] ?? '') ||
    (last === 'tokens' && words.some(word => COUNTING.has(word)))
  )
}

/** `clientSecret`, `client_secret`, `Client Secret` and `CLIENTSecret2` have two words. */
const wordsOf = (field: string): string[] =>
  field
    .replaceAll(/([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3_$2$4')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map(word => word.replace(/\d+$/, ''))
    .filter(word => word !== '')
