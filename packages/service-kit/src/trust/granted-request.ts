import { type GrantedRequest, grantedRequest } from '@sluice/contracts'
import { formatHeaderJson, readHeaderJson } from './header-json.ts'
import { instantText } from './instant-text.ts'

/** The version of the grant; another form gets another one. */
const VERSION = '2'
const WORDS = 9
/** A field that is not there. No text is written so: `wordOf` takes it for one that is not plain. */
const NONE = '-'
/** Begins a word that is base64url of JSON. */
const AS_JSON = '='
/** A text that is its own word. */
const PLAIN = /^[!-,.-<>-~][!-~]*$/

/** Writes what a grant says of its request: one line of words with a space between two, all of them visible ASCII. */
export function formatGrantedRequest(request: GrantedRequest): string {
  const { upstream, requestId, method, target, issuedAt, chain, clientAddress, tool = NONE } = request
  const address = clientAddress === undefined ? NONE : wordOf(clientAddress)
  const ids = chain.length === 0 ? NONE : AS_JSON + formatHeaderJson(chain)
  return `${VERSION} ${requestId} ${upstream} ${wordOf(method)} ${instantText(issuedAt)} ${address} ${tool} ${ids} ${wordOf(target)}`
}

/** @returns undefined for a line of another version or form */
export function readGrantedRequest(line: string): GrantedRequest | undefined {
  const words = line.split(' ')
  const wordAt = (place: number) => words[place] ?? ''
  if (words.length !== WORDS || wordAt(0) !== VERSION) return undefined
  return grantedRequest.safeParse({
    requestId: wordAt(1),
    upstream: wordAt(2),
    method: textOf(wordAt(3)),
    issuedAt: Number(wordAt(4) || Number.NaN),
    clientAddress: optionalTextOf(wordAt(5)),
    tool: optionalTextOf(wordAt(6)),
    chain: wordAt(7) === NONE ? [] : textOf(wordAt(7)),
    target: textOf(wordAt(8)),
  }).data
}

const wordOf = (text: string): string => (PLAIN.test(text) ? text : AS_JSON + formatHeaderJson(text))

/** Null, which no field may be, for a word that can not be read. */
const textOf = (word: string): unknown => (word.startsWith(AS_JSON) ? (readHeaderJson(word.slice(1)) ?? null) : word)

const optionalTextOf = (word: string): unknown => (word === NONE ? undefined : textOf(word))
