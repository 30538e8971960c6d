import { printTable, spread } from '../bus/figures.ts'
import { median } from '../figure.ts'
import type { Costs } from './measure-cost.ts'

export const BARE = 'node:http + undici'
export const OURS = 'Sluice, the bus client apart'
export const ON_KAFKA = 'Sluice with kafkajs'

/** What a request of ours may cost in times of another's: one bar for each load, or the same for all. */
const BARS = [
  { of: OURS, against: BARE, atMost: [1.4, 1.45, 1.6] },
  { of: ON_KAFKA, against: BARE, atMost: [2, 2, 2] },
  { of: OURS, against: 'nginx', atMost: [4, 4, 4] },
  { of: OURS, against: '@fastify/http-proxy', atMost: [0.85, 0.85, 0.85] },
  { of: OURS, against: 'http-proxy-3', atMost: [0.7, 0.7, 0.7] },
  { of: OURS, against: 'express-gateway', atMost: [0.28, 0.28, 0.28] },
]

/** @param byLoad the loads in the order of the bars */
export function printCosts(byLoad: ReadonlyMap<string, Costs>): void {
  const loads = [...byLoad.keys()]
  const costs = [...byLoad.values()]
  const names = [...(costs[0]?.keys() ?? [])]
  printTable({
    title: 'CPU of a proxied request, µs, median (lowest–highest) of the rounds:',
    columns: ['', ...loads],
    rows: names.map(name => [name, ...costs.map(of => spread(of.get(name) ?? []))]),
  })
  printTable({
    title: 'In times of another, median of the rounds side by side:',
    columns: ['', ...loads, 'bars'],
    rows: BARS.filter(({ against }) => names.includes(against)).map(({ of, against, atMost }) => {
      const ratios = costs.map(cost => ratio(cost.get(of) ?? [], cost.get(against) ?? []).toFixed(2))
      return [`${of}, against ${against}`, ...ratios, `≤ ${[...new Set(atMost)].map(String).join(', ')}`]
    }),
  })
}

const ratio = (ours: readonly number[], theirs: readonly number[]): number =>
  median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)))
