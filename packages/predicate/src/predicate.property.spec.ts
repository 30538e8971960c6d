import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  type Exchange,
  explainPredicate,
  parsePredicate,
  pathPrefixes,
  printPredicate,
  testPredicate,
} from './index.ts'
import { parseSyntax } from './language/parse-syntax.ts'
import { printSyntax } from './language/print.ts'
import type { Argument, Syntax } from './language/syntax.ts'
import { exchange } from './testing/row.ts'

/* biome-ignore-start lint/suspicious/noTemplateCurlyInString: the expression's own form */
const leaves = [
  "path('/a')",
  "path('/a/b', '/')",
  "path-prefix('/a')",
  "path-prefix('/@user.team')",
  "path-suffix('b')",
  "path-template('/a/{x}')",
  "path-template('/{x}/*')",
  "method('GET')",
  "method('POST', 'PUT')",
  "equals('%u', 'ann')",
  "equals('%{i,X}', '%{q,x}')",
  "contains(value='%{i,X}', search={'1', '2'})",
  "in('%u', array='@user.team')",
  "regex('^/(a)')",
  "regex('1', value='%{i,X}')",
  "equals('@request.body.a', '1')",
  "bson-request-whitelist('a')",
  'secure',
  'idempotent',
  'true',
  'false',
]
const readers = [
  "equals('${x}', 'b')",
  "equals('${1}', 'a')",
  "equals('${*}', '')",
  "contains(value='${x}', search='1')",
]
const binders =
  "(path-template('/{x}/*') or regex('(1)', value='%{i,X}') or path-template('/{x}', match='%{i,X}') or true) and "
/* biome-ignore-end lint/suspicious/noTemplateCurlyInString: the expression's own form */

type RequestFacts = {
  method: string
  path: string
  user?: string
  header?: string
  query?: string
  team?: string
  body?: string
}

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const facts: fc.Arbitrary<RequestFacts> = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'POST'),
  path: fc.constantFrom('/', '/a', '/b', '/a/b', '/a/1', '/b/a', '/a/b/c'),
  user: optional(fc.constantFrom('ann', 'a')),
  header: optional(fc.constantFrom('1', 'a', '')),
  query: optional(fc.constantFrom('1', 'a')),
  team: optional(fc.constantFrom('a', 'b', 'ann', '')),
  body: optional(fc.constantFrom('1', '2')),
})

const exchangeMadeOf = ({ method, path, user, header, query, team, body }: RequestFacts): Exchange =>
  exchange({
    method,
    path,
    queryString: query === undefined ? '' : `x=${query}`,
    headers: { x: header },
    user: user ?? null,
    userDocument: { team },
    requestBody: () => (body === undefined ? undefined : { a: body }),
  })

const treeOver = (texts: readonly string[]): fc.Arbitrary<string> => {
  const { tree } = fc.letrec<{ tree: string }>(tie => ({
    tree: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.constantFrom(...texts),
      tie('tree').map(child => `not (${child})`),
      fc
        .tuple(tie('tree'), fc.constantFrom('and', 'or'), tie('tree'))
        .map(([a, operator, b]) => `(${a}) ${operator} (${b})`),
    ),
  }))
  return tree
}

const compile = (text: string, use: 'permission' | 'condition' = 'condition') => {
  const result = parsePredicate(text, use)
  return result.kind === 'parsed' ? result.predicate : undefined
}

const resultOf = (text: string, given: RequestFacts) => {
  const predicate = compile(text)
  return predicate && explainPredicate(predicate, exchangeMadeOf(given)).result
}

describe('any text', () => {
  const fragment = fc.constantFrom(
    ...leaves,
    'and',
    'or',
    'not',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    ',',
    '=',
    "'",
    '"',
    '\\',
    '#',
    '\n',
    ' ',
    '%',
    '${',
    '%{',
    '@user',
    'path',
    '\t',
    '*',
    '\u0000',
    '😀',
  )

  it('gives a predicate or a position inside the text, and never throws', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.array(fragment, { maxLength: 40 }).map(all => all.join('')),
    )
    fc.assert(
      fc.property(text, fc.constantFrom('permission' as const, 'condition' as const), (given, use) => {
        const result = parsePredicate(given, use)
        if (result.kind === 'parsed') return compile(printPredicate(result.predicate), use) !== undefined
        const lines = given.split('\n')
        return result.line >= 1 && result.line <= lines.length && result.column <= lines[result.line - 1]!.length + 1
      }),
      { numRuns: 10_000 },
    )
  })

  it('gives the same of an expression with one character changed, left out or put in', () => {
    const change = fc.tuple(
      fc.nat(),
      fc.nat({ max: 1 }),
      fc.constantFrom('', ' ', "'", '(', ')', '{', '}', ',', '\n', '%', '$', '\\', 'x'),
    )
    fc.assert(
      fc.property(treeOver(leaves), change, (given, [at, removed, added]) => {
        const place = at % (given.length + 1)
        const text = given.slice(0, place) + added + given.slice(place + removed)
        const result = parsePredicate(text, 'condition')
        if (result.kind === 'parsed') return compile(printPredicate(result.predicate)) !== undefined
        const [line = '', caret = ''] = result.caret.split('\n')
        return (
          result.column <= text.length + 1 && caret.indexOf('^') <= line.length && !/undefined|NaN/.test(result.message)
        )
      }),
      { numRuns: 10_000 },
    )
  })

  it('costs a bounded time, even at the size limit', () => {
    const hostile = ['%{', "'", '(', 'not ', 'a(', '{', '@user.', 'x=', '\n#', "path('", '${', 'a.', '%', '\\']
    const before = process.threadCpuUsage()
    for (const piece of hostile) parsePredicate(piece.repeat(Math.floor(4096 / piece.length)), 'condition')
    expect(process.threadCpuUsage(before).user / 1_000_000).toBeLessThan(5)
  })
})

