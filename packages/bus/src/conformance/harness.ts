import type { Bus } from '../port.ts'

/** One backend for a whole file of tests. */
export type BusHarness = {
  /** A new connection to the backend, as another process would have. */
  open(): Promise<Bus>
  /** A program that calls `runBusChild` on the same backend. */
  child: { script: URL; args: readonly string[] }
  /** Resolves when everything that the topic holds now is gone, as by its retention. */
  expire(topic: string): Promise<void>
  /** What the buses of `open` take at most. */
  maxRecordBytes: number
  /** How long joining a group may take after a member was killed. */
  patienceMs: number
  stop(): Promise<void>
}
