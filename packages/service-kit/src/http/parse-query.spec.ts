import { describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { instantField, instantQuery, parseQuery } from './parse-query.ts'
import { ProblemError } from './problem-error.ts'

const AT = Date.parse('2026-11-22T10:00:00Z')

describe('an instant in a query', () => {
  it.each([
    [String(AT), AT],
    ['2026-11-22T10:00:00Z', AT],
    ['2026-11-22T10:00:00.000Z', AT],
    ['2026-11-22T11:00:00+01:00', AT],
    ['2026-11-22', Date.parse('2026-11-22T00:00:00Z')],
    ['0', 0],
  ])('%s is an instant', (text, at) => {
    expect(instantQuery.parse(text)).toBe(at)
    expect(instantField.parse(text)).toBe(at)
  })

  it.each(['-1', '1.5', 'yesterday', '2026-11-22T10:00', '2026-13-01', '', ' 5', '1e3', 'NaN'])(
    '%j is none, and the message says what is',
    text => {
      const { error } = instantQuery.safeParse(text)
      expect(error?.issues.map(({ message }) => message)).toEqual([expect.stringContaining('2026-11-22T10:00:00Z')])
    },
  )

  it('in a body it may be a number', () => {
    expect(instantField.parse(AT)).toBe(AT)
    for (const value of [-1, 1.5, Number.NaN, 9e15, null, {}]) expect(instantField.safeParse(value).success).toBe(false)
  })
})

describe('a parameter that is sent several times', () => {
  const schema = z.object({
    status: z
      .array(z.enum(['failed', 'pending']))
      .max(2)
      .optional(),
    path: z.string().optional(),
  })
  const read = (query: string) => parseQuery(schema, new URLSearchParams(query))

  it('is a list where the schema has one, also when it is sent once', () => {
    expect(read('status=failed&status=pending')).toEqual({ status: ['failed', 'pending'] })
    expect(read('status=failed&path=/a')).toEqual({ status: ['failed'], path: '/a' })
    expect(read('')).toEqual({})
  })

  it.each(['path=/a&path=/b', 'status=lost', 'status=failed&status=failed&status=failed', '__proto__=1&__proto__=2'])(
    'is refused with %s',
    query => expect(() => read(query)).toThrow(ProblemError),
  )

  it('is named by itself where one of its values is at fault', () => {
    expect(() => read('status=failed&status=lost')).toThrow(
      expect.objectContaining({
        refusal: expect.objectContaining({ errors: [expect.objectContaining({ path: 'status' })] }),
      }),
    )
  })
})
