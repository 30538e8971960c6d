import { describe, expect, it } from '@jest/globals'
import { readLiveConfig } from '@sluice/service-kit'
import { settings } from '../src/settings.ts'

describe('the settings of the keys service', () => {
  it('need nothing to be set: every default is valid', () => {
    expect(readLiveConfig(settings, {})).toMatchObject({ kind: 'read' })
  })

  it.each([
    ['KEYS_MAX_EXPIRES_IN_DAYS', '3651'],
    ['KEYS_MAX_PER_USER', '0'],
  ])('refuse %s=%s by name', (name, value) => {
    expect(readLiveConfig(settings, { [name]: value })).toMatchObject({ kind: 'faulty', faults: [{ name }] })
  })
})
