// A second, slow and obvious implementation of every predicate, to compare the real one with.
import fc from 'fast-check'
import { METHODS, SEGMENTS } from './facts.ts'
import {
  BOUND_OPERANDS,
  documentsOf,
  givenValues,
  type KleeneTruth,
  type NaiveLeaf,
  type NaiveSituation,
  OPERANDS,
  readText,
  readValue,
  segmentsOf,
  writtenKeys,
} from './naive-values.ts'

type Leaves = fc.Arbitrary<NaiveLeaf>

const some = <T>(values: readonly T[], minLength = 1) =>
  fc.array(fc.constantFrom(...values), { minLength, maxLength: 3 })
const list = (values: readonly (string | number)[]) => values.map(value => `'${value}'`).join(', ')

const slashes = fc.constantFrom('/', '//', '')
const rawPath = fc
  .tuple(slashes, fc.array(fc.constantFrom(...SEGMENTS), { maxLength: 3 }), fc.constantFrom('/', '//'), slashes)
  .map(([start, segments, between, end]) => start + segments.join(between) + end)
  .filter(text => text !== '')

const startsWith = (path: string[], prefix: string[]) => prefix.every((segment, index) => segment === path[index])

const path: Leaves = fc.array(rawPath, { minLength: 1, maxLength: 3 }).map(paths => ({
  text: `path(${list(paths)})`,
  judge: ({ given }) => paths.some(one => segmentsOf(one).join('/') === segmentsOf(given.path).join('/')),
}))

const pathPrefix: Leaves = fc.array(rawPath, { minLength: 1, maxLength: 3 }).map(paths => ({
  text: `path-prefix({${list(paths)}})`,
  judge: ({ given }) => paths.some(one => startsWith(segmentsOf(given.path), segmentsOf(one))),
  binds({ given }) {
    const fitting = paths.map(segmentsOf).filter(one => startsWith(segmentsOf(given.path), one))
    const longest = Math.max(...fitting.map(one => one.length))
    const rest = segmentsOf(given.path).slice(longest)
    const isWhole = longest === 0
    return new Map([['remaining', rest.length === 0 ? (isWhole ? '/' : '') : `/${rest.join('/')}`]])
  },
}))

/** A path with the caller's team in it, which has to be one segment. */
const ownPath: Leaves = fc.constantFrom('path', 'path-prefix').map(name => ({
  text: `${name}('/@user.team')`,
  judge({ given }) {
    if (typeof given.team !== 'string' || given.team === '') return null
    return name === 'path' ? given.path === `/${given.team}` : segmentsOf(given.path)[0] === given.team
  },
  binds({ given }) {
    const rest = segmentsOf(given.path).slice(1)
    return new Map(name === 'path' ? [] : [['remaining', rest.length === 0 ? '' : `/${rest.join('/')}`]])
  },
}))

const pathSuffix: Leaves = some(['b', '/b', '.css', 'a/b', '/a/b/', 'x.css', '/']).map(ends => ({
  text: `path-suffix(${list(ends)})`,
  judge: ({ given }) => ends.some(end => given.path.endsWith(end.length > 1 ? end.replace(/\/$/, '') : end)),
}))

const templateSegments = fc
  .uniqueArray(fc.constantFrom(...SEGMENTS, '{x}', '{y}'), { maxLength: 4 })
  .chain(segments => fc.tuple(fc.constant(segments), fc.boolean(), fc.constantFrom('/', '')))

const pathTemplate: Leaves = templateSegments
  .map(([segments, hasRest, end]) => ({ segments, hasRest, end: segments.length === 0 ? '/' : end }))
  .map(({ segments, hasRest, end }) => ({
    text: `path-template('/${[...segments, ...(hasRest ? ['*'] : [])].join('/')}${end}')`,
    judge({ given }) {
      const path = segmentsOf(given.path)
      if (path.length < segments.length || (!hasRest && path.length > segments.length)) return false
      return segments.every((segment, index) => segment.startsWith('{') || segment === path[index])
    },
    binds({ given }) {
      const path = segmentsOf(given.path)
      const variables = segments.flatMap((segment, index): [string, string | undefined][] =>
        segment.startsWith('{') ? [[segment.slice(1, -1), path[index]]] : [],
      )
      return new Map(hasRest ? [...variables, ['*', path.slice(segments.length).join('/')]] : variables)
    },
  }))

const method: Leaves = some([...METHODS, 'get', 'Post']).map(names => ({
  text: `method[value={${list(names)}}]`,
  judge({ given, use }) {
    const wanted = names.map(name => name.toUpperCase())
    return wanted.includes(given.method) || (use === 'permission' && given.method === 'HEAD' && wanted.includes('GET'))
  },
}))

