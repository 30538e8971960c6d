import { describe, expect, it } from '@jest/globals'
import { parse } from 'graphql'
import { checkLimits } from './document-limits.ts'

const limits = { maxDepth: 3, maxAliases: 2, maxTokens: 1000, maxDocuments: 10, timeoutMs: 1000 }
const errorsOf = (text: string) => checkLimits(parse(text), limits).map(error => error.message)

describe('the limits of a document', () => {
  it('count depth and aliases through fragments', () => {
    expect(errorsOf('{ a { b { c } } }')).toEqual([])
    expect(errorsOf('{ a { ...F } } fragment F on A { b { c { d } } }')).toEqual([expect.stringContaining('4 levels')])
    expect(errorsOf('{ ...F ... { ...F } } fragment F on Q { x: a y: b }')).toEqual([
      expect.stringContaining('4 aliases'),
    ])
  })

  it('let introspection be deep', () => {
    expect(errorsOf('{ __schema { types { fields { type { ofType { name } } } } } }')).toEqual([])
  })

  it('stop a small text that means millions of fields, at once', () => {
    const levels = Array.from(
      { length: 20 },
      (_, at) => `fragment F${at} on Q { a { ...F${at + 1} } b { ...F${at + 1} } }`,
    )
    const text = `{ ...F0 } ${levels.join(' ')} fragment F20 on Q { c }`
    const before = process.threadCpuUsage()
    expect(errorsOf(text)).toContainEqual(expect.stringContaining('fields'))
    expect(process.threadCpuUsage(before).user / 1_000_000).toBeLessThan(2)
  })

  it('stop a text whose validation would compare millions of pairs, also through fragments', () => {
    const nested = `{ ${`a { ${`b { ${'c '.repeat(16)} } `.repeat(16)} } `.repeat(16)} }`
    const spread = Array.from({ length: 400 }, (_, at) => `fragment F${at} on Q { c }`).join(' ')
    const fragments = `{ ${Array.from({ length: 400 }, (_, at) => `...F${at}`).join(' ')} } ${spread}`
    for (const text of [`{ a { ${'b '.repeat(4900)} } }`, nested, fragments]) {
      const document = parse(text)
      const before = process.threadCpuUsage()
      expect(checkLimits(document, limits).map(error => error.message)).toEqual([
        expect.stringContaining('same fields'),
      ])
      expect(process.threadCpuUsage(before).user / 1_000_000).toBeLessThan(2)
    }
    expect(errorsOf(`{ ${'a { b c } '.repeat(30)} }`)).toEqual([])
  })

  it('come to an end where a fragment holds itself', () => {
    expect(errorsOf('{ ...F } fragment F on Q { a { ...F } }')).toEqual([])
  })
})
