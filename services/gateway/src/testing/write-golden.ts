import type { OutgoingRecord } from '@sluice/bus'
import {
  AUDIT_COLLECTION,
  type AuditAction,
  encodeExchange,
  formatKeySecret,
  PROCESSES_COLLECTION,
  processRecord,
  type StartedFrame,
  startedFrame,
} from '@sluice/contracts'
import { createServiceApp, followPlugins, grantKeys, listen, productVersion } from '@sluice/service-kit'
import { createSignedClient, eventually } from '@sluice/testkit'
import {
  GOLDEN_IMAGE,
  GOLDEN_PASSWORD,
  GOLDEN_TRACE,
  type GoldenScene,
  goldenBytes,
  goldenExchange,
} from '@sluice/testkit/golden'
import { changePluginState } from '../control-plane/change-plugin-state.ts'
import { encodeFrame } from '../domain/event-frame.ts'
import { decodeRecords, sealOf } from '../domain/spool-codec.ts'
import { openSignIn } from '../sign-in/open-sign-in.ts'
import { writePlace } from '../spool/place-codec.ts'
import { toOutgoing } from '../spool/shipping/ship-records.ts'
import { encodeRecord, type SpoolEntry } from './spool-frames.ts'

/** What was to be golden was refused. */
class RefusedError extends Error {
  override name = 'RefusedError'
}

const ADDRESS = '192.0.2.7'
const UPSTREAM = 'data'
const SWITCHED = [
  { id: 'api-keys', steps: ['install', 'enable', 'disable', 'uninstall', 'install', 'enable'] },
  { id: 'webhooks', steps: ['enable'] },
]

/** The plugins, switched on by every step that there is. */
export async function writeGoldenPlugins(scene: GoldenScene): Promise<void> {
  const app = createServiceApp({
    name: UPSTREAM,
    changes: scene.changes,
    logger: scene.logger,
    routes: [['POST', '/plugins/:id/:step', changePluginState(scene)]],
    grantKeys: () => grantKeys(scene.internalSecrets(), UPSTREAM),
  })
  const { address, close } = await listen(app, { host: '127.0.0.1', port: 0 })
  const { request } = createSignedClient({ platform: scene, upstream: UPSTREAM, address })
  const grant = { clientAddress: ADDRESS }
  for (const { id, steps } of SWITCHED) {
    for (const step of steps) {
      const { status, text } = await request('POST', `/plugins/${id}/${step}`, { grant })
      if (status !== 200) throw new RefusedError(text)
    }
  }
  await close(1_000)
}

/** A session of the owner, and a key that was used. There have to be users and keys. @returns what clients hold */
export async function writeGoldenSignIns(scene: GoldenScene) {
  const plugins = await followPlugins(scene)
  const ways = await openSignIn({ platform: scene, plugins, sharedCounts: undefined })
  const credentials = { kind: 'basic', encoded: '', user: 'admin', password: GOLDEN_PASSWORD } as const
  const owner = ensure(await ways.withPassword(credentials, ADDRESS))
  const wrong = { ...credentials, encoded: 'wrong', password: 'a wrong one' }
  const { kind } = await ways.withPassword(wrong, ADDRESS)
  if (kind !== 'refuse') throw new RefusedError('A wrong password signs somebody in.')
  await lineOf(scene, 'sign-in.refused')
  const { token: session } = ensure(await ways.sessionDesk.open(owner.principal))
  const [bound = '', beforeRotation, revoked, rotated] = [1, 2, 3, 4].map(number =>
    formatKeySecret(goldenBytes(number)),
  )
  ensure(await ways.withKey(bound, ADDRESS))
  await ways.stop()
  return { keys: { bound, beforeRotation, rotated, revoked }, session }
}

/** A process as it tells of itself. */
export async function writeGoldenProcess({ store, db, at }: GoldenScene): Promise<void> {
  const record = processRecord.parse({
    _id: '0f8fad5b-d9cb-469f-a165-70867728950e',
    service: 'gateway',
    version: productVersion,
    host: 'a-host',
    port: 8080,
    startedAt: at,
    seenAt: at,
    ready: false,
    missing: ['The process is stopping.'],
    degraded: [{ dependency: 'redis', since: at, effect: 'Changes take longer to arrive.' }],
    figures: { memoryBytes: 104_857_600, turnMs: 0.5, spoolBytes: 4096 },
    endsAt: new Date(+at + 60_000),
  })
  await store.collection({ db, collection: PROCESSES_COLLECTION }).insertOne(record)
}

/** Waits for a line of the audit trail that is written beside an answer. */
async function lineOf({ store, db }: GoldenScene, action: AuditAction): Promise<void> {
  const lines = store.collection({ db, collection: AUDIT_COLLECTION })
  await eventually(async () => (await lines.count({ action })) > 0)
}

const SEAL_HEX = 'a1b2c3d4e5f60718'
const SEAL = sealOf(Buffer.from(SEAL_HEX, 'hex'))
const SEGMENT = 1_000_000_001
/** The name says how the records are told from other bytes. */
export const GOLDEN_SEGMENT_FILE = `${SEGMENT}-${SEAL_HEX}.spool`

/** A segment: a write without its end, one with it, an event that is on the bus, and one that may be. */
export function goldenSegment(): Buffer {
  const whole = goldenExchange({ number: 2 })
  const { outcome: _, aborted: __, durationMs: ___, response: ____, ...started } = whole.event
  const shipped = join([{ kind: 'event', parts: [frameOf(1, encodeExchange(goldenExchange({ number: 1 })))] }])
  return Buffer.concat([
    shipped,
    join([
      { kind: 'shipped', parts: [writePlace({ segment: SEGMENT, offset: shipped.length })] },
      { kind: 'started', parts: [frameOf(2, jsonOf(started))] },
      { kind: 'started', parts: [frameOf(3, jsonOf(started, 3))] },
      { kind: 'event', parts: [frameOf(2, encodeExchange(whole))] },
      { kind: 'event', parts: [frameOf(4, encodeExchange(imageExchange()))] },
    ]),
  ])
}

/** What of the segment goes to the bus. */
export const goldenRecords = (): OutgoingRecord[] =>
  decodeRecords(goldenSegment(), SEAL, true)
    .records.filter(({ kind }) => kind === 'event')
    .map(({ payload, start }) =>
      toOutgoing({ frame: payload, place: { segment: SEGMENT, offset: start }, isFirst: false }),
    )

const imageExchange = () => goldenExchange({ number: 4, path: '/image', statusCode: 200, responseBody: GOLDEN_IMAGE })

const frameOf = (number: number, value: Buffer): Buffer =>
  encodeFrame({ id: goldenExchange({ number }).event.id, traceparent: GOLDEN_TRACE, value })

const jsonOf = (started: StartedFrame, number = 2): Buffer =>
  Buffer.from(JSON.stringify(startedFrame.parse({ ...started, id: goldenExchange({ number }).event.id })))

const join = (entries: readonly SpoolEntry[]): Buffer => Buffer.concat(entries.map(entry => encodeRecord(entry, SEAL)))

function ensure<T extends { kind: string }>(outcome: T): Exclude<T, { kind: 'refuse' }>
function ensure(outcome: { kind: string }) {
  if (outcome.kind === 'refuse') throw new RefusedError(JSON.stringify(outcome))
  return outcome
}
