import fc from 'fast-check'
import type { Exchange } from '../exchange/exchange.ts'
import { exchange } from './row.ts'

/** What a random exchange is made of. */
export type RandomFacts = {
  method: string
  path: string
  isSecure: boolean
  needsCredentials: boolean | undefined
  user: string | undefined
  team: string | readonly string[] | undefined
  header: string | undefined
  query: readonly (readonly [string, string])[]
  contentLength: string | undefined
  remoteAddress: string
  status: number | undefined
  body: unknown
}

/** Few different values, so that random expressions and exchanges often have to do with each other. */
export const SEGMENTS = ['a', 'b', 'c', 'ab', 'x.css']
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const BODIES: readonly unknown[] = [
  'text',
  5,
  [],
  {},
  { a: 1 },
  { a: '1' },
  { a: null, b: 'x' },
  { a: { b: 1 } },
  { 'a.b': 1 },
  { 'a.0.b': 1 },
  { a: { b: 1, c: { d: 2 } }, b: [] },
  { a: [{ b: 1 }, { b: 1 }] },
  { a: [{ b: 1 }, { c: 2 }] },
  { a: [{ b: 1 }, 'x'] },
  { a: ['x', 'y'] },
  { a: [] },
  { 'a.1': 'x' },
  { $set: { a: 1 } },
  { $set: { 'a.b': 1 }, a: { b: 2 } },
  { $inc: { 'a.b': 1 } },
  { $push: { a: { $each: ['x'] } } },
  { $unset: { a: '' } },
  { $rename: { a: 'b' } },
  { a: { '0': { b: 1 } } },
  { 'a.7': { b: 1 } },
  { 'a.7.b': 1, b: 'x' },
  { a: { b: { '1': 1 } } },
  { a: { b: 1, $x: 2 } },
  { a: [{ b: 1 }, {}] },
  { $set: { a: { c: { d: 2 } } } },
  { $setOnInsert: { a: 1 }, b: 'x' },
  { $pull: { a: { c: 1 } } },
  [{ a: 1 }, { b: 'x' }],
  [{ a: 1 }, { a: 1 }],
  [{ a: 1 }, 5],
]

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

export const facts: fc.Arbitrary<RandomFacts> = fc.record({
  method: fc.constantFrom(...METHODS),
  path: fc.array(fc.constantFrom(...SEGMENTS), { maxLength: 4 }).map(segments => `/${segments.join('/')}`),
  isSecure: fc.boolean(),
  needsCredentials: optional(fc.boolean()),
  user: optional(fc.constantFrom('a', 'ann')),
  team: optional(fc.constantFrom('a', 'b', '', ['a', 'ann'], [])),
  header: optional(fc.constantFrom('a', 'ab', '1', '')),
  query: fc.array(fc.tuple(fc.constantFrom('x', 'y', 'z'), fc.constantFrom('a', '1')), { maxLength: 3 }),
  contentLength: optional(fc.constantFrom('0', '9', '10', '11', 'x')),
  remoteAddress: fc.constantFrom('192.0.2.1', '192.0.2.200', '::ffff:192.0.2.1', '2001:db8::1', 'unix'),
  status: optional(fc.constantFrom(200, 201, 404, 503)),
  body: optional(fc.constantFrom(...BODIES)),
})

export function exchangeMadeOf(given: RandomFacts): Exchange {
  const { status } = given
  return exchange({
    method: given.method,
    path: given.path,
    queryString: queryStringOf(given),
    headers: { x: given.header, 'content-length': given.contentLength },
    user: given.user ?? null,
    userDocument: { team: given.team },
    remoteAddress: given.remoteAddress,
    isSecure: given.isSecure,
    needsCredentials: () => given.needsCredentials,
    requestBody: () => given.body,
    response: status === undefined ? undefined : { statusCode: status },
  })
}

export function queryStringOf({ query }: RandomFacts): string {
  return query.map(pair => pair.join('=')).join('&')
}