const PATTERNS = ['^/(a)', 'b$', '(\\w)/(c)?', '^$', 'A', '[^/]+', '(1)|(a)']
const regexOf = (operands: readonly string[]): Leaves =>
  fc
    .record({
      pattern: fc.constantFrom(...PATTERNS),
      operand: fc.constantFrom(...operands.filter(operand => operand !== "''")),
      isFull: fc.boolean(),
      isExact: fc.boolean(),
    })
    .map(({ pattern, operand, isFull, isExact }) => {
      const expression = new RegExp(isFull ? `^(?:${pattern})$` : pattern, isExact ? '' : 'i')
      const match = (situation: NaiveSituation) => expression.exec(readText(operand, situation) ?? '')
      return {
        text: `regex(pattern='${pattern}', value=${operand}, full-match=${isFull}, case-sensitive=${isExact})`,
        judge: situation => (readText(operand, situation) === null ? null : match(situation) !== null),
        binds: situation =>
          new Map(Array.from(match(situation) ?? groupsOf(pattern), (group, index) => [`${index}`, group])),
      }
    })

const groupsOf = (pattern: string) => Array<undefined>(pattern.split('(').length).fill(undefined)

const equals = (operands: readonly string[]): Leaves =>
  fc.array(fc.constantFrom(...operands), { minLength: 2, maxLength: 3 }).map(values => ({
    text: `equals(${values.join(', ')})`,
    judge(situation) {
      const texts = values.map(value => readText(value, situation))
      return texts.includes(null) ? null : new Set(texts).size === 1
    },
  }))

const contains = (operands: readonly string[]): Leaves =>
  fc
    .tuple(
      fc.constantFrom(...operands.filter(operand => operand !== "''")),
      some(operands.filter(operand => operand !== "''")),
    )
    .map(([value, search]) => ({
      text: `contains(value=${value}, search={${search.join(', ')}})`,
      judge(situation) {
        const text = readText(value, situation)
        const wanted = search.map(one => readText(one, situation))
        if (text === null || wanted.includes(null) || wanted.includes('')) return null
        return wanted.some(one => text.includes(one ?? ''))
      },
    }))

const exists = (operands: readonly string[]): Leaves =>
  fc.constantFrom(...operands.filter(operand => /[%$@]./.test(operand) && operand !== '"100%%"')).map(operand => ({
    text: `exists(${operand})`,
    judge(situation) {
      const value = readValue(operand, situation)
      return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
    },
  }))

const isIn = (operands: readonly string[]): Leaves =>
  fc.tuple(fc.constantFrom(...operands), some(operands)).map(([value, array]) => ({
    text: `in(${value}, array={${array.join(', ')}})`,
    judge(situation) {
      const text = readText(value, situation)
      const elements = array.flatMap((one): unknown[] => {
        const read = readValue(one, situation)
        return Array.isArray(read) ? read : [read]
      })
      const isSingle = elements.every(element => typeof element === 'string' || typeof element === 'number')
      return text === null || !isSingle ? null : elements.map(String).includes(text)
    },
  }))

const onQuery: Leaves = fc.oneof(
  fc.nat({ max: 3 }).map(size => ({
    text: `qparams-size(${size})`,
    judge: ({ given }: NaiveSituation) => new Set(given.query.map(([name]) => name)).size === size,
  })),
  some(['x', 'y', 'z']).map(names => ({
    text: `qparams-contain(${list(names)})`,
    judge: ({ given }: NaiveSituation) => names.every(name => given.query.some(([one]) => one === name)),
  })),
  some(['x', 'y', 'z'], 0).map(names => ({
    text: `qparams-whitelist(${list(names)})`,
    judge: ({ given }: NaiveSituation) => given.query.every(([one]) => names.includes(one)),
  })),
  some(['x', 'y', 'z']).map(names => ({
    text: `qparams-blacklist(${list(names)})`,
    judge: ({ given }: NaiveSituation) => given.query.every(([one]) => !names.includes(one)),
  })),
)

const covers = (key: string, name: string) => name === key || name.startsWith(`${key}.`)
const KEYS = ['a', 'b', 'a.b', 'a.c', 'a.c.d']

type JudgedKeys = { keys: string[]; named: string[]; placed: string[] }

const onKeys = (name: string, judge: (judged: JudgedKeys) => boolean): Leaves =>
  some(KEYS).map(keys => ({
    text: `${name}(${list(keys)})`,
    judge: ({ given }) =>
      documentsOf(given)?.every(document => {
        const replaces = given.method === 'PATCH'
        const written = (numbers: 'kept' | 'dropped') => writtenKeys(document, replaces, numbers)
        return judge({ keys, named: written('kept'), placed: written('dropped') })
      }) ?? null,
  }))

