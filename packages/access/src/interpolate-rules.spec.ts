import { describe, expect, it } from '@jest/globals'
import type { DocumentRules } from '@sluice/contracts'
import fc from 'fast-check'
import { interpolateRules, type RuleVariables } from './index.ts'
import { isPlainData } from './plain-data.ts'
import { matchedFilterArbitrary, matches, storedFilter } from './testing/naive-rules.ts'

const now = new Date('2026-11-21T10:00:00Z')
const team = Object.create({ _bsontype: 'ObjectId', toString: () => '65a000000000000000000001' })
const variables = (changes: Partial<RuleVariables> = {}): RuleVariables => ({
  user: {
    _id: 'ann',
    team,
    teams: ['a', 'b'],
    address: { city: 'Rome' },
    nothing: null,
    evil: { $gt: '' },
    pattern: /a/,
  },
  now,
  query: new URLSearchParams({ state: 'open' }),
  filter: { status: 'open' },
  requestBody: () => ({ lines: [{ sku: 'x' }] }),
  randomHex: bits => '0'.repeat(bits / 4),
  ...changes,
})

const filled = (rules: DocumentRules, changes?: Partial<RuleVariables>) => {
  const result = interpolateRules(rules, variables(changes))
  if (result.kind === 'refuse') throw new Error(result.detail)
  return result.rules
}
const filter = (readFilter: Record<string, unknown>, changes?: Partial<RuleVariables>) =>
  filled({ readFilter }, changes).readFilter

const nothing = { _id: { $in: [] } }

it('takes no value that is too deep for the document which a rule is sent as', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])
  expect(isPlainData(nested(75))).toBe(true)
  expect(isPlainData(nested(76))).toBe(false)
  expect(filter({ a: '@request.body.v' }, { requestBody: () => ({ v: nested(98) }) })).toEqual(nothing)
})

