import { describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { readConfig, setting } from './config.ts'
import { secret } from './secret.ts'
import { authoritySettings, databaseSettings, embeddedTrustSettings, listenSettings } from './settings.ts'

const settings = {
  PORT: setting(z.coerce.number({ error: 'must be a number' }), { description: 'Where to listen.', default: '8080' }),
  NAME: setting(z.string(), { description: 'What it is called.' }),
  TOKEN: setting(
    z
      .string()
      .min(8, { error: 'must have at least 8 characters' })
      .transform(text => secret(text)),
    { description: 'Opens everything.', isSecret: true },
  ),
}

const shared = { ...listenSettings, ...authoritySettings, ...databaseSettings, ...embeddedTrustSettings }

describe('reading the configuration', () => {
  it('gives typed values, and defaults for what is not set', () => {
    const result = readConfig(settings, { NAME: ' sluice ', TOKEN: 'open sesame' })
    expect(result).toMatchObject({ kind: 'read', config: { PORT: 8080, NAME: 'sluice' } })
  })

  it('names all faults at once', () => {
    const result = readConfig(settings, { PORT: 'many', TOKEN: 'short' })
    expect(result.kind === 'faulty' && result.faults.map(({ name }) => name)).toEqual(['PORT', 'NAME', 'TOKEN'])
  })

  it('shows the wrong value and why, and what a missing one is for', () => {
    const result = readConfig(settings, { PORT: 'many', TOKEN: 'open sesame' })
    expect(result).toMatchObject({
      faults: [
        { name: 'PORT', message: '"many": must be a number' },
        { name: 'NAME', message: 'is not set. What it is called.' },
      ],
    })
  })

  it('shows a secret neither in the summary nor in a fault', () => {
    const good = readConfig(settings, { NAME: 'a', TOKEN: 'open sesame' })
    expect(good).toMatchObject({ summary: { TOKEN: '[secret]' } })
    expect(JSON.stringify(good)).not.toContain('sesame')
    expect(JSON.stringify(readConfig(settings, { NAME: 'a', TOKEN: 'tiny' }))).not.toContain('tiny')
  })

  it.each(['', '   '])('takes empty text for not set: %j', text => {
    expect(readConfig(settings, { PORT: text, NAME: 'a', TOKEN: 'open sesame' })).toMatchObject({
      config: { PORT: 8080 },
    })
    expect(readConfig(settings, { NAME: text, TOKEN: 'open sesame' })).toMatchObject({ faults: [{ name: 'NAME' }] })
  })

  it('can not be changed afterwards', () => {
    const result = readConfig(settings, { NAME: 'a', TOKEN: 'open sesame' })
    expect(result.kind === 'read' && Object.isFrozen(result.config)).toBe(true)
  })
})

describe('the settings that all processes share', () => {
  it('need nothing to be set: every default is valid', () => {
    expect(readConfig(shared, {})).toMatchObject({ kind: 'read', config: { PORT: 8080, TIER: 'shared' } })
  })

  it.each([
    ['PORT', '70000'],
    ['PORT', '80.5'],
    ['PUBLIC_URL', 'ftp://example.org'],
    ['TIER', 'free'],
    ['DEFAULT_DATABASE', 'my db'],
    ['LOG_LEVEL', 'loud'],
    ['INTERNAL_SECRETS', 'short'],
    ['INTERNAL_SECRETS', [1, 2, 3].map(digit => String(digit).repeat(32)).join(',')],
  ])('refuse %s=%s by name', (name, value) => {
    expect(readConfig(shared, { [name]: value })).toMatchObject({ kind: 'faulty', faults: [{ name }] })
  })

  it('take one or two internal secrets', () => {
    const result = readConfig(embeddedTrustSettings, { INTERNAL_SECRETS: `${'a'.repeat(32)}, ${'b'.repeat(32)}` })
    const secrets = result.kind === 'read' ? result.config.INTERNAL_SECRETS : undefined
    expect(secrets?.map(item => item.reveal())).toEqual(['a'.repeat(32), 'b'.repeat(32)])
  })
})