describe('printing', () => {
  const name = fc.stringMatching(/^[a-z][a-z-]{0,8}$/).filter(word => !['and', 'or', 'not'].includes(word))
  const value = fc.string({
    unit: fc.constantFrom('a', "'", '"', '\\', ' ', '\n', '{', '(', ',', '%', '#', '='),
    maxLength: 6,
  })
  const argument = (parameter: fc.Arbitrary<string | undefined>, minimum: number): fc.Arbitrary<Argument> =>
    fc.record({
      name: parameter,
      offset: fc.constant(0),
      values: fc.array(
        value.filter(text => !text.endsWith('\\')).map(text => ({ text, offset: 0 })),
        { minLength: minimum, maxLength: 3 },
      ),
    })
  const call: fc.Arbitrary<Syntax> = fc.record({
    kind: fc.constant('call' as const),
    name,
    offset: fc.constant(0),
    arguments: fc.oneof(
      fc.constant([]),
      argument(fc.constant(undefined), 0).map(only => [only]),
      fc.tuple(argument(fc.constant(undefined), 1), argument(name, 0), argument(name, 0)),
    ),
  })
  const { tree } = fc.letrec<{ tree: Syntax }>(tie => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      call,
      tie('tree').map((child): Syntax => ({ kind: 'not', child })),
      fc
        .tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(tie('tree'), { minLength: 2, maxLength: 3 }))
        .map(([kind, children]): Syntax => ({ kind, children })),
    ),
  }))
  const withoutOffsets = (syntax: unknown) =>
    JSON.parse(JSON.stringify(syntax, (key, inner) => (key === 'offset' ? 0 : inner)))

  it('reads back as the same tree', () => {
    fc.assert(
      fc.property(tree, given => {
        const text = printSyntax(given)
        const read = parseSyntax(text)
        if (read.kind === 'fault' && /more than|longer/.test(read.message)) return
        expect(withoutOffsets(read)).toEqual(withoutOffsets(given))
      }),
      { numRuns: 1000 },
    )
  })

  it('does not change what an expression means', () => {
    fc.assert(
      fc.property(treeOver(leaves), facts, (text, given) => {
        const predicate = compile(text)
        if (!predicate) return
        const again = compile(printPredicate(predicate))!
        expect(explainPredicate(again, exchangeMadeOf(given))).toEqual(
          explainPredicate(predicate, exchangeMadeOf(given)),
        )
      }),
    )
  })
})

describe('evaluating', () => {
  const expressions = fc.oneof(
    treeOver(leaves),
    treeOver([...leaves, ...readers]).map(text => `${binders}(${text})`),
  )

  it('gives the answer that the explanation gives', () => {
    fc.assert(
      fc.property(expressions, facts, (text, given) => {
        const predicate = compile(text)
        if (!predicate) return
        const made = exchangeMadeOf(given)
        expect(testPredicate(predicate, made)).toBe(explainPredicate(predicate, made).result === true)
      }),
      { numRuns: 2000 },
    )
  })

  it('is Kleene logic: and is the least, or the greatest, not the reflection', () => {
    const rank = { false: 0, unknown: 1, true: 2 }
    const rankOf = (text: string, given: RequestFacts) => rank[`${resultOf(text, given)!}`]
    fc.assert(
      fc.property(treeOver(leaves), treeOver(leaves), facts, (a, b, given) => {
        if (resultOf(`(${a}) and (${b})`, given) === undefined || resultOf(`not (${a})`, given) === undefined) return
        const left = rankOf(a, given)
        const right = rankOf(b, given)
        expect(rankOf(`(${a}) and (${b})`, given)).toBe(Math.min(left, right))
        expect(rankOf(`(${a}) or (${b})`, given)).toBe(Math.max(left, right))
        expect(rankOf(`not (${a})`, given)).toBe(2 - left)
      }),
      { numRuns: 1000 },
    )
  })

  it('never changes a settled answer when something is left out: it only becomes unknown', () => {
    const omissions = fc.subarray(['user', 'header', 'query', 'team', 'body'] as const)
    fc.assert(
      fc.property(expressions, facts, omissions, (text, given, left) => {
        const less = { ...given, ...Object.fromEntries(left.map(name => [name, undefined])) }
        const result = resultOf(text, less)
        expect(result === undefined || result === 'unknown' || result === resultOf(text, given)).toBe(true)
      }),
      { numRuns: 3000 },
    )
  })

  it('is true only below the prefixes that an index is told', () => {
    fc.assert(
      fc.property(treeOver(leaves), facts, (text, given) => {
        const predicate = compile(text)
        const prefixes = predicate && pathPrefixes(predicate)
        if (!predicate || !prefixes || !testPredicate(predicate, exchangeMadeOf(given))) return true
        return prefixes.some(prefix => given.path === prefix || given.path.startsWith(`${prefix}/`))
      }),
      { numRuns: 2000 },
    )
  })
})
