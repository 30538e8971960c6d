import { z } from 'zod'

const judgedLetter = z.object({
  letter: z.enum(['L', 'D', 'A', 'R', 'G', 'X', 'O']),
  verdict: z.enum(['holds', 'broken']),
  figure: z.string(),
  findings: z.array(z.string()),
})

/** One run of one row, as it stands in a file of `faults/results`. */
export const runRecord = z.object({
  row: z.string(),
  on: z.enum(['cluster', 'standalone']),
  /** A short hash, and "with changes" where the work tree differed from it. */
  commit: z.string(),
  date: z.iso.date(),
  seed: z.number(),
  /** Requests a second. */
  rate: z.number(),
  extent: z.object({ done: z.number(), promised: z.number(), unit: z.enum(['times', 'rounds', 'seconds']) }),
  /** False also where the calm before and after the fault was cut short. */
  isFullExtent: z.boolean(),
  /** The load average of the machine before the start. */
  load: z.number().optional(),
  seconds: z.number().optional(),
  requests: z.number().optional(),
  deliveries: z.number().optional(),
  letters: z.array(judgedLetter),
  remarks: z.array(z.string()),
  /** The circumstances, one sentence. */
  note: z.string().optional(),
})

export type RunRecord = z.infer<typeof runRecord>
