type BodyFacts = {
  text: string
  encoding: 'utf8' | 'base64'
  length: number
  truncated: boolean
  state: 'captured' | 'withheld' | 'unreadable' | 'none' | 'dropped'
}

/** What stands in the place of a body that is not there; undefined where it is. */
export function absenceOf({ state, text, truncated, length }: BodyFacts): string | undefined {
  switch (state) {
    case 'withheld':
      return 'Bodies of this kind are not recorded: users, keys, tokens, webhooks, the administration and files.'
    case 'unreadable':
      return 'It named a secret and could not be parsed, so it was not kept.'
    case 'dropped':
      return 'It was there, but the log has no more room for bodies (EVENT_STORE_MAX_BYTES).'
    case 'none':
      return 'There was none.'
    default:
      return text === '' && truncated && length > 0
        ? 'It was left out, as the answer would have been too long.'
        : undefined
  }
}

const MARKUP = /<(?:html|body|table|div|p|h[1-6]|a|b|br|ul|ol|span|strong|style|!doctype)\b[^>]*>/i

/** Whether a body is text that is shown as HTML by who gets it. */
export const isMarkup = ({ text, encoding, state }: BodyFacts): boolean =>
  state === 'captured' && encoding === 'utf8' && MARKUP.test(text) && !isJson(text)

/** A number of bytes: `53 bytes`, `64 KiB`. */
export function bytesInWords(bytes: number, locale?: string): string {
  if (bytes < 1024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`
  const [unit, size] = bytes < 1024 ** 2 ? ['KiB', 1024] : ['MiB', 1024 ** 2]
  return `${(bytes / Number(size)).toLocaleString(locale, { maximumFractionDigits: 1 })} ${unit}`
}

/** What is said of the length of a body: how long it was, and that it is cut. */
export function lengthInWords({ length, truncated, encoding, state }: BodyFacts, locale?: string): string {
  if (state === 'none') return 'none'
  const binary = encoding === 'base64' && state === 'captured' ? ', as base64' : ''
  return `${bytesInWords(length, locale)}${truncated ? ', cut' : ''}${binary}`
}

const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g
const OPENS = new Set(['{', '['])
const CLOSES = new Set(['}', ']'])

/** JSON with line breaks; another text as it is. Numbers stay as they were written, so nothing is made anew. */
export function withLineBreaks(text: string): string {
  if (!isJson(text)) return text
  const tokens = text.match(JSON_TOKEN) ?? []
  let depth = 0
  return tokens
    .map((token, at) => {
      depth += depthStep(token)
      return spaced(token, {
        before: tokens[at - 1] ?? '',
        after: tokens[at + 1] ?? '',
        line: `\n${'  '.repeat(depth)}`,
      })
    })
    .join('')
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function depthStep(token: string): number {
  if (OPENS.has(token)) return 1
  return CLOSES.has(token) ? -1 : 0
}

type TokenPlace = { before: string; after: string; line: string }

function spaced(token: string, { before, after, line }: TokenPlace): string {
  if (OPENS.has(token)) return CLOSES.has(after) ? token : `${token}${line}`
  if (CLOSES.has(token)) return OPENS.has(before) ? token : `${line}${token}`
  if (token === ',') return `,${line}`
  return token === ':' ? ': ' : token
}
