import { describe, expect, it } from '@jest/globals'
import { readLiveConfig } from '@sluice/service-kit'
import { settings } from '../src/settings.ts'

describe('the settings of the data service', () => {
  it('need nothing to be set: every default is valid', () => {
    expect(readLiveConfig(settings, {})).toMatchObject({ kind: 'read' })
  })

  it.each([
    ['SLUICE_ADMIN_PASSWORD', 'short'],
    ['SLUICE_RESTORE_OWNER', 'perhaps'],
  ])('refuse %s=%s by name', (name, value) => {
    expect(readLiveConfig(settings, { [name]: value })).toMatchObject({ kind: 'faulty', faults: [{ name }] })
  })
})
