import { describe, expect, it } from '@jest/globals'
import { ruleWords, shownPermission } from './shown-permission.ts'

const wordsOf = (fields: object) => ruleWords(shownPermission({ _id: 'x', ...fields }))

describe('what a permission narrows, in words', () => {
  it('names filters, fields that are written and hidden, flags and keys', () => {
    const mongo = {
      readFilter: { team: '@user.team', cost: { $lt: 5 } },
      writeFilter: { done: false },
      mergeRequest: { author: '@user._id' },
      projectResponse: { cost: 0 },
      allowBulkPatch: true,
      allowWriteMode: false,
    }
    expect(wordsOf({ mongo, apiKeys: { roles: ['reader'] }, keyRules: { rateLimit: 5 } })).toEqual([
      'reads only team = @user.team, cost …',
      'changes only done = false',
      'writes author',
      'hides cost',
      'bulk changes too',
      'keys with reader',
      'keys are bound',
    ])
  })

  it('says what assistants get, where it says so', () => {
    expect(wordsOf({ mcp: {} })).toEqual(['assistants get all tools, to read only'])
    expect(wordsOf({ mcp: { tools: ['find_*', 'whoami'], write: true } })).toEqual([
      'assistants get find_*, whoami and may write',
    ])
  })

  it('says what is shown where not all is, and how much more there is than names', () => {
    const projectResponse = { _id: 0, a: 1, b: 1, c: 1, d: 1 }
    expect(wordsOf({ mongo: { projectResponse } })).toEqual(['shows _id, a, b and 2 more'])
  })

  it('is nothing where nothing is narrowed', () => expect(wordsOf({ mongo: {} })).toEqual([]))
})

describe('a document that is no permission', () => {
  it('is shown as far as it can be', () => {
    expect(shownPermission({ _id: 7, roles: 'crew', predicate: 5, priority: '1', mongo: [], apiKeys: null })).toEqual({
      description: '',
      roles: [],
      predicate: '',
      priority: undefined,
      mongo: {},
      apiKeys: undefined,
      keyRules: undefined,
      mcp: undefined,
    })
  })
})
