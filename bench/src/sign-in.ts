import { setTimeout as wait } from 'node:timers/promises'
import { AMELIA } from '@sluice/e2e'
import { type AskedQuestion, startAsker, startGuessing } from '@sluice/faults/load'
import { openClusterWorld } from './cluster/open-cluster-world.ts'
import { type Figure, quantile } from './figure.ts'

const GUESSES_PER_SECOND = 200
const ASK_EVERY_MS = 20
const WARM_UP_MS = 5_000
const SPAN_MS = 15_000
const ROUNDS = 3
const users = ['admin', AMELIA.name] as const
const [BY_KEY, BY_PASSWORD] = ['a key', 'a password that is known']

/** What guessed passwords do to those who have signed in, at one gateway of a cluster; takes about two minutes. */
export async function measureSignIn(): Promise<Figure[]> {
  const world = await openClusterWorld()
  try {
    const gateways = world.cluster.gateways.slice(0, 1).map(({ url }) => url)
    const questions = questionsWith((await world.issue()).key)
    const ask = (forMs: number) => askFor({ gateways, questions }, forMs)
    await ask(WARM_UP_MS)
    const calm: SignInAnswer[] = []
    const pressed: SignInAnswer[] = []
    const statuses = new Map<string, number>()
    // In turn, so that what else the machine does meets both.
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      calm.push(...(await ask(SPAN_MS)))
      const guessing = startGuessing({ gateways, users, seed, perSecond: GUESSES_PER_SECOND })
      pressed.push(...(await ask(SPAN_MS)))
      for (const [status, count] of await guessing.stop()) statuses.set(status, count + (statuses.get(status) ?? 0))
    }
    return [
      ...[BY_KEY, BY_PASSWORD].flatMap(name => compare(name, calm, pressed)),
      {
        name: 'key and password, while others guess: not answered with 200',
        value: pressed.filter(isRefused).length,
        unit: '',
        bar: '0',
      },
      ...[...statuses]
        .toSorted(([a], [b]) => a.localeCompare(b))
        .map(([status, value]) => ({ name: `guesses answered with ${status}`, value, unit: '', bar: '' })),
    ]
  } finally {
    await world.stop()
  }
}

function questionsWith(key: string): AskedQuestion[] {
  const question = { method: 'GET', path: '/whoami', body: undefined, everyMs: ASK_EVERY_MS }
  return [
    { ...question, name: BY_KEY, authorization: `Bearer ${key}` },
    { ...question, name: BY_PASSWORD, authorization: `Basic ${btoa(`${AMELIA.name}:${AMELIA.password}`)}` },
  ]
}

async function askFor(asking: Parameters<typeof startAsker>[0], forMs: number) {
  const asker = startAsker(asking)
  await wait(forMs)
  return asker.stop()
}

type SignInAnswer = Awaited<ReturnType<typeof askFor>>[number]

const isRefused = ({ answer }: SignInAnswer) => answer?.status !== 200

function compare(name: string, calm: readonly SignInAnswer[], pressed: readonly SignInAnswer[]): Figure[] {
  const p99 = (asked: readonly SignInAnswer[]) => {
    const latencies = asked.filter(one => one.name === name).map(({ startedAt, endedAt }) => endedAt - startedAt)
    return quantile(latencies, 0.99)
  }
  const before = p99(calm)
  const under = p99(pressed)
  return [
    { name: `${name}: p99, nobody guesses`, value: before, unit: 'ms', bar: '' },
    { name: `${name}: p99, ${GUESSES_PER_SECOND} guesses a second`, value: under, unit: 'ms', bar: '' },
    { name: `${name}: times as long`, value: under / before, unit: '', bar: '< 2' },
  ]
}
