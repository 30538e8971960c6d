import type { Operation, Route } from './route.ts'

type Params = Readonly<Record<string, string>>

type RouteMatch =
  /** `path`: as it stands in the table. A parameter's value is that of its segment, or segments with slashes between. */
  | { kind: 'found'; path: string; operation: Operation; params: Params }
  /** Something is served there, by these methods. */
  | { kind: 'wrong-method'; allowed: readonly string[] }
  | { kind: 'none' }

/** Finds the route of a request. A `HEAD` is served by the route for `GET`; segments are compared as they are given. */
export type MatchRoute = (method: string, segments: readonly string[]) => RouteMatch

/** One part of a path: told apart by its text, or taken as the value of a parameter, one segment or all that are left. */
type PathPart = { kind: 'text'; text: string } | { kind: 'one'; name: string } | { kind: 'rest'; name: string }

type PathLine = { path: string; parts: readonly PathPart[]; operation: Operation }

/** Paths that fit the same segments, whatever their parameters are called. */
type RouteShape = { parts: readonly PathPart[]; isOpenEnded: boolean; lines: Map<string, PathLine> }

const NONE: RouteMatch = { kind: 'none' }

/**
 * Prepares a table of routes. Where paths overlap, the one with a name is meant, not the one with a parameter in its
 * place, whatever the method: nothing but its own methods is served there. Of lines with the same path and method, the
 * first is served. Paths: `/keys/:id` (one segment, not empty), `/files/*path` (one or more), `/keys/\\*` (the character).
 */
export function compileRoutes(routes: readonly Route[]): MatchRoute {
  const places = new Map<string, RouteShape>()
  for (const [method, path, operation] of routes) {
    const parts = path.split('/').slice(1).filter(Boolean).map(compilePart)
    const shape = JSON.stringify(parts.map(part => (part.kind === 'text' ? part.text : [part.kind])))
    const place = places.get(shape) ?? { parts, isOpenEnded: parts.at(-1)?.kind === 'rest', lines: new Map() }
    if (!place.lines.has(method)) place.lines.set(method, { path, parts, operation })
    places.set(shape, place)
  }
  const table = [...places.values()].sort(namesFirst)
  return (method, segments) => findRoute(table, method === 'HEAD' ? 'GET' : method, segments)
}

const PRECEDENCE: Record<PathPart['kind'], number> = { text: 0, one: 1, rest: 2 }

/** The first segment in which two paths are told apart decides. */
function namesFirst({ parts: a }: RouteShape, { parts: b }: RouteShape): number {
  const differs = a.findIndex((part, at) => part.kind !== b[at]?.kind)
  const one = a[differs]
  const other = b[differs]
  return one && other ? PRECEDENCE[one.kind] - PRECEDENCE[other.kind] : a.length - b.length
}

/** The segments of a path, as they are written; none for `/`. A slash at the end counts as none. */
export function segmentsOf(path: string): string[] {
  const segments = path.split('/').slice(1)
  if (segments.at(-1) === '') segments.pop()
  return segments
}

/** The values of parameters, percent-decoded. @throws URIError where the encoding is none */
export function decodeParams(params: Params): Params {
  const decoded: Record<string, string> = {}
  for (const [name, value] of Object.entries(params)) decoded[name] = decodeURIComponent(value)
  return decoded
}

function compilePart(part: string): PathPart {
  if (part.startsWith(':')) return { kind: 'one', name: part.slice(1) }
  if (part.startsWith('*')) return { kind: 'rest', name: part.slice(1) }
  return { kind: 'text', text: part.replace('\\', '') }
}

function findRoute(table: readonly RouteShape[], method: string, segments: readonly string[]): RouteMatch {
  const place = table.find(candidate => fits(candidate, segments))
  if (!place) return NONE
  const line = place.lines.get(method)
  if (!line) return { kind: 'wrong-method', allowed: [...place.lines.keys()] }
  const { path, parts, operation } = line
  return { kind: 'found', path, operation, params: paramsOf(parts, segments) }
}

function fits({ parts, isOpenEnded }: RouteShape, segments: readonly string[]): boolean {
  if (isOpenEnded ? segments.length < parts.length : segments.length !== parts.length) return false
  return parts.every((part, at) => part.kind === 'rest' || fitsOne(part, segments[at]))
}

const fitsOne = (part: PathPart, segment: string | undefined): boolean =>
  part.kind === 'text' ? part.text === segment : segment !== ''

function paramsOf(parts: readonly PathPart[], segments: readonly string[]): Params {
  const params: Record<string, string> = {}
  for (const [at, part] of parts.entries()) {
    if (part.kind === 'one') params[part.name] = segments[at] ?? ''
    if (part.kind === 'rest') params[part.name] = segments.slice(at).join('/')
  }
  return params
}
