/** A consumer of a library as it comes: handles everything at once, commits by hand once a second. */
export type PlainConsumer = {
  /** Reads no more, waits for what is being handled, commits and leaves. */
  stop(): Promise<void>
}

export type PlainOptions = {
  broker: string
  topic: string
  group: string
  handle(key: string, value: Buffer): Promise<void>
}

export const COMMIT_EVERY_MS = 1_000
export const HEARTBEAT_EVERY_MS = 1_000
export const SESSION_TIMEOUT_MS = 30_000
export const STOP_WITHIN_MS = 5_000
