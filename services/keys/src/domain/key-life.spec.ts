import { describe, expect, it } from '@jest/globals'
import { auditAction } from '@sluice/contracts'
import {
  auditActions,
  type KeyLife,
  keyChanges,
  keyEvents,
  keyLife,
  keyStates,
  keysIn,
  keysOpenTo,
} from './key-life.ts'

const at = new Date('2026-11-23T00:00:00Z')

describe('the life of a key', () => {
  it('has a cell for every state and event', () => {
    expect(Object.keys(keyLife)).toEqual(Object.keys(keyEvents))
    for (const row of Object.values(keyLife)) expect(Object.keys(row)).toEqual(Object.keys(keyStates))
  })

  it('does not compile without one of its cells, or one of its rows', () => {
    const { expired: _, ...shortRow } = keyLife.issued
    const { issued: __, ...shortTable } = keyLife
    // @ts-expect-error a cell is missing
    const withoutCell: KeyLife = { ...shortTable, issued: shortRow }
    // @ts-expect-error a row is missing
    const withoutRow: KeyLife = shortTable
    expect([withoutCell, withoutRow]).toHaveLength(2)
  })

  it('begins with the issue alone, and nothing makes an expired key work again', () => {
    const eventsInto = (state: string, from: keyof typeof keyStates) =>
      Object.entries(keyLife).flatMap(([event, row]) => (row[from] === state ? [event] : []))
    expect(eventsInto('active', 'none')).toEqual(['issued'])
    expect(eventsInto('active', 'expired')).toEqual([])
  })

  it('says which keys a change may be made to', () => {
    expect(keysOpenTo('rotated', at)).toEqual({ expiresAt: { $gt: at } })
    expect(keysOpenTo('leaked', at)).toEqual(keysIn.active(at))
    expect(keysOpenTo('revoked', at)).toEqual({ $or: [{ expiresAt: { $gt: at } }, { expiresAt: { $lte: at } }] })
  })

  it('says which events are counted, and has each action of the audit trail on a key that is there', () => {
    expect(keyChanges).toEqual(['issued', 'rotated', 'revoked', 'leaked'])
    const actions = auditAction.options.filter(action => action.startsWith('key.') && action !== 'key.refused')
    expect([...new Set(keyChanges.map(change => auditActions[change]))]).toEqual(actions)
  })
})
