import { z } from 'zod'

const figure = z.number().optional()

/** What a process of Sluice says of itself every few seconds, as it is stored; it is dropped at `endsAt`. */
export const processRecord = z.object({
  /** Another one at each start. */
  _id: z.uuid(),
  service: z.string(),
  version: z.string(),
  /** The newest form of a grant that it reads; the first one where it does not say so. */
  grantVersion: z.int().optional(),
  host: z.string(),
  /** For clients or the gateway; 0 where the system chooses. */
  port: z.int(),
  startedAt: z.date(),
  seenAt: z.date(),
  ready: z.boolean(),
  /** What is not ready, in words for the operator. */
  missing: z.array(z.string()),
  degraded: z.array(z.object({ dependency: z.string(), since: z.date(), effect: z.string() })),
  figures: z.object({
    memoryBytes: figure,
    turnMs: figure,
    spoolBytes: figure,
    spoolMaxBytes: figure,
    spoolOldestSeconds: figure,
    busUnreadRecords: figure,
    busOldestOpenSeconds: figure,
    deliveriesWaiting: figure,
  }),
  endsAt: z.date(),
})
export type LiveProcess = z.infer<typeof processRecord>
export type ProcessFigures = LiveProcess['figures']

/** The collection of the default database that holds them; no path leads to it. */
export const PROCESSES_COLLECTION = '_processes'
