type CarrierReceiver = { message(text: string): void; gap(): void }

/** What carries notices between the parts of one process; the place of a server. */
export type Carrier = {
  isUp(): boolean
  /** @returns false when the carrier is down: the message went nowhere */
  send(channel: string, text: string): boolean
  /** @returns the end */
  attach(channel: string, receiver: CarrierReceiver): () => void
  /** Cuts everybody off: what is sent meanwhile is lost. */
  interrupt(): void
  /** Brings the carrier back, and tells every receiver of the gap. */
  restore(): void
}

/** Several `createInProcessSignals` over one carrier reach each other, like processes over one server. */
export function createCarrier(): Carrier {
  const channels = new Map<string, Set<CarrierReceiver>>()
  let isUp = true

  function detach(channel: string, receiver: CarrierReceiver) {
    const receivers = channels.get(channel)
    receivers?.delete(receiver)
    if (receivers?.size === 0) channels.delete(channel)
  }

  return {
    isUp: () => isUp,
    send(channel, text) {
      if (!isUp) return false
      for (const receiver of channels.get(channel) ?? []) receiver.message(text)
      return true
    },
    attach(channel, receiver) {
      const receivers = channels.get(channel) ?? new Set()
      channels.set(channel, receivers.add(receiver))
      return () => detach(channel, receiver)
    },
    interrupt() {
      isUp = false
    },
    restore() {
      if (isUp) return
      isUp = true
      for (const receivers of channels.values()) for (const receiver of receivers) receiver.gap()
    },
  }
}