const onBodyKeys: Leaves = fc.oneof(
  onKeys('bson-request-contains', ({ keys, placed }) => keys.every(key => placed.some(name => covers(key, name)))),
  onKeys('bson-request-whitelist', ({ keys, named }) => named.every(name => keys.some(key => covers(key, name)))),
  onKeys('bson-request-blacklist', ({ keys, placed }) =>
    placed.every(name => keys.every(key => !covers(key, name) && !covers(name, key))),
  ),
)

const JSON_TEXTS = ['1', '"x"', '"y"', 'null', '{"b": 1}', '[]', '"@user.team"', '@user.team']

const onValues = (name: string, judge: (value: unknown, wanted: unknown[]) => boolean): Leaves =>
  fc
    .tuple(fc.constantFrom(...KEYS), some(JSON_TEXTS))
    .map(([key, texts]) => ({ key, texts: name.endsWith('equals') ? texts.slice(0, 1) : texts }))
    .map(({ key, texts }) => ({
      text: `${name}(key=${key}, ${name.endsWith('equals') ? 'value' : 'values'}={${list(texts)}})`,
      judge({ given }) {
        const wanted = texts.map((text): unknown => (text.includes('@') ? given.team : JSON.parse(text)))
        const documents = documentsOf(given)
        if (!documents || wanted.includes(undefined)) return null
        const truths = documents.map(one => givenValues(one, key)?.every(value => judge(value, wanted)) ?? null)
        return truths.includes(false) ? false : truths.includes(null) ? null : true
      },
    }))

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const onBodyValues: Leaves = fc.oneof(
  onValues('bson-request-prop-equals', (value, [wanted]) => isSame(value, wanted)),
  onValues(
    'bson-request-array-contains',
    (value, wanted) => Array.isArray(value) && wanted.every(one => value.some(element => isSame(element, one))),
  ),
  onValues(
    'bson-request-array-is-subset',
    (value, wanted) => Array.isArray(value) && value.every(element => wanted.some(one => isSame(element, one))),
  ),
)

const fixed = (text: string, judge: (situation: NaiveSituation) => KleeneTruth): Leaves => fc.constant({ text, judge })

const length = (situation: NaiveSituation) => {
  const text = situation.given.contentLength
  return text === undefined || text === 'x' ? null : Number(text)
}

const address = ({ given }: NaiveSituation) => given.remoteAddress.replace('::ffff:', '')

const others: Leaves = fc.oneof(
  fixed('true', () => true),
  fixed('false', () => false),
  fixed('secure', ({ given }) => given.isSecure),
  fixed('idempotent', ({ given }) => !['POST', 'PATCH'].includes(given.method)),
  fixed('auth-required', ({ given }) => given.needsCredentials ?? null),
  fixed('max-content-size(10)', one => (length(one) === null ? null : Number(length(one)) > 10)),
  fixed('request-larger-than(9)', one => (length(one) === null ? null : Number(length(one)) > 9)),
  fixed('min-content-size(10)', one => (length(one) === null ? null : Number(length(one)) < 10)),
  fixed('request-smaller-than(1)', one => (length(one) === null ? null : Number(length(one)) < 1)),
  fixed('ip-match(192.0.2.0/25)', one => (address(one) === 'unix' ? null : address(one) === '192.0.2.1')),
  fixed('ip-match({"192.0.2.1 deny", 2001:db8::/32}, default-allow=true)', one =>
    address(one) === 'unix' ? null : address(one) !== '192.0.2.1',
  ),
  some([200, 404, '2xx', '5XX']).map(codes => ({
    text: `response-code(${list(codes)})`,
    needsResponse: true,
    judge: ({ given: { status } }: NaiveSituation) =>
      status === undefined ? null : codes.some(code => new RegExp(`^${code}$`.replace(/xx/i, '..')).test(`${status}`)),
  })),
)

const onOperands = (operands: readonly string[]): Leaves[] =>
  [equals, contains, exists, isIn, regexOf].map(of => of(operands))

export const binders: Leaves = fc.oneof(pathPrefix, pathTemplate, regexOf([...OPERANDS.keys()]))

export const leaves: Leaves = fc.oneof(
  { weight: 2, arbitrary: path },
  { weight: 3, arbitrary: pathPrefix },
  { weight: 2, arbitrary: pathTemplate },
  ...[ownPath, pathSuffix, onQuery, onBodyKeys, onBodyValues, ...onOperands([...OPERANDS.keys()])],
  { weight: 3, arbitrary: method },
  { weight: 4, arbitrary: others },
)

export const readers: Leaves = fc.oneof(...onOperands([...BOUND_OPERANDS.keys(), 'a', '%u']))
