import { createHash } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import type { ChangeLog } from '@sluice/change-log'
import { createSimulatedChangeLog } from '@sluice/change-log/testing'
import type { ChangePositions, ChangeTopic } from '@sluice/contracts'
import { followPlugins, type Logger } from '@sluice/service-kit'
import type { Document, Store } from '@sluice/store'
import fc from 'fast-check'
import { createFactHistory } from '../../testing/fact-history.ts'
import {
  holderFact,
  type JudgedAnswer,
  judgeKeyAnswer,
  PLUGIN_FACT,
  secretFact,
} from '../../testing/judge-key-answer.ts'
import { createSimulatedStore } from '../../testing/simulated-store.ts'
import { createRequestCounts } from '../client-limits.ts'
import { createUserCache } from '../user-cache.ts'
import { createKeySignIn } from './key-sign-in.ts'
import { createLiveKeys } from './live-keys.ts'

const ADDRESS = '192.0.2.1'
const HOLDERS = ['ann', 'bob'] as const
const MAX_KEYS = 5
const RECENT_NOTICES = 8
const collections: Partial<Record<ChangeTopic, string>> = { keys: 'apiKeys' }
const logger = { error() {}, warn() {} } as unknown as Logger
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')
const turn = () => new Promise(resolve => setImmediate(resolve))

type DrawnHolder = (typeof HOLDERS)[number]
type StoredKey = { _id: string; user: DrawnHolder; secret: string; previous?: string; expiresAt: number }

/** What is stored, how it is written, and what has been true when. One clock for all of it. */
function createTruth() {
  const store = createSimulatedStore()
  const history = createFactHistory()
  const time = { now: 1_000_000, sleptMs: 0 }
  const positions: ChangePositions = {}
  const entries = new Map<string, { topic: ChangeTopic; sequence: number; id: string }>()
  const notices: { topic: ChangeTopic; sequence: number; id: string; epoch: number }[] = []
  const keys = new Map<string, StoredKey>()
  const holders = new Map<DrawnHolder, { version: number; isDisabled: boolean }>()
  const owners = new Map<string, DrawnHolder>()
  let issued = 0
  let version = 0
  let isPluginEnabled = false

  const hold = (fact: string, until: number) => history.set(fact, time.now, until)
  const end = (fact: string) => hold(fact, time.now)

  function record(topic: ChangeTopic, id: string, document?: Document) {
    const collection = collections[topic] ?? topic
    if (document) store.put(collection, { ...document, _id: id })
    else store.remove(collection, id)
    const sequence = (positions[topic] ?? 0) + 1
    positions[topic] = sequence
    entries.set(`${topic}/${sequence}`, { topic, sequence, id })
    notices.push({ topic, sequence, id, epoch: 0 })
  }

  function mint(user: DrawnHolder): string {
    const secret = `secret-${owners.size}`
    owners.set(secret, user)
    return secret
  }

  function writeKey(key: StoredKey, previousUntil = 0) {
    const { _id, user, secret, previous, expiresAt } = key
    const old = previous && { previousHash: hashOf(previous), previousUntil: new Date(previousUntil) }
    keys.set(_id, key)
    record('keys', _id, { user, name: _id, roles: [], hash: hashOf(secret), expiresAt: new Date(expiresAt), ...old })
    hold(secretFact(secret), expiresAt)
    if (previous) hold(secretFact(previous), previousUntil)
  }

  function writeHolder(id: DrawnHolder, isDisabled: boolean) {
    end(holderFact(id, holders.get(id)?.version))
    version += 1
    holders.set(id, { version, isDisabled })
    record('users', id, { roles: ['reader'], version, disabled: isDisabled })
    const until = isDisabled ? time.now : Number.POSITIVE_INFINITY
    for (const fact of [holderFact(id), holderFact(id, version)]) hold(fact, until)
  }

  const keyAt = (pick: number) => [...keys.values()][pick % Math.max(1, keys.size)]
  const holderAt = (pick: number): DrawnHolder => HOLDERS[pick % HOLDERS.length] ?? 'ann'

  const steps = {
    issue(pick: number) {
      if (keys.size >= MAX_KEYS) return
      issued += 1
      const user = holderAt(pick)
      writeKey({ _id: `key-${issued}`, user, secret: mint(user), expiresAt: time.now + 1 + (pick % 90_000) })
    },
    revoke(pick: number) {
      const key = keyAt(pick)
      if (!key) return
      keys.delete(key._id)
      record('keys', key._id)
      for (const secret of [key.secret, key.previous]) if (secret) end(secretFact(secret))
    },
    rotate(pick: number) {
      const key = keyAt(pick)
      if (!key || key.expiresAt <= time.now) return
      if (key.previous) end(secretFact(key.previous))
      const previousUntil = Math.min(key.expiresAt, time.now + (pick % 30_000))
      writeKey({ ...key, secret: mint(key.user), previous: key.secret }, previousUntil)
    },
    changeHolder(pick: number) {
      const id = holderAt(pick)
      writeHolder(id, holders.get(id)?.isDisabled ?? false)
    },
    switchHolder(pick: number) {
      const id = holderAt(pick)
      writeHolder(id, !holders.get(id)?.isDisabled)
    },
    removeHolder(pick: number) {
      const id = holderAt(pick)
      const held = holders.get(id)
      if (!held) return writeHolder(id, false)
      holders.delete(id)
      record('users', id)
      end(holderFact(id, held.version))
      end(holderFact(id))
    },
    switchPlugin() {
      isPluginEnabled = !isPluginEnabled
      record('plugins', 'api-keys', { state: isPluginEnabled ? 'enabled' : 'installed' })
      hold(PLUGIN_FACT, isPluginEnabled ? Number.POSITIVE_INFINITY : time.now)
    },
    expireEntries: () => entries.clear(),
    pass(pick: number) {
      time.now += pick % 8_000
    },
    /** Until the moment at which a key expires. */
    outlive(pick: number) {
      time.now = Math.max(time.now, Math.min(keyAt(pick)?.expiresAt ?? 0, time.now + 20_000))
    },
    /** The machine sleeps: its monotonic clock stands still. */
    sleep(pick: number) {
      time.now += pick % 20_000
      time.sleptMs += pick % 20_000
    },
  }

  steps.switchPlugin()
  for (const id of HOLDERS) writeHolder(id, false)
  for (const pick of [80_000, 80_001]) steps.issue(pick)
  return { store, history, time, positions, entries, notices, owners, steps }
}
type KeyTruth = ReturnType<typeof createTruth>

