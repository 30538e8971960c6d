import { type Figure, figureOfRounds, median } from '../figure.ts'
import type { Costs } from './measure-cost.ts'

export const BARE = 'node:http + undici'
export const OURS = 'Sluice, the bus client apart'
export const ON_KAFKA = 'Sluice with kafkajs'

/** What a request of ours may cost in times of another's, by its name. */
type OtherBars = Readonly<Record<string, number>>

/** The others know no keys and record nothing, but for express-gateway, which knows keys: small requests cost them less. */
export const SMALL: OtherBars = {
  nginx: 4,
  '@fastify/http-proxy': 1.1,
  'http-proxy-3': 1.15,
  'express-gateway': 0.4,
}
export const LARGE: OtherBars = { nginx: 5, '@fastify/http-proxy': 0.85, 'http-proxy-3': 0.7, 'express-gateway': 0.4 }
const BAR_ON_KAFKA = 2

/**
 * Says what a request costs each candidate, and what it costs Sluice in times of that, of rounds side by side.
 * @param bars what a request of ours may cost in times of each other's under this load
 */
export function costFigures(load: string, costs: Costs, bars: OtherBars): Figure[] {
  const spent = [...costs].map(([name, its]) =>
    figureOfRounds(its, { name: `${load}: CPU, ${name}`, unit: 'µs', bar: '' }),
  )
  const compare = (ours: string, name: string, bar: number | undefined): Figure => ({
    name: `${figuresOf(load, ours)} against ${name}`,
    value: ratio(costs.get(ours), costs.get(name)),
    unit: 'times',
    bar: bar === undefined ? '' : `≤ ${bar}`,
  })
  const others = [...costs.keys()].filter(name => name !== OURS && name !== ON_KAFKA)
  return [
    ...spent,
    ...others.map(name => compare(OURS, name, bars[name])),
    ...others.map(name => compare(ON_KAFKA, name, name === BARE ? BAR_ON_KAFKA : undefined)),
  ]
}

/** How the names of the figures begin that compare one of ours with others. */
export const figuresOf = (load: string, ours: string): string => `${load}: ${ours}`

const ratio = (ours: readonly number[] = [], theirs: readonly number[] = []): number =>
  median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)))
