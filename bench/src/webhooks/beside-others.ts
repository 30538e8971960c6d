import { createSocket } from 'node:dgram'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { encodeExchange, exchangeCompleted } from '@sluice/contracts'
import { createNameResolver } from '@sluice/webhook-dispatcher'
import { type Figure, quantile } from '../figure.ts'
import { exchangeAt } from './exchange-at.ts'
import { type BenchDispatcher, createWebhook, openDispatcher } from './open-dispatcher.ts'

const SLOW_TARGETS = 30
const SLOW_ANSWER_MS = 25_000
const SLOW_EVENTS = 60
const SILENT_HOSTS = ['a.silent.example', 'b.silent.example']
const SECONDS = 20
const PER_SECOND = 10
const TICK_MS = 100
/** After it what the slow targets leave over waits in the store. */
const PARKED_AFTER_MS = 7_000
const ENDED_AFTER_MS = 10_000
const RETRY_AFTER_S = 1

type StartedTarget = Awaited<ReturnType<typeof startTarget>>
type Delays = { fresh: number; retried: number; missing: number }

/** Deliveries and retries of others, alone, and beside 30 slow targets that are well and two names whose server is silent. */
export async function measureBesideOthers(): Promise<Figure[]> {
  const nameServer = createSocket('udp4')
  await new Promise<void>(resolve => nameServer.bind(0, '127.0.0.1', resolve))
  const names = createNameResolver({ servers: [`127.0.0.1:${nameServer.address().port}`] })
  const dispatcher = await openDispatcher({ allowCidrs: ['127.0.0.1/32'], names })
  await dispatcher.start()
  const target = await startTarget(isRetry => (isRetry ? 200 : 429))
  const well = await startTarget(() => 200)
  const retry = { attempts: 3, schedule: [RETRY_AFTER_S] }
  await createWebhook(dispatcher, { condition: "path-prefix('/fresh')", url: well.url })
  await createWebhook(dispatcher, { condition: "path-prefix('/retried')", url: target.url, retry })
  const alone = await measureOthers(dispatcher, { well, target, run: 'alone' })
  const slow = await disturb(dispatcher)
  const beside = await measureOthers(dispatcher, { well, target, run: 'beside' })
  const waiting = slow.map(({ lingering }) => lingering()).filter(count => count > 0).length
  for (const one of [...slow, well, target]) one.close()
  await dispatcher.stop()
  await dispatcher.close()
  nameServer.close()
  return [
    ...compared('p99 of fresh deliveries', alone.fresh, beside.fresh),
    ...compared('p99 from a failure to its retry (1 s)', alone.retried, beside.retried),
    { name: 'of 400 that did not come, alone', value: alone.missing, unit: '', bar: '0' },
    { name: 'of 400 that did not come, beside', value: beside.missing, unit: '', bar: '0' },
    { name: 'slow targets that were still at work at the end', value: waiting, unit: '', bar: '30' },
  ]
}

function compared(name: string, alone: number, beside: number): Figure[] {
  return [
    { name: `${name}, alone`, value: alone, unit: 'ms', bar: '' },
    { name: `${name}, beside 30 slow targets and two silent names`, value: beside, unit: 'ms', bar: '' },
    { name: `${name}, ratio`, value: beside / alone, unit: 'times', bar: '≤ 1.5' },
  ]
}

/** More for each slow target and silent name than may begin at once. */
async function disturb(dispatcher: BenchDispatcher): Promise<StartedTarget[]> {
  const slow = await Promise.all(Array.from({ length: SLOW_TARGETS }, () => startTarget(() => 200, SLOW_ANSWER_MS)))
  for (const url of [...slow.map(one => one.url), ...SILENT_HOSTS.map(host => `http://${host}/`)]) {
    await createWebhook(dispatcher, { condition: "path('/slow')", url, timeout_ms: 30_000 })
  }
  await send(dispatcher, Array<string>(SLOW_EVENTS).fill('/slow'))
  await wait(PARKED_AFTER_MS)
  return slow
}

async function measureOthers(
  dispatcher: BenchDispatcher,
  { well, target, run }: { well: StartedTarget; target: StartedTarget; run: string },
): Promise<Delays> {
  const sentAt = new Map<string, number>()
  const startedAt = performance.now()
  for (let sent = 0; sent < SECONDS * PER_SECOND; ) {
    await wait(TICK_MS)
    const due = Math.min(SECONDS * PER_SECOND, Math.floor(((performance.now() - startedAt) / 1000) * PER_SECOND))
    const numbers = Array.from({ length: due - sent }, (_, at) => sent + at)
    const paths = numbers.flatMap(at => [`/fresh/${run}-${at}`, `/retried/${run}-${at}`])
    for (const path of paths) sentAt.set(path, performance.now())
    await send(dispatcher, paths)
    sent = due
  }
  await wait(ENDED_AFTER_MS)
  const paths = [...sentAt.keys()]
  const fresh = paths.flatMap(path => (well.arrivals.get(path) ?? []).map(at => at - (sentAt.get(path) ?? Number.NaN)))
  const retried = paths.flatMap(path => {
    const [first, second] = target.arrivals.get(path) ?? []
    return first === undefined || second === undefined ? [] : [second - first]
  })
  const missing = paths.length - fresh.length - retried.length
  return { fresh: quantile(fresh, 0.99), retried: quantile(retried, 0.99), missing }
}

async function send({ platform, sequence }: BenchDispatcher, paths: readonly string[]): Promise<void> {
  const records = paths.map(path => {
    const exchange = exchangeAt(path, sequence())
    const { id } = exchange.event
    return { key: id, value: encodeExchange(exchange), headers: { 'event-id': id } }
  })
  await platform.bus.send(exchangeCompleted.name, records)
}

/** @param statusOf of an answer, by whether the same event has come before */
async function startTarget(statusOf: (isRetry: boolean) => number, answerMs = 0) {
  const arrivals = new Map<string, number[]>()
  let lingering = 0
  const server = createServer((request, response) => {
    const at = performance.now()
    void buffer(request).then(async body => {
      const { path } = JSON.parse(body.toString()).request
      const before = arrivals.get(path) ?? []
      arrivals.set(path, [...before, at])
      lingering += 1
      if (answerMs > 0) await wait(answerMs, undefined, { ref: false })
      lingering -= 1
      response.writeHead(statusOf(before.length > 0)).end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  return {
    url: `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}/`,
    arrivals,
    lingering: () => lingering,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
