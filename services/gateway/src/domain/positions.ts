import { type ChangePositions, changeTopic } from '@sluice/contracts'

/** Reads what a service says it has written: `topic=seq,…`. What is not understood is left out. */
export function parsePositions(text: string): ChangePositions {
  const positions: ChangePositions = {}
  for (const part of text.split(',')) {
    const [name, digits = ''] = part.trim().split('=')
    const topic = changeTopic.safeParse(name)
    if (topic.success && /^\d{1,15}$/.test(digits)) positions[topic.data] = Number(digits)
  }
  return positions
}

/** The higher of each. */
export function mergePositions(a: ChangePositions, b: ChangePositions): ChangePositions {
  const merged = { ...a }
  for (const topic of changeTopic.options) {
    const other = b[topic]
    if (other !== undefined && other > (merged[topic] ?? -1)) merged[topic] = other
  }
  return merged
}

/** Whether `a` has seen all that `b` has, of the topics that `a` knows. */
export function isLevelWith(a: ChangePositions, b: ChangePositions): boolean {
  return changeTopic.options.every(topic => a[topic] === undefined || (b[topic] ?? 0) <= a[topic])
}

/** Whether both have seen the same, of every topic. */
export const isSamePlace = (a: ChangePositions, b: ChangePositions): boolean =>
  changeTopic.options.every(topic => a[topic] === b[topic])
