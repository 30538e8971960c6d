import type { AssignedPartition, ConsumerListener, IncomingRecord } from '../port.ts'

export type HeardEvent =
  | { kind: 'assigned'; generation: number; partitions: readonly AssignedPartition[] }
  | { kind: 'revoked'; partitions: readonly number[] }
  | { kind: 'record'; record: IncomingRecord }

/** Writes down everything that a consumer is told, and lets a test wait for it. */
export function createRecorder(patienceMs: number) {
  const heard: HeardEvent[] = []
  const checks = new Set<() => void>()

  function note(what: HeardEvent) {
    heard.push(what)
    for (const check of checks) check()
  }

  const listener: ConsumerListener = {
    assigned: (generation, partitions) => note({ kind: 'assigned', generation, partitions }),
    revoked: partitions => note({ kind: 'revoked', partitions }),
    record: record => note({ kind: 'record', record }),
  }
  const records = () => heard.flatMap(what => (what.kind === 'record' ? [what.record] : []))
  const assignments = () => heard.flatMap(what => (what.kind === 'assigned' ? [what] : []))

  function nth<T>(list: readonly T[], index: number): T {
    const found = list.at(index)
    if (found === undefined) throw new Error(`There is no number ${index} yet.`)
    return found
  }

  async function until(isThere: () => boolean, what: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const check = () => isThere() && resolve()
    const timer = setTimeout(() => reject(new Error(`Waited ${patienceMs} ms for: ${what}`)), patienceMs)
    checks.add(check)
    check()
    await promise.finally(() => {
      checks.delete(check)
      clearTimeout(timer)
    })
  }

  return {
    listener,
    heard,
    records,
    assignments,
    record: (index: number) => nth(records(), index),
    assignment: (index = 0) => nth(assignments(), index),
    until,
    untilRecords: (count: number) => until(() => records().length >= count, `${count} records`),
    untilAssigned: () => until(() => assignments().length > 0, 'partitions'),
    keys: () => records().map(record => record.key),
  }
}
export type ListenerRecorder = ReturnType<typeof createRecorder>
