import { isObject, memberOf, objectOf, type ReadObject } from '../json-values.ts'
import {
  escapeReferences,
  fitsText,
  mapTexts,
  type ReferenceValues,
  referencesOf,
  resolveText,
  textsOf,
} from './references.ts'

const MASK = '[masked]'

/** A definition whose texts may hold references, as it is to be sent. */
export type ResolvedDefinition = {
  document: ReadObject
  /** The same as the target would show it: what it hides is what it shows in its place. */
  shown: ReadObject
  /** References without a value, where the target has none either: `headers.authorization: SLUICE_SECRET_HOOK`. */
  missing: string[]
  /** Places whose value is sent though nobody can tell whether it is another one: the target shows none. */
  hidden: string[]
}

/** Templates are for the server to fill: nothing in them is a reference. */
const AS_IT_IS: ReadonlySet<string> = new Set(['transform.template', 'email.bodyTemplate'])

/** A field that is written and never shown. */
export const UNSHOWN: ReadonlySet<string> = new Set(['secret', 'password'])

/**
 * Fills the references of a definition. Where a secret has no value here, the target's is left as it is.
 * @param stored the same definition of the target, in its normal form
 */
export function resolveDefinition(
  document: ReadObject,
  stored: ReadObject | undefined,
  values: ReferenceValues,
): ResolvedDefinition {
  const missing: string[] = []
  const hidden: string[] = []
  const atTarget = new Map([...textsOf(stored ?? {})].map(({ path, text }) => [path, text]))
  const changed = mapTexts(document, (text, path) => {
    if (AS_IT_IS.has(path)) return text
    const before = atTarget.get(path)
    const value = resolveText(text, values)
    if (isHidden(path, before, stored)) {
      if (value !== undefined) hidden.push(path)
      return value ?? before ?? MASK
    }
    if (value !== undefined) return value
    if (before !== undefined && fitsText(text, values, before)) return before
    missing.push(...missingIn(text, path, values))
    return text
  })
  const masked = new Set(hidden)
  const shown = mapTexts(changed, (text, path) => (masked.has(path) ? (atTarget.get(path) ?? text) : text))
  return { document: objectOf(changed), shown: objectOf(shown), missing, hidden }
}

/** Whether the target has a value at this place, and does not show it. */
const isHidden = (path: string, before: string | undefined, stored: ReadObject | undefined): boolean =>
  before === MASK || (stored !== undefined && UNSHOWN.has(path))

const missingIn = (text: string, path: string, values: ReferenceValues): string[] =>
  referencesOf(text)
    .filter(reference => values(reference) === undefined)
    .map(({ kind, name }) => `${path}: ${kind === 'secret' ? `SLUICE_SECRET_${name}` : `variable ${name}`}`)

/** A definition of the target as a file holds it: no secret in it, references where the local file has them. */
export function withReferences(
  stored: ReadObject,
  local: ReadObject | undefined,
  { values, prefix, isUrlSecret }: { values: ReferenceValues; prefix: string; isUrlSecret: boolean },
): ReadObject {
  const before = new Map([...textsOf(local ?? {})].map(({ path, text }) => [path, text]))
  const changed = mapTexts(stored, (text, path) => {
    const own = before.get(path)
    if (AS_IT_IS.has(path)) return text
    if (text === MASK) return own ?? `\${secret:${secretName(prefix, path.split('.').at(-1) ?? '')}}`
    if (own !== undefined && referencesOf(own).length > 0 && fitsText(own, values, text)) return own
    return path === 'url' ? urlWithReferences(text, prefix, isUrlSecret) : escapeReferences(text)
  })
  const whole = isObject(changed) ? changed : stored
  const unshown = [...UNSHOWN].filter(name => typeof memberOf(local, name) === 'string')
  return { ...whole, ...Object.fromEntries(unshown.map(name => [name, memberOf(local, name)])) }
}

const secretName = (prefix: string, name: string): string =>
  `${prefix}_${name}`
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .slice(0, 100)

/** User and password of an address are replaced; with `isUrlSecret` its query and long random segments, too. */
function urlWithReferences(url: string, prefix: string, isUrlSecret: boolean): string {
  const [, scheme = '', userinfo, rest = ''] = /^([a-z]+:\/\/)(?:([^/?#@]*)@)?(.*)$/is.exec(url) ?? []
  if (scheme === '') return escapeReferences(url)
  const user = userinfo === undefined ? '' : `\${secret:${secretName(prefix, 'userinfo')}}@`
  if (!isUrlSecret) return `${scheme}${user}${escapeReferences(rest)}`
  const slash = rest.search(/[/?#]/)
  if (slash < 0 || rest.slice(slash) === '/') return `${scheme}${user}${escapeReferences(rest)}`
  return `${scheme}${user}${escapeReferences(rest.slice(0, slash + 1))}\${secret:${secretName(prefix, 'path')}}`
}

const RANDOM = /[A-Za-z0-9_-]{20,}/

/** What of an address may be a secret, in words; nothing where it looks harmless. */
export function secretInUrl(url: string): string | undefined {
  if (url.includes('${secret:')) return undefined
  if (url.includes('?')) return 'its query'
  return url
    .split('/')
    .slice(3)
    .some(segment => RANDOM.test(segment) && /\d/.test(segment))
    ? 'a long segment of its path'
    : undefined
}
