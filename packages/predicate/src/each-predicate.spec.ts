import { describe, expect, it } from '@jest/globals'
import { catalogueOf } from './catalogue.ts'
import { explainPredicate, parsePredicate, testPredicate } from './index.ts'
import { body, exchange } from './testing/row.ts'
import { rowsOnBodies } from './testing/rows-on-bodies.ts'
import { rowsOnRequests } from './testing/rows-on-requests.ts'

/** Each row of the language's table. */
const rows = { ...rowsOnRequests, ...rowsOnBodies }

const compile = (text: string) => {
  const result = parsePredicate(text, 'condition')
  if (result.kind === 'invalid') throw new Error(`${text}: ${result.message}`)
  return result.predicate
}

describe('each predicate', () => {
  it('has rows here, one that is true and one that is false', () => {
    expect(Object.keys(rows).toSorted()).toEqual([...catalogueOf('condition').keys()].toSorted())
    for (const [name, all] of Object.entries(rows)) {
      const results = new Set(all.map(([, , result]) => result))
      expect([name, results.has(true), results.has(false)]).toEqual([name, true, true])
    }
  })

  it.each(Object.values(rows).flat())('%s on %j is %s', (text, given, result) => {
    const predicate = compile(text)
    expect(explainPredicate(predicate, exchange(given)).result).toBe(result)
    expect(testPredicate(predicate, exchange(given))).toBe(result === true)
  })

  it('costs little however large the body is that it looks at', () => {
    const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`field${index}`, { a: index }]))
    const keys = Array.from({ length: 100 }, (_, index) => `field${index}`).join(', ')
    const text = `bson-request-contains(${keys}) and not bson-request-whitelist(${keys})`
    const given = exchange(body(wide))
    const predicate = compile(text)
    const before = process.threadCpuUsage()
    expect(testPredicate(predicate, given)).toBe(true)
    expect(process.threadCpuUsage(before).user / 1_000_000).toBeLessThan(2)
  })
})

describe('JSON text as a value', () => {
  it.each([
    ['bson-request-prop-equals(key=a, value=red)', `Write '"red"' for a text`],
    [`bson-request-prop-equals(key=a, value='{"a": ')`, 'is no JSON'],
    ['bson-request-prop-equals(key=a, value=9007199254740993)', '$numberLong'],
    [`bson-request-prop-equals(key=a, value='"50%"')`, 'Write %%'],
    ['bson-request-prop-equals(key=a.0.b, value=1)', 'leave out positions'],
    ['bson-request-prop-equals(a, 1)', 'no default parameter'],
    ['bson-request-array-contains(key=a)', 'needs the parameter "values"'],
    ['bson-request-prop-equals(key=a, value={1, 2})', 'takes one value'],
  ])('%s is refused', (text, message) => {
    expect(parsePredicate(text, 'condition')).toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining(message),
    })
  })

  it('is shown with what the body had, but for what is secret', () => {
    const reason = (text: string, value: unknown) => explainPredicate(compile(text), exchange(body(value))).reason
    expect(reason(`bson-request-prop-equals(key=a, value='"x"')`, { a: 'y' })).toBe(
      `bson-request-prop-equals(key='a', value='"x"') is false: the body had a "y"`,
    )
    expect(reason(`bson-request-prop-equals(key=password, value='"x"')`, { password: 'y' })).toContain('[redacted]')
    expect(reason(`bson-request-prop-equals(key=a, value='"x"')`, { $inc: { a: 1 } })).toContain('does not say')
  })
})
