import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { z } from 'zod'
import { appDocument, permissionDocument, webhookInput } from '../index.ts'
import { fieldErrors, refuseFields } from './field-errors.ts'

const errorsOf = (schema: z.ZodType, value: unknown) => {
  const parsed = schema.safeParse(value)
  return parsed.success ? [] : fieldErrors(parsed.error)
}
const messageOf = (schema: z.ZodType, value: unknown) => errorsOf(schema, value)[0]?.message

describe('what a client reads about a field', () => {
  it.each<[z.ZodType, unknown, string]>([
    [z.string(), undefined, 'It is missing: it must be a text.'],
    [z.string(), 5, 'It must be a text, not a number.'],
    [z.number(), '5', 'It must be a number, not a text.'],
    [z.number(), Number.NaN, 'It must be a number.'],
    [z.int(), 1.5, 'It must be a whole number.'],
    [z.int(), undefined, 'It is missing: it must be a number.'],
    [z.boolean(), null, 'It must be true or false, not null.'],
    [z.string(), true, 'It must be a text, not true or false.'],
    [z.object({}), [], 'It must be an object, not a list.'],
    [z.record(z.string(), z.string()), 'x', 'It must be an object, not a text.'],
    [z.array(z.string()), {}, 'It must be a list, not an object.'],
    [z.date(), 'x', 'It must be a date.'],
    [z.string().min(1), '', 'It must not be empty.'],
    [z.array(z.string()).min(1), [], 'It must not be empty.'],
    [z.string().min(2), '', 'It must have at least 2 characters.'],
    [z.string().max(1), 'xx', 'It must have at most 1 character.'],
    [z.string().length(3), 'x', 'It must have exactly 3 characters.'],
    [z.array(z.string()).max(1), ['a', 'b'], 'It must have at most 1 entry.'],
    [z.number().min(0.5), 0, 'It must be at least 0.5.'],
    [z.number().gt(1), 1, 'It must be more than 1.'],
    [z.number().lt(1), 1, 'It must be less than 1.'],
    [z.int().max(9), 10, 'It must be at most 9.'],
    [z.number().multipleOf(4), 5, 'It must be a multiple of 4.'],
    [z.literal('http'), 'mail', 'It must be "http".'],
    [z.enum(['a', 'b']), undefined, 'It is missing: it must be one of "a", "b".'],
    [z.union([z.literal(0), z.literal(1)]), 2, 'It must be 0 or 1.'],
    [z.union([z.string(), z.boolean()]), 2, 'It must be a text or true or false.'],
    [z.union([z.string().max(1), z.boolean()]), 'xx', 'It must have at most 1 character.'],
    [z.union([z.string(), z.object({ a: z.int() })]), { a: 'x' }, 'a: It must be a number, not a text.'],
    [z.union([z.string(), z.int()]), undefined, 'It is missing.'],
    [
      z.discriminatedUnion('t', [z.object({ t: z.literal('x') }), z.object({ t: z.literal('y') })]),
      {},
      'It must be one of "x", "y".',
    ],
    [z.email(), 'x', 'It must be an e-mail address.'],
    [z.string().regex(/a/), 'x', 'The text does not have the form that is needed here.'],
    [
      z.record(z.string().max(1), z.int()),
      { ab: 1 },
      'This is no name that can stand here. It must have at most 1 character.',
    ],
    [z.string().refine(() => false), 'x', 'It is not as it must be.'],
    [z.string('Words of its own.'), 5, 'Words of its own.'],
    [z.string().min(1, 'Words of its own.'), '', 'Words of its own.'],
  ])('puts in plain English what is expected: %#', (schema, value, message) => {
    expect(messageOf(schema, value)).toBe(message)
  })

  it('names each field that is not known by its own path, and says which there are', () => {
    const schema = z.object({ apiKeys: z.strictObject({ roles: z.array(z.string()) }) })
    expect(errorsOf(schema, { apiKeys: { roles: [], role: [], days: 1 } })).toEqual([
      { path: 'apiKeys.role', message: 'There is no field "role" in apiKeys. The fields here are: roles.' },
      { path: 'apiKeys.days', message: 'There is no field "days" in apiKeys. The fields here are: roles.' },
    ])
    expect(errorsOf(z.strictObject({}), { x: 1 })).toEqual([{ path: 'x', message: 'There is no field "x".' }])
  })

  it('shows a made-up name of any length in a few words', () => {
    const [error] = errorsOf(z.strictObject({}), { ['x'.repeat(100_000)]: 1 })
    expect(error?.path.length).toBeLessThan(200)
    expect(error?.message.length).toBeLessThan(200)
  })

  it('never uses the words of the schema library, nor the value that was sent, whatever it is', () => {
    const value = fc.oneof(
      fc.constantFrom<unknown>('hunter2-secret', 7_654_321, null, true, [], ['hunter2-secret'], {
        a: 'hunter2-secret',
      }),
      fc.constant(undefined),
    )
    const fields = [
      '_id',
      'roles',
      'predicate',
      'priority',
      'mongo',
      'apiKeys',
      'name',
      'url',
      'headers',
      'descriptor',
      'schema',
    ]
    const document = fc.oneof(value, fc.record(Object.fromEntries(fields.map(name => [name, value]))))
    fc.assert(
      fc.property(
        fc.constantFrom<z.ZodType>(permissionDocument, webhookInput, appDocument),
        document,
        (schema, sent) => {
          for (const { message } of errorsOf(schema, sent)) {
            expect(message).not.toMatch(/Invalid|expected|received|Too (small|big)|Unrecognized/)
            expect(message).not.toMatch(/hunter2|7654321/)
            expect(message).toMatch(/^[A-Za-z].*\.$/s)
          }
        },
      ),
      { numRuns: 2000 },
    )
  })
})

describe('a refusal because of fields', () => {
  it('says everything in its detail as well', () => {
    const errors = [
      { path: 'a', message: 'It is missing.' },
      { path: '', message: 'The body is an object.' },
    ]
    expect(refuseFields(errors)).toEqual({
      kind: 'refuse',
      code: 'VALIDATION_FAILED',
      detail: 'a: It is missing. The body is an object.',
      errors,
    })
    expect(refuseFields(errors, 'BAD_QUERY').code).toBe('BAD_QUERY')
  })

  it('has a bound, whatever a client sends', () => {
    const body = Object.fromEntries(Array.from({ length: 10_000 }, (_, number) => [`f${number}`, 1]))
    const { detail, errors } = refuseFields(errorsOf(z.strictObject({}), body))
    expect(errors).toHaveLength(50)
    expect(detail).toMatch(/And 9950 more\.$/)
  })
})
