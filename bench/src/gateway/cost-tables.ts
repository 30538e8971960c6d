import { printTable, spread } from '../bus/figures.ts'
import { median } from '../figure.ts'
import type { Costs } from './measure-cost.ts'

export const BARE = 'node:http + undici'
export const OURS = 'Sluice, the bus client apart'
export const ON_KAFKA = 'Sluice with kafkajs'

/** What a request of ours may cost in times of another's, whatever the load. */
const BARS: Readonly<Record<string, number>> = {
  nginx: 4,
  '@fastify/http-proxy': 0.85,
  'http-proxy-3': 0.7,
  'express-gateway': 0.28,
}
const BAR_ON_KAFKA = 2

/** @param ofBare what a request of ours may cost in times of the bare proxy's under this load */
export function printCosts(load: string, costs: Costs, ofBare: number): void {
  const bars: Readonly<Record<string, number>> = { ...BARS, [BARE]: ofBare }
  const barsOnKafka: Readonly<Record<string, number>> = { [BARE]: BAR_ON_KAFKA }
  printTable({
    title: `${load}: µs of CPU, median (lowest–highest) of the rounds; ours in times of it, median of the rounds side by side:`,
    columns: ['', 'µs', OURS, ON_KAFKA],
    rows: [...costs].map(([name, its]) => [
      name,
      spread(its),
      ratio(costs.get(OURS), its) + barOf(bars[name]),
      ratio(costs.get(ON_KAFKA), its) + barOf(barsOnKafka[name]),
    ]),
  })
}

const barOf = (bar: number | undefined): string => (bar === undefined ? '' : ` (≤ ${bar})`)

const ratio = (ours: readonly number[] = [], theirs: readonly number[]): string =>
  median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN))).toFixed(2)
