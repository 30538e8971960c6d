import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { goldenVersions, isReleased } from '@sluice/testkit/golden'
import { z } from 'zod'
import { findBreakingChanges } from './breaking-changes.ts'
import { DESCRIPTION_FILES } from './served-descriptions.ts'

const description = z.record(z.string(), z.unknown())
const readDescription = (file: string) => description.parse(JSON.parse(readFileSync(file, 'utf8')))
const [lastRelease = ''] = goldenVersions().filter(isReleased).toReversed()

/** A collection may have any name but those of other resources, so that two paths may fit: the fixed one is meant. */
const AMBIGUOUS = 'no-ambiguous-paths'

/** What `/openapi.json` may have, as it is sent. */
const MOST_BYTES = 186_500

describe('the description of the API', () => {
  it(`has ${MOST_BYTES / 1000} kB at most`, () => {
    const served = JSON.stringify(readDescription(DESCRIPTION_FILES.shared))
    expect(Buffer.byteLength(served)).toBeLessThanOrEqual(MOST_BYTES)
  })

  it('breaks no client of the last release, unless the changelog names the operation', () => {
    const changelog = readFileSync('CHANGELOG.md', 'utf8')
    const before = readDescription(`golden/${lastRelease}/openapi.json`)
    const changes = findBreakingChanges(before, readDescription(DESCRIPTION_FILES.shared))
    expect(changes.filter(({ place }) => !changelog.includes(place))).toEqual([])
  })

  it.each(Object.entries(DESCRIPTION_FILES))(
    'has no fault that the linter of Redocly knows, in the %s tier',
    async (_, file) => {
      const config = await createConfig({ extends: ['recommended'] })
      const found = await lintFromString({ source: readFileSync(file, 'utf8'), absoluteRef: file, config })
      const others = found.filter(({ ruleId }) => ruleId !== AMBIGUOUS)
      expect(others.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
    },
  )
})
