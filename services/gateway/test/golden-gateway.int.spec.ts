import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createLogger, followPlugins, type Plugins, POSITIONS_HEADER } from '@sluice/service-kit'
import { eventually, openTestPlatform, type TestPlatform, temporaryDirectory } from '@sluice/testkit'
import {
  copyGolden,
  GOLDEN_PASSWORD,
  GOLDEN_TRACE,
  goldenDocuments,
  goldenVersions,
  openGoldenPlatform,
  readGoldenJson,
} from '@sluice/testkit/golden'
import { z } from 'zod'
import { parsePositions } from '../src/domain/positions.ts'
import { decodeRecords, type SpoolKind } from '../src/domain/spool-codec.ts'
import { openEventLine } from '../src/event-line.ts'
import { followEventDemand } from '../src/exchange/record/event-demand.ts'
import { type OpenSignIn, openSignIn } from '../src/sign-in/open-sign-in.ts'
import { closeSegment, openLeftSegments } from '../src/spool/segment-files.ts'
import { followEvents } from '../src/testing/start-gateway.ts'
import { GOLDEN_SEGMENT_FILE, goldenSegment } from '../src/testing/write-golden.ts'

const headers = z.object({ [POSITIONS_HEADER]: z.string() })
const credentials = z.object({
  keys: z.object({ bound: z.string(), beforeRotation: z.string(), rotated: z.string(), revoked: z.string() }),
  session: z.string(),
})
const ADDRESS = '192.0.2.7'
const idOf = (number: number) => `01a1f8d3-ea00-7000-8000-00000000000${number}`

/** A kind that is missing here is one without a golden record. */
const KINDS = { event: 3, started: 2, shipped: 1 } satisfies Record<SpoolKind, number>

/** The spool that this version would leave. */
async function ownSpool(): Promise<string> {
  const folder = await temporaryDirectory()
  writeFileSync(join(folder, GOLDEN_SEGMENT_FILE), goldenSegment())
  return folder
}

const spools = [
  ...goldenVersions().map(version => ({ version, copy: () => copyGolden(version, 'spool') })),
  { version: 'this one', copy: ownSpool },
]

describe.each(spools)('the spool of version $version', ({ copy }) => {
  it('has records of every kind, none of them damaged', async () => {
    const segments = openLeftSegments(await copy())
    const decoded = segments.map(({ path, seal }) => decodeRecords(readFileSync(path), seal, true))
    const kinds = Map.groupBy(
      decoded.flatMap(({ records }) => records),
      ({ kind }) => kind,
    )
    const counts = [...kinds].map(([kind, { length }]) => [kind, length])
    expect([Object.fromEntries(counts), decoded.flatMap(({ damages }) => damages)]).toEqual([KINDS, []])
    segments.forEach(closeSegment)
  })

  it('is adopted: what the bus may not have is sent, and a write without its end as one of unknown outcome', async () => {
    const platform = await openTestPlatform()
    const { shipped } = await followEvents(platform)
    const settings = { maxBytes: 64 << 20, whenFull: 'reject', fsyncMs: 20 } as const
    const directory = await copy()
    const line = openEventLine(
      platform.bus,
      { ...settings, directory },
      createLogger({ service: 'test', level: 'silent' }),
    )
    await eventually(() => shipped.length >= 3)
    await line.stop(5_000)
    const [whole, unfinished, image, ...more] = shipped.toSorted((one, other) =>
      one.event.id < other.event.id ? -1 : 1,
    )
    expect(more).toEqual([])
    const request = { method: 'POST', path: '/orders/ä' }
    const body = Buffer.from('{"item":"Käse","count":2}')
    expect(whole).toMatchObject({
      event: { id: idOf(2), outcome: 'completed', request, response: { statusCode: 201 } },
      headers: { traceparent: GOLDEN_TRACE },
    })
    expect(Buffer.from(whole!.requestBody)).toEqual(body)
    expect(unfinished).toMatchObject({
      event: { id: idOf(3), outcome: 'unknown', aborted: true, request, response: null, principal: { id: 'ann' } },
      headers: { traceparent: GOLDEN_TRACE },
    })
    expect(image).toMatchObject({ event: { id: idOf(4), request: { path: '/image' } } })
    expect(Buffer.from(image!.responseBody).toString('hex')).toBe('89504e4700ff')
    await platform.close()
  })
})

