import type { AccountableCaller } from '@sluice/access'
import { type Refusal, refuse } from '@sluice/contracts'
import { isDocument, parseDocumentJson, readPage } from '@sluice/documents'

const MAX_BYTES = 16 * 1024

/** The service's own variables: they say who asks, when, and for which page. No client can send them. */
export const OWN_VARIABLES = '@user.<path>, @roles, @now, @page, @pagesize, @skip and @limit'
const OWN_VARIABLE = /^@(?:user(?:\.[^.]+)+|roles|now|page|pagesize|skip|limit)$/

/** Whether a stored aggregation can name a variable: one of its own, or one that the service fills. */
export const isKnownVariable = (name: string): boolean => !name.startsWith('@') || OWN_VARIABLE.test(name)

/** The values of a stored aggregation's variables: those of `?avars=`, the caller's, and the page that is asked for. */
export function readVariables(
  query: URLSearchParams,
  caller: Omit<AccountableCaller, 'isRoot'>,
): { kind: 'variables'; values: Map<string, unknown> } | Refusal {
  const page = readPage(query)
  if (page.kind === 'refuse') return page
  const given = readGiven(query.getAll('avars'))
  if (given.kind === 'refuse') return given
  const own = Object.entries(given.values).filter(([name]) => name.startsWith('@'))
  if (own.length > 0) return bad(`"${own[0]?.[0]}": names that begin with @ are the service's own.`)
  const values = new Map<string, unknown>(Object.entries(given.values))
  for (const [name, value] of [
    ['@user', caller.user ?? {}],
    ['@roles', [...caller.roles]],
    ['@now', caller.now],
    ['@page', page.page],
    ['@pagesize', page.limit],
    ['@skip', page.skip],
    ['@limit', page.limit],
  ] as const)
    values.set(name, value)
  return { kind: 'variables', values }
}

function readGiven(texts: readonly string[]): { kind: 'given'; values: { [name: string]: unknown } } | Refusal {
  const [text, other] = texts
  if (text === undefined) return { kind: 'given', values: {} }
  if (other !== undefined) return bad('Send it once.')
  if (Buffer.byteLength(text) > MAX_BYTES) return bad('It may have 16 KB at most.')
  const parsed = parseDocumentJson(text)
  if (parsed.kind === 'refuse') {
    const errors = parsed.errors?.map(error => ({ ...error, path: error.path ? `avars.${error.path}` : 'avars' }))
    return refuse('BAD_QUERY', `avars: ${parsed.detail}`, errors)
  }
  return isDocument(parsed.value)
    ? { kind: 'given', values: parsed.value }
    : bad('It is a JSON object of names and values, such as {"status": "open"}.')
}

const bad = (message: string): Refusal => refuse('BAD_QUERY', `avars: ${message}`, [{ path: 'avars', message }])
