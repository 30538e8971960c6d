import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { formatKeySecret } from '@sluice/contracts'
import { Pool } from 'undici'
import { cpuMicros } from '../cpu/measured-process.ts'
import { type Figure, median } from '../figure.ts'
import { type Sluice, startSluice } from './candidates.ts'

const CONNECTIONS = 16
const PER_SECOND = 500
const BEAT_MS = 10
const REQUESTS = 1_500
const ROUNDS = 5
/** The first rounds of a process belong to nobody. */
const WARM_UP = 2_000

/** `statuses`: a guess is judged when a minute is over, a few times in thousands. */
type Guess = { name: string; authorization(number: number): string; statuses: readonly number[] }

const basic = (user: string, password: string) => `Basic ${btoa(`${user}:${password}`)}`

const TURNED_AWAY: Guess = {
  name: 'a sign-in that its failure limit turns away',
  authorization: number => basic('ann', `guess ${number}`),
  statuses: [429, 401],
}
const REFUSED: Guess = {
  name: 'a sign-in that is refused without a hash, and is an event',
  authorization: number => `Basic guess:${number}`,
  statuses: [401],
}

class UnexpectedAnswerError extends Error {
  override name = 'UnexpectedAnswerError'
}

/** What a guess that is turned away costs a gateway, against one that is refused and recorded, in turn in one process. */
export async function measureTurnedAway(cores: string): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const key = formatKeySecret(randomBytes(32))
  const sluice = await startSluice({ folder, service: 'http://127.0.0.1:9', cores, key })
  const pool = new Pool(sluice.url, { connections: CONNECTIONS })
  const costs = new Map<Guess, number[]>([TURNED_AWAY, REFUSED].map(guess => [guess, []]))
  try {
    await send(pool, TURNED_AWAY, WARM_UP)
    await send(pool, REFUSED, WARM_UP)
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [guess, its] of costs) its.push(await costOf({ pool, sluice }, guess))
    }
  } finally {
    await pool.close()
    await sluice.end()
    await rm(folder, { recursive: true })
  }
  const [turnedAway = [], refused = []] = costs.values()
  const ratios = turnedAway.map((cost, round) => cost / (refused[round] ?? Number.NaN))
  return [
    ...[...costs].map(([{ name }, its]) => ({ name, value: median(its), unit: 'µs of CPU', bar: '' })),
    { name: 'the first in times of the second, median of the rounds', value: median(ratios), unit: '', bar: '< 0.85' },
  ]
}

async function costOf({ pool, sluice }: { pool: Pool; sluice: Sluice }, guess: Guess): Promise<number> {
  const before = await cpuMicros(sluice.pid())
  await send(pool, guess, REQUESTS)
  return ((await cpuMicros(sluice.pid())) - before) / REQUESTS
}

/** At a steady rate, as one who guesses for long would. @throws UnexpectedAnswerError */
async function send(pool: Pool, { name, authorization, statuses }: Guess, requests: number): Promise<void> {
  const sendOne = async (number: number) => {
    const headers = { authorization: authorization(number) }
    const answer = await pool.request({ path: '/orders/1', method: 'GET', headers })
    await answer.body.dump()
    if (!statuses.includes(answer.statusCode)) throw new UnexpectedAnswerError(`${name}: ${answer.statusCode}`)
  }
  const sent: Promise<void>[] = []
  const startedAt = performance.now()
  while (sent.length < requests) {
    const due = Math.min(requests, ((performance.now() - startedAt) / 1_000) * PER_SECOND)
    while (sent.length < due) sent.push(sendOne(sent.length))
    await wait(BEAT_MS)
  }
  await Promise.all(sent)
}
