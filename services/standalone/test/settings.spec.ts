import { describe, expect, it } from '@jest/globals'
import { readLiveConfig } from '@sluice/service-kit'
import { standaloneSettings } from '../src/settings.ts'

describe('the settings of a standalone Sluice', () => {
  it('need nothing to be set: every default is valid', () => {
    const result = readLiveConfig(standaloneSettings, {})
    expect(result).toMatchObject({ kind: 'read', config: { PORT: 8080, TIER: 'shared' } })
  })

  it('refuse SLUICE_DEMO=perhaps by name', () => {
    const result = readLiveConfig(standaloneSettings, { SLUICE_DEMO: 'perhaps' })
    expect(result).toMatchObject({ kind: 'faulty', faults: [{ name: 'SLUICE_DEMO' }] })
  })
})
