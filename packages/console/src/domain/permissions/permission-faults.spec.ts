import { describe, expect, it } from '@jest/globals'
import { printed } from '../json-text.ts'
import { faultsWhileTyping, markFaults } from './permission-faults.ts'
import { documentOf, formOf } from './permission-form.ts'

const form = formOf({
  _id: 'x',
  roles: ['crew'],
  predicate: "path('/a') and\n pth('/b')",
  mongo: { readFilter: { team: { $regex: '@user.team' } } },
})
const text = printed(documentOf(form))
const marked = (path: string, more: object = {}) => markFaults([{ path, message: 'Wrong.', ...more }], { form, text })

describe('a fault of a permission', () => {
  it('stands at its field, in the predicate at its line and column', () => {
    const { fields, predicate } = markFaults(
      [{ path: 'predicate', message: 'line 2, column 2: Did you mean "path"?', line: 2, column: 2 }],
      { form, text },
    )
    expect(fields).toEqual({ byField: { predicate: 'Did you mean "path"?' }, others: [] })
    expect(predicate).toEqual([{ line: 2, column: 2, message: 'Did you mean "path"?' }])
  })

  it('stands in a rule at the value that is meant, and in the whole as JSON', () => {
    const { fields, rules, json } = marked('mongo.readFilter.team.$regex')
    expect(Object.keys(fields.byField)).toEqual(['mongo.readFilter'])
    expect(rules.readFilter).toEqual([{ line: 1, column: 21, message: 'Wrong.' }])
    expect(text.split('\n')[(json[0]?.line ?? 0) - 1]).toContain('@user.team')
  })

  it('of a pattern of tools stands at the list', () => {
    expect(marked('mcp.tools.1').fields.byField).toEqual({ 'mcp.tools': 'Wrong.' })
    expect(marked('mcp.wirte').fields.byField).toEqual({ mcp: 'Wrong.' })
  })

  it('that no field is for stands in the JSON, and in the summary', () => {
    const { fields, json } = marked('extra')
    expect(fields).toEqual({ byField: {}, others: ['extra: Wrong.'] })
    expect(json).toHaveLength(1)
  })

  it('of a rule that is no JSON is told where it breaks off', () => {
    const broken = Object.assign({}, form, { writeFilter: '{ "a": ' })
    const { rules } = markFaults([{ path: 'mongo.writeFilter', message: 'Wrong.' }], { form: broken, text })
    expect(rules.writeFilter).toEqual([{ line: 1, column: 8, message: 'A value is missing here.' }])
  })

  it('is not told while its field is empty yet', () => {
    const faults = ['roles', 'predicate', 'extra'].map(path => ({ path, message: 'Wrong.' }))
    expect(faultsWhileTyping(faults, formOf({ roles: ['crew'] })).map(({ path }) => path)).toEqual(['roles', 'extra'])
  })
})
