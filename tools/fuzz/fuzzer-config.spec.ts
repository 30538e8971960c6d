import { describe, expect, it } from '@jest/globals'
import { fuzzerConfig } from './fuzzer-config.ts'

const known = [
  { paths: '^/apps', parameter: 'path.id', values: ['flights'] },
  { paths: '^/apps', parameter: 'path.version', values: ['1', '2'] },
  { paths: '^/keys', parameter: 'path.id', values: ['k'] },
]

describe('the settings of the fuzzer', () => {
  const config = fuzzerConfig(known, ['tailEvents'])

  it('have the values of each parameter, once for all paths that it means the same in', () => {
    expect(config).toContain('known-1.values = ["1","2"]')
    expect(config.match(/include-path-regex/g)).toHaveLength(2)
    expect(config).toMatch(/"path.id" = \{ dictionary = "known-0".*"path.version" = \{ dictionary = "known-1"/)
  })

  it('leave out what is not to be asked for', () => {
    expect(config).toMatch(/include-operation-id = "tailEvents"\nenabled = false/)
  })
})
