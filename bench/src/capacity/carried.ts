import { type Figure, median } from '../figure.ts'

const MICROSECONDS = 1_000_000

/**
 * @param costs µs of a core for one of them, of each round. Where their median is not above zero, the machine was too restless
 * to say anything: then there is no figure.
 */
export function carried(who: string, what: string, costs: readonly number[]): Figure {
  const about = { name: `one core of ${who}: ${what}`, unit: 'a second', bar: '' }
  const micros = median(costs)
  if (!(micros > 0)) return { ...about, value: Number.NaN, detail: 'no cost above zero' }
  const spread = [Math.min(...costs), Math.max(...costs)].map(cost => cost.toFixed(0)).join('–')
  const rounds = costs.length > 1 ? ` (${spread})` : ', in one window'
  return { ...about, value: MICROSECONDS / micros, detail: `${micros.toFixed(0)} µs each${rounds}` }
}