function followTruth({ time, positions, entries }: KeyTruth) {
  const clock = { monotonicMs: () => time.now - time.sleptMs, wallMs: () => time.now }
  return createSimulatedChangeLog(clock, {
    counters: () => ({ epoch: 0, positions: { ...positions } }),
    now: () => new Date(time.now),
    entries: ranges =>
      Map.groupBy(
        [...entries.values()].filter(({ topic, sequence }) =>
          ranges.some(range => range.topic === topic && sequence > range.after && sequence <= range.upTo),
        ),
        ({ topic }) => topic,
      ),
  })
}

/** A process that signs in by key, as the gateway does it: nobody is served while the change log is not trusted. */
function createProcess(truth: KeyTruth) {
  const { store, time, notices, owners } = truth
  const log = followTruth(truth)
  const changes = log.changes as ChangeLog
  const backing = { store: store as unknown as Store, changes, db: 'sluice', logger }
  const monotonicMs = () => time.now - time.sleptMs
  const answers: JudgedAnswer[] = []
  let withKey: ReturnType<typeof createKeySignIn> | undefined
  let sentAt = Number.NEGATIVE_INFINITY
  let polledAt = Number.NEGATIVE_INFINITY

  async function open() {
    const users = createUserCache(backing)
    const [keys, plugins] = await Promise.all([
      createLiveKeys({ ...backing, counts: createRequestCounts({ who: 'key' }) }, monotonicMs),
      followPlugins(backing),
      users.start(),
    ])
    const isPluginEnabled = () => plugins.isEnabled('api-keys')
    const usage = { note() {}, stop: async () => {} }
    withKey = createKeySignIn({ keys, users, isPluginEnabled, usage, now: changes.storeTime })
  }

  function ask(secret: string) {
    if (!withKey || !changes.isTrusted()) return
    const startedAt = time.now
    const answer = (found: JudgedAnswer['found']) =>
      void answers.push({ secret, startedAt, answeredAt: time.now, found, polledAt })
    const found = withKey(secret, ADDRESS)
    if (!('then' in found)) return answer(found)
    void found.then(late => answer(changes.isTrusted() ? late : 'unavailable')).catch(() => answer('unavailable'))
  }

  const steps = {
    ...log.steps,
    ...store.steps,
    notice: (pick: number) => {
      const notice = notices.at(-1 - (pick % Math.min(RECENT_NOTICES, notices.length)))
      if (notice) log.steps.notice(notice)
    },
    sendPoll() {
      if (log.steps.sendPoll()) sentAt = time.now
    },
    async answerPoll() {
      if (await log.steps.answerPoll()) polledAt = sentAt
    },
    async poll() {
      steps.sendPoll()
      for (const read of [steps.readClock, steps.readCounters, steps.readEntries]) read()
      await steps.answerPoll()
    },
    startJobs: () => void log.steps.startJobs(),
    answerReads: store.answerReads,
    ask: (pick: number) => ask([...owners.keys(), 'never-issued'].at(-1 - (pick % (owners.size + 1))) ?? ''),
  }

  /** Polls are answered, and everything that they ask for is done. */
  async function rest() {
    steps.losePoll()
    for (let round = 0; round < 3; round += 1) {
      await steps.poll()
      for (let isBusy = true; isBusy; await turn())
        isBusy = [log.steps.startJobs(), await store.answerReads()].includes(true)
    }
  }

  return { steps, ask, open, rest, takeAnswers: () => answers.splice(0), isTrusted: changes.isTrusted }
}