describe.each(goldenVersions())('whoever version %s has let in', version => {
  const { keys, session } = readGoldenJson(credentials, version, 'credentials.json')
  let platform: TestPlatform
  let plugins: Plugins
  let ways: OpenSignIn
  beforeAll(async () => {
    platform = await openGoldenPlatform(version)
    plugins = await followPlugins(platform)
    ways = await openSignIn({ platform, plugins, sharedCounts: undefined })
  })
  afterAll(async () => {
    await ways.stop()
    await platform.close()
  })

  it('is let in by password', async () => {
    const owner = { kind: 'basic', encoded: '', user: 'admin', password: GOLDEN_PASSWORD } as const
    const principal = { id: 'admin', roles: ['admin'], via: 'password' }
    expect(await ways.withPassword(owner, ADDRESS)).toMatchObject({ kind: 'caller', isRoot: true, principal })
    const other = { ...owner, encoded: 'another', password: 'another' }
    expect(await ways.withPassword(other, ADDRESS)).toMatchObject({ kind: 'refuse' })
  })

  it('has the properties that rules and conditions name, and is disabled where it was', async () => {
    expect(await ways.users.get('ann')).toMatchObject({
      roles: ['reader', 'writer'],
      isDisabled: false,
      passwordHash: expect.stringMatching(/^\$2b\$10\$/),
      properties: {
        _id: 'ann',
        team: 'blue',
        hired: { $date: { $numberLong: String(Date.parse('2020-02-29T00:00:00Z')) } },
      },
    })
    expect(await ways.users.get('bob')).toMatchObject({ isDisabled: true })
  })

  it('is let in by key, for as long as it holds and from where it may be used', async () => {
    const principal = { id: 'ann', roles: ['reader'], via: 'key', key: { name: 'bound' } }
    expect(await ways.withKey(keys.bound, ADDRESS)).toMatchObject({ kind: 'caller', principal })
    expect(await ways.withKey(keys.bound, '203.0.113.1')).toMatchObject({ kind: 'refuse', code: 'FORBIDDEN' })
    for (const secret of [keys.rotated, keys.beforeRotation]) {
      expect(await ways.withKey(secret, ADDRESS)).toMatchObject({ principal: { key: { name: 'rotated' } } })
    }
    expect(await ways.withKey(keys.revoked, ADDRESS)).toMatchObject({ kind: 'refuse', code: 'INVALID_KEY' })
  })

  it('goes on with its session', async () => {
    const principal = { id: 'admin', via: 'session' }
    expect(await ways.withSession(session)).toMatchObject({ kind: 'caller', principal })
  })

  it('finds the plugins in their states, and what is watched', async () => {
    expect([plugins.stateOf('api-keys'), plugins.stateOf('webhooks')]).toEqual(['enabled', 'enabled'])
    const wantsEvents = await followEventDemand(platform, plugins)
    expect(wantsEvents()).toBe(true)
  })
})

describe.each(goldenVersions())('an answer of a service of version %s', version => {
  it('says how far its change log is', () => {
    const { [POSITIONS_HEADER]: positions } = readGoldenJson(headers, version, 'headers.json')
    const counters = goldenDocuments(version)._changeCounters ?? []
    expect(counters).toHaveLength(8)
    const expected = Object.fromEntries(counters.map(({ _id, sequence }) => [_id, Number(sequence)]))
    expect(parsePositions(positions)).toEqual(expected)
  })
})
