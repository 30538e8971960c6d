import type { Figure } from '../figure.ts'
import { type LoadPhase, type LoadPhases, RATES } from './phases.ts'

/** A share of a core at rest, and so many µs for each unit of work beyond it: found at one rate, tried at the other. */
type CostLine = {
  name: string
  unit: string
  idleShare: number
  /** µs of a unit at each rate. */
  costs: readonly [number, number]
  /** Shares of a core at the second rate: what the first foretells, and what was seen. */
  foretold: number
  seen: number
}

type PhaseCount = (phase: LoadPhase) => number

const requests: PhaseCount = ({ sent }) => sent.total
/** What is a unit of work for whom. All requests are events, of everybody else. */
const UNITS: ReadonlyMap<string, { unit: string; count: PhaseCount }> = new Map([
  ['gateway', { unit: 'request', count: requests }],
  ['data', { unit: 'read or write', count: ({ sent }: LoadPhase) => sent.of.read + sent.of.write }],
  ['graphql-apps', { unit: 'query', count: ({ sent }: LoadPhase) => sent.of.query }],
  ['keys', { unit: 'list of keys', count: ({ sent }: LoadPhase) => sent.of.keys }],
  ['webhook-dispatcher', { unit: 'event without a match', count: requests }],
])
/** The groups that also work for each delivery. */
const DELIVERERS = ['webhook-dispatcher', 'MongoDB']
const DELIVERY = 'delivery, on top'
const OF_A_CORE = '% of a core'

/** `foretold`: at the second rate, from what was seen at rest and at the first, in % of a core. */
export function cpuFigures(phases: LoadPhases): Figure[] {
  const [, fast] = RATES
  for (const phase of [...phases.quiet, ...phases.matched]) console.log(`\n${describePhase(phase)}`)
  const busy = phases.names.reduce((sum, name) => sum + usedIn(phases.matched[1], name) / phases.matched[1].ms, 0)
  return [
    ...phases.names.flatMap(name => linesOf(name, phases)).flatMap(figuresOf),
    { name: `all together at ${fast}/s with a delivery for each write`, value: 100 * busy, unit: OF_A_CORE, bar: '' },
  ]
}

function figuresOf({ name, unit, idleShare, costs, foretold, seen }: CostLine): Figure[] {
  const [slow, fast] = RATES
  const of = `CPU of ${name}`
  const figure = (what: string, value: number, its: string): Figure => ({ name: what, value, unit: its, bar: '' })
  const each = `${of} for each ${unit}`
  return [
    ...(unit === DELIVERY ? [] : [figure(`${of} at rest`, 100 * idleShare, OF_A_CORE)]),
    figure(`${each}, at ${slow}/s`, costs[0], 'µs'),
    figure(`${each}, at ${fast}/s`, costs[1], 'µs'),
    figure(`${each}: foretold at ${fast}/s`, 100 * foretold, OF_A_CORE),
    figure(`${each}: seen at ${fast}/s`, 100 * seen, OF_A_CORE),
    figure(`${each}: foretold wrong by`, 100 * (foretold / seen - 1), '%'),
  ]
}

const usedIn = ({ usedMs }: LoadPhase, name: string): number => usedMs.get(name) ?? Number.NaN

const describePhase = ({ sent, ms, deliveries }: LoadPhase): string =>
  `${sent.total} requests and ${deliveries} deliveries within ${(ms / 1_000).toFixed(1)} s; not answered as they should be: ${sent.failed}`

function linesOf(name: string, { idle, quiet, matched }: LoadPhases): CostLine[] {
  const { unit, count } = UNITS.get(name) ?? { unit: 'request', count: requests }
  const idleShare = usedIn(idle, name) / idle.ms
  const atRest = (phase: LoadPhase) => idleShare * phase.ms
  const work = addWork(name, { known: [atRest, atRest], count, at: quiet })
  const line = { name, unit, idleShare, ...work.line }
  if (!DELIVERERS.includes(name)) return [line]
  const delivery = addWork(name, { known: work.explained, count: ({ deliveries }) => deliveries, at: matched })
  return [line, { name, unit: DELIVERY, idleShare, ...delivery.line }]
}

/** `known`: ms of CPU in a phase that other work explains, as each rate has it. */
type ModelledWork = { known: readonly [PhaseCount, PhaseCount]; count: PhaseCount; at: readonly [LoadPhase, LoadPhase] }

/** What a unit costs at each rate beyond what is known; and what is explained of any phase then. */
function addWork(name: string, { known, count, at }: ModelledWork) {
  const [slow, fast] = at
  const costMs = (phase: LoadPhase, explained: PhaseCount) => (usedIn(phase, name) - explained(phase)) / count(phase)
  const costs = [costMs(slow, known[0]), costMs(fast, known[1])] as const
  const explained: readonly [PhaseCount, PhaseCount] = [
    phase => known[0](phase) + costs[0] * count(phase),
    phase => known[1](phase) + costs[1] * count(phase),
  ]
  const micros = [costs[0] * 1_000, costs[1] * 1_000] as const
  return {
    explained,
    line: { costs: micros, foretold: explained[0](fast) / fast.ms, seen: usedIn(fast, name) / fast.ms },
  }
}
