import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { ACTION_CHOICES, actionTone, actionWords, searchedAction, thingOf } from './audit-words.ts'

/** The actions and areas that the API takes, as its description lists them. */
const described = (): string[] => {
  const text = readFileSync(new URL('../../../../sdk/src/api.ts', import.meta.url), 'utf8')
  const [, actions = ''] = /AuditAction: ([^;]*);/.exec(text) ?? []
  return actions.split('|').map(each => each.trim().replaceAll('"', ''))
}

describe('an action of the audit trail', () => {
  it('is offered, with words of its own, where the API has it', () => {
    const offered = ACTION_CHOICES.map(({ value }) => value)
    const actions = described()
    expect(actions.length).toBeGreaterThan(10)
    expect(offered.filter(value => !value.endsWith('.')).sort()).toEqual([...actions].sort())
    for (const action of actions) expect(actionWords(action)).not.toBe(action)
  })

  it('is shown as it is where it is not known', () => {
    expect(actionWords('moon.landed')).toBe('moon.landed')
    expect(searchedAction('moon.landed')).toBeUndefined()
    expect(searchedAction('toString')).toBeUndefined()
  })

  it.each([
    ['key.refused', 'refused'],
    ['sign-in.refused', 'refused'],
    ['key.revoked', 'gone'],
    ['webhook.log-cleared', 'gone'],
    ['plugin.disabled', 'gone'],
    ['user.saved', 'done'],
  ])('%s is %s', (action, tone) => {
    expect(actionTone(action)).toBe(tone)
  })
})

describe('a line of the audit trail', () => {
  it.each([
    [
      { action: 'key.revoked', key: { id: 'k' } },
      { kind: 'key', id: 'k' },
    ],
    [{ action: 'key.refused' }, undefined],
    [{ action: 'plugin.enabled' }, { kind: 'plugins' }],
    [{ action: 'mail-server.saved', subject: 'mail' }, { kind: 'mail-server' }],
    [
      { action: 'permission.saved', subject: 'p' },
      { kind: 'permission', id: 'p' },
    ],
    [{ action: 'permission.deleted', subject: 'p' }, undefined],
    [
      { action: 'webhook.log-cleared', subject: 'w' },
      { kind: 'webhook', id: 'w' },
    ],
    [
      { action: 'sign-in.refused', subject: 'u' },
      { kind: 'user', id: 'u' },
    ],
    [{ action: 'sign-in.refused' }, undefined],
  ])('%j leads to %j', (line, thing) => {
    expect(thingOf(line)).toEqual(thing)
  })
})
