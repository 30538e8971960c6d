import { describe, expect, it } from '@jest/globals'
import { composeWithSettings, schemaWithSettings, valuesWithSettings } from './deployed-settings.ts'
import { everySetting } from './every-setting.ts'

describe('the settings of Sluice', () => {
  it.each(Object.entries(everySetting))('say what they are for: %s', (_, { description }) => {
    expect(description).toMatch(/^[A-Za-z].{10,}\.$/)
  })
})

const block = (...lines: string[]): string =>
  ['  # settings of keys: npm run generate adds and removes lines', ...lines, '  # end of settings', ''].join('\n')

describe('a block of settings', () => {
  it('gets the lines that it lacks, and loses those of settings that are not there any more', () => {
    const written = composeWithSettings(block('  KEYS_GONE: 1'))
    expect(written).toBe(
      block(
        ...['KEYS_MAX_EXPIRES_IN_DAYS', 'KEYS_MAX_PER_USER', 'KEYS_CAPACITY'].map(name => `  ${name}: \${${name}:-}`),
      ),
    )
  })

  it('keeps what it says of a setting, and the comment above it', () => {
    const kept = ['  # A few.', '  # Not more.', "  KEYS_MAX_PER_USER: '3'"]
    const written = valuesWithSettings(block(...kept))
    expect(written).toBe(block("  KEYS_MAX_EXPIRES_IN_DAYS: ''", ...kept, "  KEYS_CAPACITY: ''"))
    expect(valuesWithSettings(written)).toBe(written)
  })

  it('of the chart has no secret', () => {
    const dispatcher = valuesWithSettings(block().replace('keys', 'webhook-dispatcher'))
    expect(dispatcher).toContain('SMTP_FROM')
    expect(dispatcher).not.toContain('SMTP_URL')
  })
})

describe("the schema of the chart's values", () => {
  it('is refused when it has no place for the settings of a service', () => {
    expect(() => schemaWithSettings('{"properties":{"settings":{}}}')).toThrow('has no object')
  })
})
