import { type PromiseVerdict, verdict } from '../verdict.ts'

/** One record that can't be handled as others are. */
export type Poison = {
  name: string
  /** `set-aside`: it is kept with its reason; `handled`: it ends in the logs, as any event. */
  fate: 'set-aside' | 'handled'
  /** From its sending until its partition had gone on; undefined when it had not. */
  levelAfterMs: number | undefined
  /** With which it was set aside. */
  reason: string | undefined
}

/** An event of a newer major version. */
export type Newer = {
  offset: number
  /** How far its partition was done at the end. */
  committed: number
  /** Lines in the logs of the dispatchers that are about it. */
  alarms: number
  isSetAside: boolean
  /** Other partitions with records that were not done. */
  othersBehind: readonly number[]
}

type PoisonObservations = { poisons: readonly Poison[]; newer: Newer; withinMs: number }

/** Poison is out of the way in time, with its reason; an event of a newer version is kept, and somebody told (F16). */
export function judgePoison({ poisons, newer, withinMs }: PoisonObservations): PromiseVerdict {
  const worst = Math.max(0, ...poisons.map(({ levelAfterMs = 0 }) => levelAfterMs))
  const setAside = poisons.filter(({ reason }) => reason !== undefined).length
  const figure = `${poisons.length} poisons, ${setAside} set aside, level within ${Math.round(worst)} ms`
  const findings = [...poisons.flatMap(poison => judgeOne(poison, withinMs)), ...judgeNewer(newer)]
  return verdict('O', `${figure}; ${newer.alarms} alarms of a newer event`, findings)
}

function judgeOne({ name, fate, levelAfterMs, reason }: Poison, withinMs: number): string[] {
  const level = levelAfterMs === undefined ? 'never' : `after ${Math.round(levelAfterMs)} ms`
  const isLate = levelAfterMs === undefined || levelAfterMs > withinMs
  const wrongFate = {
    'set-aside': reason ? [] : [`${name}: was not set aside with a reason`],
    handled: reason === undefined ? [] : [`${name}: was set aside: ${reason}`],
  }
  return [...(isLate ? [`${name}: its partition was level ${level}, not within ${withinMs}`] : []), ...wrongFate[fate]]
}

function judgeNewer({ offset, committed, alarms, isSetAside, othersBehind }: Newer): string[] {
  return [
    ...(committed > offset ? ['the newer event was passed, and nobody will handle it'] : []),
    ...(isSetAside ? ['the newer event was set aside as poison'] : []),
    ...(alarms === 0 ? ['nobody was told of the newer event'] : []),
    ...(othersBehind.length > 0 ? [`the newer event held up the partitions ${othersBehind.join(', ')}`] : []),
  ]
}
