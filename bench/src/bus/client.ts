// One client of the broker in a process of its own: `client.ts <candidate> <broker>`, orders by IPC.
import { setTimeout as wait } from 'node:timers/promises'
import { openCandidate, portCandidate } from './candidates.ts'
import { joinCounting, probe, sendBatches } from './client-work.ts'
import { handleByPort, handlePlainly } from './handling.ts'
import { type ClientOrder, type ClientReport, type ClientStart, order } from './orders.ts'

class OutOfOrderError extends Error {
  override name = 'OutOfOrderError'
}

const [candidate = '', broker = ''] = process.argv.slice(2)
const onPort = portCandidate.safeParse(candidate)
const bus = await openCandidate(onPort.success ? onPort.data : 'kafkajs', broker)

const notYet = (): never => {
  throw new OutOfOrderError('Nothing is running yet that could be asked for this.')
}
let untilRead: (events: number) => Promise<unknown> = notYet
let recovered: (since: number) => Promise<ClientReport['recovery']> = notYet
let finish: () => Promise<ClientStart[]> = notYet

async function obey(given: ClientOrder): Promise<Partial<ClientReport>> {
  switch (given.kind) {
    case 'send':
      await sendBatches(bus, given)
      return {}
    case 'join':
      untilRead = await joinCounting(bus, given)
      return {}
    case 'read':
      await untilRead(given.events)
      return {}
    case 'rest':
      await wait(given.ms)
      return {}
    case 'probe':
      recovered = await probe(bus, given.topic)
      return {}
    case 'recovered':
      return { recovery: await recovered(given.since) }
    case 'handle':
      finish = await handle(given)
      return {}
    case 'finish':
      return { starts: await finish() }
  }
}

function handle(of: { topic: string; group: string }) {
  if (onPort.success) return handleByPort(bus, of)
  return handlePlainly(candidate === 'kafkajs-plain' ? 'kafkajs-plain' : 'platformatic-plain', broker, of)
}

process.on('disconnect', () => process.exit())
process.on('message', async said => {
  const given = order.parse(said)
  const cpu = process.cpuUsage()
  const startedAt = performance.now()
  const done = await obey(given)
  const { user, system } = process.cpuUsage(cpu)
  const wallMs = performance.now() - startedAt
  const residentMb = process.memoryUsage.rss() / 1024 / 1024
  process.send?.({ cpuUs: user + system, wallMs, residentMb, ...done } satisfies ClientReport)
})
process.send?.('ready')
