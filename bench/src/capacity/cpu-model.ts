import { digits, printTable } from '../bus/figures.ts'
import { type Phase, type Phases, RATES } from './phases.ts'

/** A share of a core at rest, and so many µs for each unit of work beyond it: found at one rate, tried at the other. */
type Line = {
  name: string
  unit: string
  idleShare: number
  /** µs of a unit at each rate. */
  costs: readonly [number, number]
  /** Shares of a core at the second rate: what the first foretells, and what was seen. */
  foretold: number
  seen: number
}

type Count = (phase: Phase) => number

const requests: Count = ({ sent }) => sent.total
/** What is a unit of work for whom. All requests are events, of everybody else. */
const UNITS: ReadonlyMap<string, { unit: string; count: Count }> = new Map([
  ['gateway', { unit: 'request', count: requests }],
  ['data', { unit: 'read or write', count: ({ sent }: Phase) => sent.of.read + sent.of.write }],
  ['graphql-apps', { unit: 'query', count: ({ sent }: Phase) => sent.of.query }],
  ['keys', { unit: 'list of keys', count: ({ sent }: Phase) => sent.of.keys }],
  ['webhook-dispatcher', { unit: 'event without a match', count: requests }],
])
/** Those who also work for each delivery. */
const DELIVERERS = ['webhook-dispatcher', 'MongoDB']

export function printCpuModel(phases: Phases): void {
  const lines = phases.names.flatMap(name => linesOf(name, phases))
  const [slow, fast] = RATES
  for (const phase of [...phases.quiet, ...phases.matched]) console.log(`\n${describePhase(phase)}`)
  printTable({
    title: `CPU; \`foretold\`: at ${fast}/s from what was seen at rest and at ${slow}/s, in % of a core`,
    columns: ['', 'for each', 'at rest, %', `µs at ${slow}/s`, `µs at ${fast}/s`, 'foretold', 'seen', 'error'],
    rows: lines.map(({ name, unit, idleShare, costs, foretold, seen }) => [
      ...[name, unit, percent(idleShare), digits(costs[0]), digits(costs[1]), percent(foretold), percent(seen)],
      `${digits(100 * (foretold / seen - 1))} %`,
    ]),
  })
  const busy = phases.names.reduce((sum, name) => sum + usedIn(phases.matched[1], name) / phases.matched[1].ms, 0)
  console.log(`\nAll together at ${fast}/s with a delivery for each write: ${percent(busy)} % of one core.`)
}

const percent = (share: number): string => (100 * share).toFixed(1)

const usedIn = ({ usedMs }: Phase, name: string): number => usedMs.get(name) ?? Number.NaN

const describePhase = ({ sent, ms, deliveries }: Phase): string =>
  `${sent.total} requests and ${deliveries} deliveries within ${(ms / 1_000).toFixed(1)} s; not answered as they should be: ${sent.failed}`

function linesOf(name: string, { idle, quiet, matched }: Phases): Line[] {
  const { unit, count } = UNITS.get(name) ?? { unit: 'request', count: requests }
  const idleShare = usedIn(idle, name) / idle.ms
  const atRest = (phase: Phase) => idleShare * phase.ms
  const work = addWork(name, { known: [atRest, atRest], count, at: quiet })
  const line = { name, unit, idleShare, ...work.line }
  if (!DELIVERERS.includes(name)) return [line]
  const delivery = addWork(name, { known: work.explained, count: ({ deliveries }) => deliveries, at: matched })
  return [line, { name, unit: 'delivery, on top', idleShare, ...delivery.line }]
}

/** `known`: ms of CPU in a phase that other work explains, as each rate has it. */
type Work = { known: readonly [Count, Count]; count: Count; at: readonly [Phase, Phase] }

/** What a unit costs at each rate beyond what is known; and what is explained of any phase then. */
function addWork(name: string, { known, count, at }: Work) {
  const [slow, fast] = at
  const costMs = (phase: Phase, explained: Count) => (usedIn(phase, name) - explained(phase)) / count(phase)
  const costs = [costMs(slow, known[0]), costMs(fast, known[1])] as const
  const explained: readonly [Count, Count] = [
    phase => known[0](phase) + costs[0] * count(phase),
    phase => known[1](phase) + costs[1] * count(phase),
  ]
  const micros = [costs[0] * 1_000, costs[1] * 1_000] as const
  return {
    explained,
    line: { costs: micros, foretold: explained[0](fast) / fast.ms, seen: usedIn(fast, name) / fast.ms },
  }
}
