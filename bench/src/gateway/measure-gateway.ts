import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatKeySecret } from '@sluice/contracts'
import { profileMissed } from '../cpu/profile-missed.ts'
import type { Figure } from '../figure.ts'
import {
  type CandidatePlace,
  type ProxyCandidate,
  type Sluice,
  startBareProxy,
  startNpmProxy,
  startSluice,
} from './candidates.ts'
import { BARE, costFigures, figuresOf, LARGE, ON_KAFKA, OURS, SMALL } from './cost-figures.ts'
import { startExpressGateway } from './express-gateway.ts'
import { GET_KILOBYTE, POST_KILOBYTE, POST_LARGE, startDocumentService } from './load.ts'
import { measureCost, proxiedWork, ROUNDS } from './measure-cost.ts'
import { measureAddedTime, measureCrowd, measureIdleMemory, measureLoadedMemory } from './measure-limits.ts'
import { startNginx } from './nginx.ts'
import { startSluiceOnKafka } from './sluice-on-kafka.ts'

/** With what a request of ours may cost in times of what it costs the others. */
const LOADS = [
  { load: GET_KILOBYTE, bars: { ...SMALL, [BARE]: 1.5 } },
  { load: POST_KILOBYTE, bars: { ...SMALL, [BARE]: 1.65 } },
  { load: POST_LARGE, bars: { ...LARGE, [BARE]: 1.6 } },
]

/** Events were off, so that what was measured is not what it says. */
class NoEventsError extends Error {
  override name = 'NoEventsError'
}

/**
 * What a request costs the gateway, the bus client apart and with it, and what it costs others; then its time, what a
 * crowd does to it, and its memory. Takes about five minutes.
 * @param cores for the candidates; empty pins nothing
 */
export async function measureGateway(cores: string): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const service = await startDocumentService()
  const place: CandidatePlace = { folder, service: service.url, cores, key: formatKeySecret(randomBytes(32)) }
  const ours = await startSluice(place)
  const onKafka = await startSluiceOnKafka(place)
  const bare = await startBareProxy(place)
  const others = await startOthers(place)
  const candidates = new Map<string, ProxyCandidate>([[BARE, bare], [OURS, ours], [ON_KAFKA, onKafka], ...others])
  try {
    const atRest = await measureIdleMemory(onKafka)
    const costs: Figure[] = []
    for (const { load, bars } of LOADS) costs.push(...costFigures(load.name, await measureCost(candidates, load), bars))
    for (const sluice of [ours, onKafka]) await checkEvents(sluice)
    const direct = { url: service.url, authorization: ours.authorization }
    const figures = [
      ...costs,
      addedTime(GATEWAY, await measureAddedTime(ours, direct), '≤ 0.25'),
      addedTime('the bare proxy', await measureAddedTime(bare, direct), ''),
      await measureCrowd(ours),
      atRest,
      await measureLoadedMemory(onKafka),
    ]
    return await profileMissed(figures, worksOf(ours, onKafka))
  } finally {
    for (const candidate of candidates.values()) await candidate.end()
    service.close()
    await rm(folder, { recursive: true })
  }
}

const worksOf = (ours: Sluice, onKafka: Sluice) => [
  ...LOADS.flatMap(({ load }) => [
    proxiedWork(figuresOf(load.name, OURS), ours, load),
    proxiedWork(figuresOf(load.name, ON_KAFKA), onKafka, load),
  ]),
  proxiedWork(addedTimeOf(GATEWAY), ours, GET_KILOBYTE),
]

async function startOthers(place: CandidatePlace): Promise<[string, ProxyCandidate][]> {
  const others: [string, ProxyCandidate | undefined][] = [
    ['@fastify/http-proxy', await startNpmProxy(place, '@fastify/http-proxy')],
    ['http-proxy-3', await startNpmProxy(place, 'http-proxy-3')],
    ['express-gateway', await startExpressGateway(place)],
    ['nginx', await startNginx(place)],
  ]
  return others.flatMap(([name, candidate]) => (candidate ? [[name, candidate]] : []))
}

async function checkEvents({ adminUrl }: Sluice): Promise<void> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text()
  const shipped = Number(/^sluice_events_shipped\S* (\d+)/m.exec(text)?.[1] ?? 0)
  const sent = LOADS.reduce((sum, { load }) => sum + ROUNDS * load.requests, 0)
  if (shipped < sent) throw new NoEventsError(`Only ${shipped} events were shipped: were events on?`)
}

const GATEWAY = 'the gateway'
const addedTimeOf = (by: string): string => `p50 of a GET that ${by} adds`

const addedTime = (by: string, value: number, bar: string): Figure => ({
  name: `${addedTimeOf(by)} to a direct call, 8 connections`,
  value,
  unit: 'ms',
  bar,
})
