/** The parts that the cluster stands on. */
export type BackendKind = 'mongodb' | 'kafka' | 'redis'

/**
 * A real backend for tests and development.
 * `given`: its address came from the environment, it is not ours, and `kill`, `restart`, `freeze`, `thaw` throw
 * `BackendNotOursError`. `stop` of a given one does nothing.
 */
export type Backend = {
  kind: BackendKind
  /**
   * The address as a client takes it: a `mongodb://` or `redis://` URI, or `host:port` of a broker. It stays through a
   * restart.
   */
  address: string
  how: 'given' | 'container' | 'local'
  /** One line on what this is and where it came from, for the people who run it. */
  note: string
  /** A stand-in with about a tenth of the throughput of the real one. */
  isSlow?: boolean | undefined
  /** SIGKILL; over when it is dead. */
  kill(): Promise<void>
  /** Starts it again on the same address and data after `kill`; over when it is ready. */
  restart(): Promise<void>
  /** SIGSTOP: connections stay open, and nothing answers. */
  freeze(): void
  thaw(): void
  /** Ends it and removes its data. */
  stop(): Promise<void>
}

/** The backend can't be had here; the text says why, and what would help. */
export class BackendUnavailableError extends Error {
  override name = 'BackendUnavailableError'
}

export class BackendNotOursError extends Error {
  override name = 'BackendNotOursError'
}
