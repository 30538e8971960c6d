import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatKeySecret } from '@sluice/contracts'
import { startTraceCollector } from '@sluice/testkit/traces'
import { type Figure, median } from '../figure.ts'
import { type CandidatePlace, type Sluice, startSluice } from './candidates.ts'
import { GET_KILOBYTE, startDocumentService } from './load.ts'
import { measureCost } from './measure-cost.ts'

/** Two processes of the same program differ by more than what is looked for, so there are some of each. */
const COPIES = 4
const ROUNDS = 15
const SHARE = 0.01

/** Nothing came to the collector, so that what was measured is not what it says. */
class NoTracesError extends Error {
  override name = 'NoTracesError'
}

/** What traces of one request in a hundred add to what a request costs a gateway. */
export async function measureTracing(cores: string): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const service = await startDocumentService()
  const collector = await startTraceCollector()
  const key = formatKeySecret(randomBytes(32))
  const candidates = new Map<string, Sluice>()
  const start = async (copy: string, isTraced: boolean) => {
    const place: CandidatePlace = { folder: join(folder, copy), service: service.url, cores, key }
    await mkdir(place.folder)
    candidates.set(copy, await startSluice(place, isTraced ? { collector: collector.url, share: SHARE } : undefined))
  }
  const plain = Array.from({ length: COPIES }, (_, copy) => `plain-${copy}`)
  const traced = Array.from({ length: COPIES }, (_, copy) => `traced-${copy}`)
  try {
    for (let copy = 0; copy < COPIES; copy += 1) {
      await start(plain[copy] ?? '', false)
      await start(traced[copy] ?? '', true)
    }
    const costs = await measureCost(candidates, GET_KILOBYTE, ROUNDS)
    if (collector.bytes().length === 0) throw new NoTracesError('No span has come to the collector.')
    const medianOf = (copy: string) => median(costs.get(copy) ?? [])
    return figuresOf(plain.map(medianOf), traced.map(medianOf))
  } finally {
    for (const candidate of candidates.values()) await candidate.end()
    await collector.close()
    service.close()
    await rm(folder, { recursive: true })
  }
}

/** @param plain the median of each copy, in µs @param traced likewise */
function figuresOf(plain: readonly number[], traced: readonly number[]): Figure[] {
  const without = mean(plain)
  const withTraces = mean(traced)
  const added = 100 * (withTraces / without - 1)
  const apart = 100 * (Math.max(...plain) / Math.min(...plain) - 1)
  return [
    { name: 'GET 1 kB without traces', value: without, unit: 'µs', bar: '' },
    { name: 'GET 1 kB, one in a hundred traced', value: withTraces, unit: 'µs', bar: '' },
    { name: `traces add (means of ${COPIES} processes' medians)`, value: added, unit: '%', bar: '≤ 3' },
    { name: 'processes without traces, apart', value: apart, unit: '%', bar: '' },
  ]
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