/** Once everything is at rest the process says what is stored. */
async function judgeRest(truth: KeyTruth, process: ReturnType<typeof createProcess>) {
  const { history, owners, time } = truth
  await process.rest()
  for (const answer of process.takeAnswers()) judgeKeyAnswer(truth, answer)
  expect(process.isTrusted()).toBe(true)
  for (const secret of owners.keys()) process.ask(secret)
  await process.rest()
  const accepted = process.takeAnswers().filter(({ found }) => found !== 'unavailable' && found.kind === 'caller')
  const holding = [...owners].filter(([secret, holder]) =>
    [secretFact(secret), holderFact(holder), PLUGIN_FACT].every(fact => history.holdsAt(fact, time.now)),
  )
  expect(accepted.map(({ secret }) => secret).sort()).toEqual(holding.map(([secret]) => secret).sort())
}

type KeySteps = KeyTruth['steps'] & ReturnType<typeof createProcess>['steps']
const weights: Record<keyof KeySteps, number> = {
  issue: 3,
  revoke: 3,
  rotate: 2,
  changeHolder: 3,
  switchHolder: 3,
  removeHolder: 2,
  switchPlugin: 1,
  notice: 10,
  expireEntries: 1,
  pass: 8,
  outlive: 1,
  sleep: 1,
  poll: 6,
  sendPoll: 4,
  readClock: 3,
  readCounters: 6,
  readEntries: 6,
  answerPoll: 6,
  losePoll: 1,
  answerLateClock: 1,
  startJob: 8,
  startJobs: 4,
  lookAtRead: 10,
  answerRead: 10,
  answerReads: 4,
  failRead: 2,
  ask: 24,
}
const step = fc.record({
  name: fc.oneof(
    ...Object.entries(weights).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as keyof KeySteps) })),
  ),
  pick: fc.nat(),
})

/** Some seconds; jest's `--globals '{"SCHEDULES": 100000}'` asks for another number. */
const SCHEDULES = Number(Reflect.get(globalThis, 'SCHEDULES') ?? 2_000)
const SEED = 20_261_122

describe('the verdict on a key, whatever is lost, doubled, reordered, late or asleep', () => {
  it(`is never a yes to what ended one lease ago, never a no to what has held since, and right at rest (seed ${SEED})`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 150, size: 'max' }), async schedule => {
        const truth = createTruth()
        const process = createProcess(truth)
        const steps: KeySteps = { ...truth.steps, ...process.steps }
        const opened = process.open()
        await process.rest()
        await opened
        for (const { name, pick } of schedule) {
          await steps[name](pick)
          await turn()
          for (const answer of process.takeAnswers()) judgeKeyAnswer(truth, answer)
        }
        await judgeRest(truth, process)
      }),
      { numRuns: SCHEDULES, seed: SEED },
    )
  }, 3_600_000)
})
