export type SignalListener = {
  message(text: string): void
  /** Messages may have been missed (connection lost and back, buffer full): look at the source again. */
  gap(): void
}

/**
 * Notices between processes: fast, and allowed to get lost. Whoever needs certainty polls as well.
 * A message published while connected reaches every connected subscriber, in the order of one publisher; a subscriber
 * that was away is told `gap`. Adapters: `in-process`, `redis`. Both pass `@sluice/signals/conformance`.
 */
export type Signals = {
  /** Never waits for subscribers. Rejects when the message surely went nowhere; a caller may ignore that. */
  publish(channel: string, text: string): Promise<void>
  /** Resolves when messages published from now on arrive. @returns the end of the subscription */
  subscribe(channel: string, listener: SignalListener): Promise<() => Promise<void>>
  isConnected(): boolean
  close(): Promise<void>
}
