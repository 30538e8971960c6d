import { type PromiseVerdict, verdict } from '../verdict.ts'

/** `levelAfterMs`: when all that had waited in it was done; undefined where it never was. */
export type LevelPartition = { partition: number; levelAfterMs: number | undefined }

/** What has waited on the bus is done in time, in every partition: nothing is tried for ever (F24). */
export function judgeLevel({
  partitions,
  withinMs,
}: {
  partitions: readonly LevelPartition[]
  withinMs: number
}): PromiseVerdict {
  const level = partitions.flatMap(({ levelAfterMs = [] }) => levelAfterMs)
  const slowest = Math.round(Math.max(0, ...level))
  return verdict(
    'O',
    `${level.length} of ${partitions.length} partitions level, within ${slowest} ms`,
    partitions.flatMap(({ partition, levelAfterMs }) => {
      if (levelAfterMs === undefined) return [`partition ${partition}: an event in it is tried for ever`]
      return levelAfterMs > withinMs
        ? [`partition ${partition}: level after ${Math.round(levelAfterMs)} ms, not within ${withinMs}`]
        : []
    }),
  )
}
