import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { documentOf, draftOf, fieldsOf, formOf, isPermissionDraft, PERMISSION_FLAGS } from './permission-form.ts'

const WHOLE = {
  _id: 'crew',
  description: 'The crew',
  roles: ['crew', 'guest'],
  predicate: "path('/routes')",
  priority: -1.5,
  mongo: { readFilter: { team: '@user.team' }, projectResponse: { cost: 0 }, allowBulkPatch: true },
  apiKeys: { roles: ['reader'], 'max-expires-in-days': 30, 'max-keys-per-user': 5 },
  keyRules: { allowedIps: ['192.0.2.0/24', '::1'], rateLimit: 60 },
  mcp: {
    tools: ['find_*'],
    collections: ['a', 'b'],
    apps: ['*'],
    write: true,
    confirm: 'require',
    maxResultBytes: 4096,
  },
}

const name = fc.stringMatching(/^[!-+\--:<-~]{1,12}$/)
const permission = fc.record(
  {
    _id: fc.string({ minLength: 1 }).map(text => `x${text.trim()}x`),
    description: fc.string({ minLength: 1 }),
    roles: fc.array(name),
    predicate: fc.string(),
    priority: fc.integer(),
    mongo: fc.record({ readFilter: fc.dictionary(fc.string(), fc.jsonValue()), allowBulkDelete: fc.constant(true) }),
    apiKeys: fc.record({ roles: fc.array(name) }),
    keyRules: fc.record({ rateLimit: fc.nat() }),
    mcp: fc.record(
      {
        tools: fc.array(name),
        write: fc.boolean(),
        confirm: fc.constantFrom('offer', 'off'),
        maxResultBytes: fc.nat(),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ['_id', 'roles', 'predicate'] },
)

describe('the form of a permission', () => {
  it('stands for the permission that it was made of', () => {
    expect(documentOf(formOf(WHOLE), 'crew')).toEqual(WHOLE)
    fc.assert(
      fc.property(permission, document => {
        const { form, text } = draftOf(document)
        expect(text === undefined ? documentOf(form, document._id) : JSON.parse(text)).toEqual(
          JSON.parse(JSON.stringify(document)),
        )
      }),
    )
  })

  it('leaves out what is empty', () => {
    const form = formOf({})
    expect(documentOf(form)).toEqual({ roles: [], predicate: '' })
    expect(documentOf(Object.assign({}, form, { id: ' new ' }))).toMatchObject({ _id: 'new' })
    expect(documentOf(Object.assign({}, form, { hasAssistants: true, tools: ' ' }))).toMatchObject({ mcp: {} })
  })

  it('sends what is no number and no JSON as it was typed', () => {
    const typed = { priority: 'high', readFilter: '{ "a": ', hasKeys: true, keyRoles: 'a, b\nc', maxDays: '3x' }
    expect(documentOf(Object.assign({}, formOf({}), typed))).toMatchObject({
      priority: 'high',
      mongo: { readFilter: '{ "a": ' },
      apiKeys: { roles: ['a', 'b', 'c'], 'max-expires-in-days': '3x' },
    })
  })

  it('keeps as JSON what it has no place for', () => {
    expect(draftOf(WHOLE).text).toBeUndefined()
    expect(draftOf({ ...WHOLE, mcp: { write: false } }).text).toBeUndefined()
    expect(JSON.parse(draftOf({ ...WHOLE, extra: 1 }).text ?? '')).toEqual({ ...WHOLE, extra: 1 })
    expect(draftOf({ ...WHOLE, roles: 'crew' }).text).toContain('"roles": "crew"')
  })

  it('has no part of what an answer adds', () => {
    expect(fieldsOf({ ...WHOLE, _etag: { $oid: 'x' }, _warnings: [] })).toEqual(WHOLE)
  })

  it('is known again when it was kept', () => {
    const draft = draftOf(WHOLE)
    expect(isPermissionDraft(JSON.parse(JSON.stringify(draft)))).toBe(true)
    expect([null, 'x', {}, { form: {} }, { form: { ...draft.form, roles: 5 } }].some(isPermissionDraft)).toBe(false)
    expect(draft.form.flags.every(flag => PERMISSION_FLAGS.includes(flag))).toBe(true)
  })
})
