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
type Part = { kind: 'text'; text: string } | { kind: 'one'; name: string } | { kind: 'rest'; name: string }

type Place = { path: string; parts: readonly Part[]; isOpenEnded: boolean; operations: Map<string, Operation> }

const NONE: RouteMatch = { kind: 'none' }

/**
 * Prepares a table of routes. The first line whose path and method fit is served, so that a name goes before a parameter
 * in its place. Paths: `/keys/:id` (one segment, not empty), `/files/*path` (one or more), `/keys/\\*` (the character).
 */
export function compileRoutes(routes: readonly Route[]): MatchRoute {
  const places = new Map<string, Place>()
  for (const [method, path, operation] of routes) {
    const place = places.get(path) ?? compilePath(path)
    if (!place.operations.has(method)) place.operations.set(method, operation)
    places.set(path, place)
  }
  const table = [...places.values()]
  return (method, segments) => findRoute(table, method === 'HEAD' ? 'GET' : method, segments)
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

function compilePath(path: string): Place {
  const parts = path.split('/').slice(1).filter(Boolean).map(compilePart)
  return { path, parts, isOpenEnded: parts.at(-1)?.kind === 'rest', operations: new Map() }
}

function compilePart(part: string): Part {
  if (part.startsWith(':')) return { kind: 'one', name: part.slice(1) }
  if (part.startsWith('*')) return { kind: 'rest', name: part.slice(1) }
  return { kind: 'text', text: part.replace('\\', '') }
}

function findRoute(table: readonly Place[], method: string, segments: readonly string[]): RouteMatch {
  let missed: Place | undefined
  for (const place of table) {
    if (!fits(place, segments)) continue
    const operation = place.operations.get(method)
    if (operation) return { kind: 'found', path: place.path, operation, params: paramsOf(place.parts, segments) }
    missed ??= place
  }
  return missed ? { kind: 'wrong-method', allowed: [...missed.operations.keys()] } : NONE
}

function fits({ parts, isOpenEnded }: Place, segments: readonly string[]): boolean {
  if (isOpenEnded ? segments.length < parts.length : segments.length !== parts.length) return false
  return parts.every((part, at) => part.kind === 'rest' || fitsOne(part, segments[at]))
}

const fitsOne = (part: Part, segment: string | undefined): boolean =>
  part.kind === 'text' ? part.text === segment : segment !== ''

function paramsOf(parts: readonly Part[], segments: readonly string[]): Params {
  const params: Record<string, string> = {}
  for (const [at, part] of parts.entries()) {
    if (part.kind === 'one') params[part.name] = segments[at] ?? ''
    if (part.kind === 'rest') params[part.name] = segments.slice(at).join('/')
  }
  return params
}