describe('filling a filter', () => {
  it('puts in the values with their types', () => {
    expect(
      filter({
        owner: '@user._id',
        team: '@user.team',
        'lines.sku': { $ne: '@request.body.lines.0.sku' },
        at: { $lt: '@now' },
        state: { $in: ["@qparams['state']", 'new'] },
        token: '@rnd(16)',
        fixed: 'ann@user.com',
        flag: true,
      }),
    ).toEqual({
      owner: 'ann',
      team: { $eq: team },
      'lines.sku': { $ne: 'x' },
      at: { $lt: now },
      state: { $in: ['open', 'new'] },
      token: '0000',
      fixed: 'ann@user.com',
      flag: true,
    })
  })

  it('keeps the classes of values that it does not touch', () => {
    const rules = { readFilter: { team, at: now } }
    expect(filled(rules).readFilter?.team).toBe(team)
    expect(filled(rules).readFilter?.at).toBe(now)
  })

  it('compares lists and objects as they are', () => {
    expect(filter({ teams: '@user.teams', address: '@user.address' })).toEqual({
      teams: { $eq: ['a', 'b'] },
      address: { $eq: { city: 'Rome' } },
    })
    expect(filter({ team: { $in: '@user.teams' } })).toEqual({ team: { $in: ['a', 'b'] } })
    expect(filter({ own: '@filter', address: { city: '@user.address.city' } })).toEqual({
      own: { $eq: { status: 'open' } },
      address: { city: 'Rome' },
    })
  })

  it.each<[Record<string, unknown>]>([
    [{ a: '@user.missing' }],
    [{ a: '@user.nothing' }],
    [{ a: '@user.teams.length' }],
    [{ a: '@user.constructor' }],
    [{ a: "@qparams['missing']" }],
    [{ a: '@request.body.missing' }],
    [{ a: '@user.evil' }],
    [{ a: '@user.fake' }],
    [{ a: '@user' }],
    [{ a: { $ne: '@user.pattern' } }],
    [{ a: { $in: ['x', '@user.missing'] } }],
    [{ a: { $nin: '@user._id' } }],
    [{ open: true, owner: '@user.missing' }],
    [{ $and: [{ open: true }, { owner: '@user.missing' }] }],
    [{ a: { $gt: 1, $lt: '@user.missing' } }],
    [{ $or: [{ open: true }, { owner: { $ne: '@user.missing' } }] }],
    [{ $or: [{ open: true }, { owner: { $nin: ['x', '@user.missing'] } }] }],
    [{ $or: [{ open: true }, { $nor: [{ owner: '@user.missing' }] }] }],
    [{ $or: [{ open: true }, { owner: { $not: { $in: '@user.missing' } } }] }],
    [{ $nor: [{ $or: [{ owner: '@user.missing' }, { open: false }] }] }],
    [{ lines: { $not: { $elemMatch: { $or: [{ sku: '@user.missing' }, { n: 1 }] } } } }],
    [{ $nor: [{ owner: '@user.missing' }] }],
    [{ a: { $not: { $eq: '@user.missing' } } }],
    [{ $or: ['@filter'] }],
    [{ a: { $regex: '@user._id' } }],
    [{ a: '@user.' }],
  ])('lets %j match nothing, because a variable has no usable value', readFilter => {
    expect(filter(readFilter)).toEqual(nothing)
  })

  it.each<[Record<string, unknown>, Record<string, unknown>]>([
    [{ $or: [{ owner: '@user.missing' }, { public: true }] }, { $or: [nothing, { public: true }] }],
    [{ $or: [{ a: 1, b: '@user.missing' }, { b: '@user._id' }] }, { $or: [nothing, { b: 'ann' }] }],
    [{ $or: [{ a: { $in: ['x', '@user.missing'] } }, { b: 1 }] }, { $or: [nothing, { b: 1 }] }],
    [{ $or: [{ a: { $all: ['@user.missing'] } }, { b: 1 }] }, { $or: [nothing, { b: 1 }] }],
    [{ $or: [{ a: { b: '@user.missing' } }, { b: 1 }] }, { $or: [nothing, { b: 1 }] }],
    [
      { lines: { $elemMatch: { $or: [{ sku: '@user.missing' }, { n: 1 }] } } },
      { lines: { $elemMatch: { $or: [nothing, { n: 1 }] } } },
    ],
    [
      { a: 1, $and: [{ $or: [{ a: '@user.missing' }, { b: { $ne: 5 } }] }] },
      { a: 1, $and: [{ $or: [nothing, { b: { $ne: 5 } }] }] },
    ],
  ])('in %j lets only that comparison match nothing which has no value', (readFilter, expected) => {
    expect(filter(readFilter)).toEqual(expected)
  })

  it('never matches a document because a variable is unbound: with any value of it, the filter matches it too', () => {
    const document = fc.record({ a: fc.nat(2), b: fc.nat(2) })
    const user = fc.record({ one: fc.nat(2), two: fc.nat(2), list: fc.array(fc.nat(2), { maxLength: 2 }) })
    const unbound = fc.uniqueArray(fc.constantFrom('one', 'two', 'list'), { minLength: 1 })
    fc.assert(
      fc.property(matchedFilterArbitrary, fc.tuple(user, unbound), document, (naive, [bound, missing], found) => {
        const stored = storedFilter(naive)
        const partly = Object.fromEntries(Object.entries(bound).filter(([name]) => !missing.some(one => one === name)))
        const less = filter(stored, { user: partly }) ?? {}
        const all = filter(stored, { user: bound }) ?? {}
        if (matches(less, found)) expect(matches(all, found)).toBe(true)
      }),
      { numRuns: 5000 },
    )
  })

  it('fills what @request is about, and nothing where that is not known', () => {
    const request = { method: 'GET', path: '/a', queryString: 'q=1', remoteAddress: '10.0.0.1', protocol: 'HTTP/1.1' }
    const facts = {
      userName: null,
      epochTimeStamp: now,
      remoteIp: '10.0.0.1',
      relativePath: '/a',
      queryString: 'q=1',
      method: 'GET',
      protocol: 'HTTP/1.1',
    }
    const asked = { ...request, user: undefined }
    expect(filter({ by: '@request.remoteIp', at: '@request.epochTimeStamp' }, { request: asked })).toEqual({
      by: '10.0.0.1',
      at: { $eq: now },
    })
    expect(filter({ log: '@request' }, { request: asked })).toEqual({ log: { $eq: facts } })
    expect(filter({ by: '@request.userName' }, { request: asked })).toEqual(nothing)
    expect(filter({ by: '@request.remoteIp' })).toEqual(nothing)
  })

  it('names the variables because of which a filter, or a part of it, matches nothing', () => {
    const rules = { readFilter: { a: '@user.missing', b: "@qparams['x']" }, writeFilter: { a: '@user._id' } }
    expect(interpolateRules(rules, variables())).toMatchObject({
      unbound: { readFilter: ['@user.missing', "@qparams['x']"], writeFilter: [] },
    })
    const partly = { $or: [{ a: '@user.missing' }, { b: { $in: ["@qparams['x']", '@user._id'] } }, { c: 1 }] }
    expect(interpolateRules({ readFilter: partly }, variables())).toMatchObject({
      rules: { readFilter: { $or: [nothing, nothing, { c: 1 }] } },
      unbound: { readFilter: ['@user.missing', "@qparams['x']"] },
    })
  })

  it('gives anonymous callers no user', () => {
    expect(filter({ owner: '@user._id' }, { user: undefined })).toEqual(nothing)
  })

  it('fills each filter for itself', () => {
    const rules = { readFilter: { a: '@user.missing' }, writeFilter: { a: '@user._id' }, allowBulkPatch: true }
    expect(filled(rules)).toMatchObject({ readFilter: nothing, writeFilter: { a: 'ann' }, allowBulkPatch: true })
  })

  it('leaves the stored rules as they are', () => {
    const rules = { readFilter: { a: { $in: ['@user._id'] } } }
    filled(rules)
    expect(rules).toEqual({ readFilter: { a: { $in: ['@user._id'] } } })
  })

  it('never lets a value bring an operator into the filter, whatever it is', () => {
    const hostileKey = fc.constantFrom(
      '$gt',
      '$ne',
      '$where',
      '$regex',
      '$elemMatch',
      'a',
      '_$gt',
      '_bsontype',
      '__proto__',
      'toString',
    )
    const hostile = fc.letrec<{ value: unknown }>(tie => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom<unknown>('x', 1, null, true, /x/, '$where', '@user.evil', now),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(hostileKey, tie('value'), { maxKeys: 3 }),
      ),
    })).value
    const templates = fc.constantFrom<Record<string, unknown>>(
      { a: '@request.body.v' },
      { a: { $ne: '@request.body.v' } },
      { a: { $in: '@request.body.v' } },
      { a: { $all: ['@request.body.v'] } },
      { a: { $elemMatch: { b: '@request.body.v' } } },
      { $or: [{ a: '@request.body.v' }] },
      { a: { b: '@request.body.v' } },
    )
    const operatorsOf = (value: unknown): string[] => JSON.stringify(value).match(/"\$\w+":/g) ?? []
    fc.assert(
      fc.property(templates, hostile, (readFilter, v) => {
        const result = filter(readFilter, { requestBody: () => ({ v }) })
        if (JSON.stringify(result).includes(JSON.stringify(nothing))) return
        expect(isPlainData(v)).toBe(true)
        const added =
          typeof readFilter.a === 'string' || '$or' in readFilter || JSON.stringify(readFilter).includes('{"b":"')
        const expected = [...operatorsOf(readFilter), ...(added ? ['"$eq":'] : [])]
        for (const operator of operatorsOf(result)) expect(expected).toContain(operator)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('filling mergeRequest', () => {
  it('puts in values at any depth', () => {
    expect(
      filled({
        mergeRequest: { owner: '@user._id', 'log.at': '@now', by: { teams: '@user.teams', all: ['@user.team'] } },
      }),
    ).toEqual({
      mergeRequest: { owner: 'ann', 'log.at': now, by: { teams: ['a', 'b'], all: [team] } },
    })
  })

  const missing = ['@user.missing', '@user.nothing', '@user.evil', "@qparams['x']", '@user.pattern']
  const asked = (method: string) => ({
    request: { method, path: '/a', queryString: '', remoteAddress: '', protocol: 'HTTP/1.1', user: 'ann' },
  })

  it.each(missing.flatMap(name => ['POST', 'PUT', 'PATCH', undefined].map(method => [name, method] as const)))(
    'refuses a request that writes a body and names %s, which has no usable value (%s)',
    (name, method) => {
      const given = variables(method === undefined ? {} : asked(method))
      expect(interpolateRules({ mergeRequest: { a: name } }, given)).toMatchObject({
        kind: 'refuse',
        code: 'FORBIDDEN',
        detail: expect.stringContaining(name),
      })
    },
  )

  it.each(['GET', 'HEAD', 'DELETE', 'OPTIONS'])('lets %s through, which writes no body, without that rule', method => {
    const rules = { readFilter: { a: 1 }, mergeRequest: { a: '@user._id', b: '@user.missing' } }
    const result = interpolateRules(rules, variables(asked(method)))
    expect(result).toEqual({
      kind: 'filled',
      rules: { readFilter: { a: 1 }, writeFilter: undefined },
      unbound: { readFilter: [], writeFilter: [], mergeRequest: ['@user.missing'] },
    })
    const bound = interpolateRules({ mergeRequest: { a: '@user._id' } }, variables(asked(method)))
    expect(bound).toMatchObject({ rules: { mergeRequest: { a: 'ann' } }, unbound: { mergeRequest: [] } })
  })
})
