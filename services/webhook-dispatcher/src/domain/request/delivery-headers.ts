import type { FieldError } from '@sluice/contracts'

const MAX_HEADERS = 50
const MAX_HEADER_BYTES = 16 * 1024
const FORBIDDEN = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'upgrade',
  'expect',
  'te',
  'trailer',
])
const FORBIDDEN_PREFIXES = ['proxy-', 'webhook-', 'sluice-']
const SHOWN = new Set(['content-type', 'accept', 'user-agent'])

/** Stands for a header value that is not shown; sent back, it leaves the value as it is. */
export const MASK = '[masked]'

type HeaderRecord = Readonly<Record<string, string>>

/** What is wrong with a webhook's own headers (names and values are already known to be valid HTTP). */
export function findHeaderFaults(headers: HeaderRecord): FieldError[] {
  const names = Object.keys(headers)
  if (names.length > MAX_HEADERS) return [fault('headers', `At most ${MAX_HEADERS} headers.`)]
  const bytes = Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  const faults = names.flatMap(name => faultOfName(name, names))
  if (bytes > MAX_HEADER_BYTES) faults.push(fault('headers', 'All headers together may have 16 KiB.'))
  return faults
}

/** Says why a webhook may not set a header of this name. @returns undefined where it may */
export function findNameFault(name: string): string | undefined {
  const lower = name.toLowerCase()
  const isForbidden = FORBIDDEN.has(lower) || FORBIDDEN_PREFIXES.some(prefix => lower.startsWith(prefix))
  return isForbidden ? 'This header is set by Sluice or belongs to the connection; leave it out.' : undefined
}

function faultOfName(name: string, all: readonly string[]): FieldError[] {
  const lower = name.toLowerCase()
  const message = findNameFault(name)
  if (message) return [fault(`headers.${name}`, message)]
  const isRepeated = all.some(other => other !== name && other.toLowerCase() === lower)
  return isRepeated ? [fault(`headers.${name}`, 'This header stands here twice in different case.')] : []
}

/** What signatures are among headers; names in lower case. */
export type SigningHeaders = {
  /** Those that are shown besides the usual ones. */
  shown: ReadonlySet<string>
  /** One that is shown under no name, and what stands in it before the signature. */
  secret?: { name: string; label: string } | undefined
}

/** Header values as they are shown: credentials could be anywhere, so only harmless names keep their value. */
export function maskHeaders(headers: HeaderRecord, { shown, secret }: SigningHeaders = NONE): Record<string, string> {
  const show = (name: string) => name !== secret?.name && (shown.has(name) || isShown(name))
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, show(name) ? value : MASK]))
}

const NONE: SigningHeaders = { shown: new Set() }

/** Shorter values are found in any text. */
const MIN_HIDDEN = 8

/** Hides in what a target has answered the header values that are not shown: some targets repeat what they were sent. */
export function createHiding(headers: HeaderRecord, signatures?: SigningHeaders): (text: string) => string {
  const hidden = hiddenValues(headers, signatures).flatMap(spellingsOf)
  return text => hidden.reduce((kept, value) => kept.replaceAll(value, MASK), text)
}

/** Whether there is anything to hide. */
export const hasHidden = (headers: HeaderRecord, signatures?: SigningHeaders): boolean =>
  hiddenValues(headers, signatures).length > 0

function hiddenValues(headers: HeaderRecord, signatures: SigningHeaders = NONE): string[] {
  const masked = maskHeaders(headers, signatures)
  const { secret } = signatures
  const values = Object.entries(headers).flatMap(([name, value]) => {
    if (masked[name] === value) return []
    // Without its scheme it is the same credential: "Bearer x". And a signature without its label: "sha256=x".
    const start = name === secret?.name ? secret.label.length : value.lastIndexOf(' ') + 1
    return [value, value.slice(start)]
  })
  return values.filter(({ length }) => length >= MIN_HIDDEN)
}

/** Lists the ways in which a text repeats a value: as it is, in JSON, in JSON with escaped slashes, in a URL. */
function spellingsOf(value: string): string[] {
  const inJson = JSON.stringify(value).slice(1, -1)
  return [...new Set([value, inJson, inJson.replaceAll('/', '\\/'), encodeURIComponent(value.toWellFormed())])]
}

function isShown(name: string): boolean {
  const lower = name.toLowerCase()
  return SHOWN.has(lower) || lower.endsWith('-id')
}

/** `kept`: names whose stored value was put back; `unknown`: those whose mask stands for nothing. */
type UnmaskedHeaders = { headers: Record<string, string>; kept: string[]; unknown: string[] }

/** Puts the stored value back where the mask was sent. */
export function unmaskHeaders(sent: HeaderRecord, stored: HeaderRecord): UnmaskedHeaders {
  const known = new Map(Object.entries(stored).map(([name, value]) => [name.toLowerCase(), value]))
  const kept: string[] = []
  const unknown: string[] = []
  const entries = Object.entries(sent).map(([name, value]): [string, string] => {
    if (value !== MASK) return [name, value]
    const found = known.get(name.toLowerCase())
    const names = found === undefined ? unknown : kept
    names.push(name)
    return [name, found ?? value]
  })
  return { headers: Object.fromEntries(entries), kept, unknown }
}

const fault = (path: string, message: string): FieldError => ({ path, message })
