import { describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { readConfig, setting } from '../settings/config.ts'
import type { ReadText } from '../settings/read-text-file.ts'
import { secret } from '../settings/secret.ts'
import { createLiveConfig } from './live-config.ts'

const tooShort = 'must have at least 8 characters'
const word = z
  .string()
  .min(8, { error: tooShort })
  .transform(text => secret(text))
const settings = {
  PORT: setting(z.coerce.number(), { description: 'Where to listen.', default: '8080' }),
  TOKEN: setting(word, { description: 'Opens everything.', isSecret: true, isLive: true }),
  URL: setting(word, { description: 'Where it is.', isSecret: true }),
}

/** What stands in the files, by path; a file that is not named is not there. */
function scene() {
  const disk = new Map([
    ['/token', 'first token'],
    ['/url', 'first address'],
  ])
  const read: ReadText = path => {
    const text = disk.get(path)
    return text === undefined ? { kind: 'unreadable', reason: `${path} is gone` } : { kind: 'text', text }
  }
  const environment = { TOKEN_FILE: '/token', URL_FILE: '/url' }
  const result = readConfig(settings, { TOKEN: 'first token', URL: 'first address' })
  if (result.kind === 'faulty') throw new RangeError('The scene is wrong.')
  const files = [
    { name: 'TOKEN', path: '/token', text: 'first token' },
    { name: 'URL', path: '/url', text: 'first address' },
  ]
  const live = createLiveConfig({ settings, environment, config: result.config, files }, read)
  return { disk, live, token: () => live.current().TOKEN.reveal() }
}

describe('settings that stand in files', () => {
  it('stay the same object while nothing changes', () => {
    const { live } = scene()
    const before = live.current()
    expect(live.look()).toEqual([])
    expect(live.current()).toBe(before)
    expect(live.names).toEqual(['TOKEN', 'URL'])
  })

  it('are replaced when a file changes, told once, and the others stay as they are', () => {
    const { disk, live, token } = scene()
    disk.set('/token', 'second token')
    expect(live.look()).toEqual([{ kind: 'taken-over', name: 'TOKEN', needsRestart: false }])
    expect(token()).toBe('second token')
    expect(live.current()).toMatchObject({ PORT: 8080 })
    expect(live.current().URL.reveal()).toBe('first address')
    expect(live.look()).toEqual([])
  })

  it('say when what has changed is read at the start alone', () => {
    const { disk, live } = scene()
    disk.set('/url', 'second address')
    expect(live.look()).toEqual([{ kind: 'taken-over', name: 'URL', needsRestart: true }])
  })

  it('stay in force when the file is wrong or gone, which is told once for each reason, without the value', () => {
    const { disk, live, token } = scene()
    disk.set('/token', 'tiny')
    const wrong = live.look()
    expect(wrong).toEqual([{ kind: 'refused', name: 'TOKEN', reason: tooShort }])
    expect(JSON.stringify(wrong)).not.toContain('tiny')
    expect(live.look()).toEqual([])
    disk.delete('/token')
    expect(live.look()).toEqual([{ kind: 'refused', name: 'TOKEN', reason: '/token is gone' }])
    expect(live.look()).toEqual([])
    expect(token()).toBe('first token')
  })

  it('are taken over after a mistake was mended, and a mistake that comes again is told again', () => {
    const { disk, live, token } = scene()
    disk.set('/token', 'tiny')
    live.look()
    disk.set('/token', 'first token')
    expect(live.look()).toEqual([])
    disk.set('/token', 'tiny')
    expect(live.look()).toHaveLength(1)
    disk.set('/token', 'second token')
    expect(live.look()).toHaveLength(1)
    expect(token()).toBe('second token')
  })

  it('are taken over one by one: a wrong file does not hold up another', () => {
    const { disk, live, token } = scene()
    disk.set('/token', 'second token')
    disk.set('/url', 'tiny')
    expect(live.look().map(({ kind, name }) => [name, kind])).toEqual([
      ['TOKEN', 'taken-over'],
      ['URL', 'refused'],
    ])
    expect(token()).toBe('second token')
  })

  it('tell who follows one of them what it was and what it is, when it is in force', () => {
    const { disk, live, token } = scene()
    const told: string[] = []
    live.follow('TOKEN')(({ before, after }) => told.push(before.reveal(), after.reveal(), token()))
    disk.set('/url', 'second address')
    live.look()
    expect(told).toEqual([])
    disk.set('/token', 'second token')
    live.look()
    expect(told).toEqual(['first token', 'second token', 'second token'])
  })
})
