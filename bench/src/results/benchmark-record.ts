import { z } from 'zod'

const timeShares = z.array(z.object({ name: z.string(), share: z.number() }))

const workProfile = z.object({
  work: z.string(),
  process: z.string(),
  origins: timeShares,
  functions: timeShares,
})

const recordedFigure = z.object({
  name: z.string(),
  /** null: nothing came of it. */
  value: z.number().nullable(),
  unit: z.string(),
  bar: z.string(),
  range: z.tuple([z.number(), z.number()]).optional(),
  detail: z.string().optional(),
  /** Where the time of the processes goes, where the bar is missed. */
  profiles: z.array(workProfile).optional(),
})

export type RecordedFigure = z.infer<typeof recordedFigure>

/** The latest run of one benchmark, as it stands in a file of `bench/results`. */
export const benchmarkRecord = z.object({
  benchmark: z.string(),
  /** A short hash, and "with changes" where the work tree differed from it. */
  commit: z.string(),
  date: z.iso.date(),
  node: z.string(),
  machine: z.object({ processor: z.string(), cores: z.number() }),
  /** The load average of the machine before the start. */
  loadBefore: z.number().optional(),
  /** What was pinned to which core. */
  setup: z.string(),
  figures: z.array(recordedFigure),
  /** The circumstances, one sentence. */
  note: z.string().optional(),
})

export type BenchmarkRecord = z.infer<typeof benchmarkRecord>

/** A line of `history.ndjson`: the values of one run, by the names of the figures. */
export const historyLine = z.object({
  benchmark: z.string(),
  date: z.iso.date(),
  commit: z.string(),
  loadBefore: z.number().optional(),
  values: z.record(z.string(), z.number().nullable()),
})

export type HistoryLine = z.infer<typeof historyLine>
