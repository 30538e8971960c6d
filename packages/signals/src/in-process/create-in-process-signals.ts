import { SignalsUnavailableError } from '../errors.ts'
import { createMailbox } from '../mailbox.ts'
import type { Signals } from '../port.ts'
import { type Carrier, createCarrier } from './carrier.ts'

export type InProcessSignalsOptions = {
  /** Shared with other signals of this process. Default: one of its own. */
  carrier?: Carrier
  /** Messages that may wait before one listener; more become a `gap`. Default 1,000. */
  capacity?: number
  /** Told what a listener threw. */
  onListenerError?(error: unknown): void
}

/** Notices inside one process. */
export function createInProcessSignals(options: InProcessSignalsOptions = {}): Signals {
  const { carrier = createCarrier(), capacity = 1_000, onListenerError = () => {} } = options
  const ends = new Set<() => void>()
  let isClosed = false

  const isConnected = () => !isClosed && carrier.isUp()

  function ensureConnected() {
    if (isClosed) throw new SignalsUnavailableError('The signals are closed.')
    if (!carrier.isUp()) throw new SignalsUnavailableError('The carrier of the signals is away. Subscribe again later.')
  }

  return {
    isConnected,
    async publish(channel, text) {
      ensureConnected()
      carrier.send(channel, text)
    },
    async subscribe(channel, listener) {
      ensureConnected()
      const mailbox = createMailbox(listener, { capacity, onListenerError })
      const detach = carrier.attach(channel, mailbox)
      const end = () => {
        detach()
        mailbox.close()
        ends.delete(end)
      }
      ends.add(end)
      return async () => end()
    },
    async close() {
      isClosed = true
      for (const end of ends) end()
    },
  }
}
