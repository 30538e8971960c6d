// The thread of `start-guessing.ts`.
import { once } from 'node:events'
import { setInterval as every } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { seededRandom } from './seeded-random.ts'
import { keptConnections, type RequestSending, sendRequest } from './send-request.ts'
import type { Guesses } from './start-guessing.ts'

const BATCHES_PER_SECOND = 50
const MAX_UNDER_WAY = 2_000
const OCTET = 256

const { gateways, users, seed, perSecond }: Guesses = workerData
const random = seededRandom(seed)
const agent = keptConnections(200)
const ended = new AbortController()
const underWay = new Set<Promise<unknown>>()
const statuses = new Map<string, number>()
const count = (status: string) => statuses.set(status, (statuses.get(status) ?? 0) + 1)

function nextGuess(number: number): RequestSending {
  const user = random.next() < 0.5 ? random.pick(users) : `nobody-${random.integer(0, 1_000_000)}`
  // Every loopback address may be spoken from; half of the guesses come from the same.
  const octets = [random.integer(0, OCTET), random.integer(0, OCTET), random.integer(2, OCTET)]
  const localAddress = random.next() < 0.5 ? undefined : `127.${octets.join('.')}`
  const authorization = `Basic ${btoa(`${user}:guess-${number}`)}`
  const gateway = gateways[number % gateways.length] ?? ''
  return { gateway, method: 'GET', path: '/whoami', authorization, body: undefined, agent, localAddress }
}

async function guess(number: number): Promise<void> {
  const answer = await sendRequest({ ...nextGuess(number), failed: count })
  if (answer) count(String(answer.status))
}

async function guessAll(): Promise<void> {
  let number = 0
  for await (const _ of every(1000 / BATCHES_PER_SECOND, undefined, { signal: ended.signal })) {
    for (let left = perSecond / BATCHES_PER_SECOND; left > 0 && underWay.size < MAX_UNDER_WAY; left -= 1) {
      const one = guess(number)
      number += 1
      underWay.add(one)
      void one.then(() => underWay.delete(one))
    }
  }
}

const guessing = guessAll().catch(() => undefined)
if (parentPort) {
  await once(parentPort, 'message')
  ended.abort()
  await guessing
  await Promise.all(underWay)
  agent.destroy()
  parentPort.postMessage(statuses)
}
