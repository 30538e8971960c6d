import { readJson } from '../json-text.ts'
import { textOf } from '../webhooks/webhook-search.ts'

export const ASKED_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const
type ExplainParameters = Readonly<Record<string, unknown>>

/** A question of who may do what, as it stands in the address. Bodies, headers and addresses do not. */
export type ExplainSearch = { user?: string; roles?: string; method?: string; path?: string; query?: string }

/** A question as it is typed. */
export type ExplainForm = {
  who: 'user' | 'roles'
  user: string
  roles: string
  method: string
  path: string
  query: string
  body: string
  headers: string
  address: string
}

/** The question as the API takes it. */
export type AskedAccess = {
  user?: string
  roles?: readonly string[]
  method: string
  path: string
  query?: string
  headers?: Readonly<Record<string, string>>
  body?: unknown
  remoteAddress?: string
}

/** The fields that a refusal of a question may name. */
export const QUESTION_FIELDS = ['user', 'roles', 'method', 'path', 'query', 'body', 'headers', 'remoteAddress']

export function readExplainSearch(raw: ExplainParameters): ExplainSearch {
  const names = ['user', 'roles', 'method', 'path', 'query'] as const
  return Object.fromEntries(
    names.flatMap(name => {
      const text = textOf(raw[name])
      return text === undefined ? [] : [[name, text]]
    }),
  )
}

export const formOfSearch = ({ user, roles, method, path, query }: ExplainSearch): ExplainForm => ({
  who: roles !== undefined && user === undefined ? 'roles' : 'user',
  user: user ?? '',
  roles: roles ?? '',
  method: ASKED_METHODS.find(each => each === method?.toUpperCase()) ?? 'GET',
  path: path ?? '',
  query: query ?? '',
  body: '',
  headers: '',
  address: '',
})

/** What of a question stands in the address. A query that was typed behind the path stands in its own place. */
export function searchOfForm({ who, user, roles, method, path, query }: ExplainForm): ExplainSearch {
  const [before = '', ...behind] = path.trim().split('?')
  const asked = [...behind, ...(query ? [query] : [])].join('&')
  const caller = who === 'user' ? { user: user.trim() } : { roles: namesIn(roles).join(' ') }
  return Object.assign({ method, path: before }, caller, asked === '' ? {} : { query: asked })
}

/** The question that stands in the address; undefined where it is not whole yet. */
export function askedOf({ user, roles, method, path, query }: ExplainSearch): AskedAccess | undefined {
  if (!method || !path || (user === undefined && roles === undefined)) return undefined
  const caller = user === undefined ? { roles: namesIn(roles ?? '') } : { user }
  return Object.assign({ method, path }, caller, query === undefined ? {} : { query })
}

/** Gives the question of a form; undefined where it is not whole yet. */
export function questionOf(form: ExplainForm): AskedAccess | undefined {
  const asked = askedOf(searchOfForm(form))
  return asked && withExtras(asked, form)
}

/** Whether two questions are one. Such a question is asked again, as its answer may be another one by now. */
export const isSameQuestion = (one: AskedAccess | undefined, other: AskedAccess | undefined): boolean =>
  one !== undefined && JSON.stringify(one) === JSON.stringify(other)

export type ExplainExtras = Pick<ExplainForm, 'body' | 'headers' | 'address'>

/** Adds what is seldom asked about. A body that is no JSON is sent as the text that it is. */
export function withExtras(asked: AskedAccess, { body, headers, address }: ExplainExtras): AskedAccess {
  const lines = headers.split('\n').filter(line => line.trim() !== '')
  return Object.assign(
    {},
    asked,
    body.trim() === '' ? {} : { body: bodyOf(body) },
    lines.length === 0 ? {} : { headers: Object.fromEntries(lines.map(headerOf)) },
    address.trim() === '' ? {} : { remoteAddress: address.trim() },
  )
}

const bodyOf = (text: string): unknown => {
  const read = readJson(text)
  return read.kind === 'read' ? read.value : text
}

function headerOf(line: string): readonly [string, string] {
  const at = line.indexOf(':')
  return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
}

const namesIn = (text: string): readonly string[] => text.split(/[\s,;]+/).filter(name => name !== '')

/** Says in words whose question it is. */
export function askerOf({ user, roles = [] }: AskedAccess): string {
  if (user !== undefined) return user
  if (roles.length === 1 && roles[0] === '$unauthenticated') return 'Nobody signed in'
  return roles.length === 0 ? 'Somebody without a role' : `Somebody with ${roles.join(', ')}`
}
