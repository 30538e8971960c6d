/** A variable of a filter or of `mergeRequest`. It stands for a whole value, never for a part of a text. */
export type Variable =
  | { kind: 'user'; path: readonly string[] }
  | { kind: 'now' }
  | { kind: 'filter' }
  | { kind: 'qparam'; name: string }
  | { kind: 'random'; bits: number }
  | { kind: 'body'; path: readonly string[] }
  /** Null stands for all of them, as an object. */
  | { kind: 'request'; property: RequestProperty | null }

/** What `@request.<property>` can be; `epochTimeStamp` is a date. */
export const REQUEST_PROPERTIES = [
  'userName',
  'epochTimeStamp',
  'remoteIp',
  'relativePath',
  'queryString',
  'method',
  'protocol',
] as const
export type RequestProperty = (typeof REQUEST_PROPERTIES)[number]

const FORM =
  /^@(?:(?<user>user)(?<userPath>(?:\.[^.\s]+)*)|(?<now>now)|(?<filter>filter)|qparams\[(?:'(?<single>[^']+)'|"(?<double>[^"]+)")\]|rnd\((?<bits>\d{1,4})\)|request\.(?<body>body)(?<bodyPath>(?:\.[^.\s]+)*)|(?<request>request)(?:\.(?<property>\w+))?)$/
const LOOKS_LIKE_ONE = /^@(?:user|now|filter|qparams|rnd|request)(?![\w])/
const MAX_BITS = 2048

/** @returns `malformed` for what looks like a variable and is none, so that a slip never becomes a plain text */
export function parseVariable(text: string): Variable | 'text' | 'malformed' {
  const groups = FORM.exec(text)?.groups
  if (!groups) return LOOKS_LIKE_ONE.test(text) ? 'malformed' : 'text'
  if (groups.user) return { kind: 'user', path: segments(groups.userPath) }
  if (groups.body) return { kind: 'body', path: segments(groups.bodyPath) }
  if (groups.request) return requestVariable(groups.property)
  if (groups.bits) return randomVariable(Number(groups.bits))
  return groups.now ? { kind: 'now' } : filterOrParameter(groups.single ?? groups.double)
}

const filterOrParameter = (name: string | undefined): Variable =>
  name === undefined ? { kind: 'filter' } : { kind: 'qparam', name }

function requestVariable(name: string | undefined): Variable | 'malformed' {
  if (name === undefined) return { kind: 'request', property: null }
  const property = REQUEST_PROPERTIES.find(known => known === name)
  return property ? { kind: 'request', property } : 'malformed'
}

function randomVariable(bits: number): Variable | 'malformed' {
  return bits >= 8 && bits <= MAX_BITS && bits % 4 === 0 ? { kind: 'random', bits } : 'malformed'
}

function segments(path: string | undefined): string[] {
  return path ? path.slice(1).split('.') : []
}
