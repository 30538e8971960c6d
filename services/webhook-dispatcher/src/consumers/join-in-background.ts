import { setTimeout as wait } from 'node:timers/promises'
import type { RunningConsumer } from '@sluice/bus'

type BackgroundJoin = {
  /** Tries once, until the signal at most. What it throws is tried again. */
  join(signal: AbortSignal): Promise<RunningConsumer>
  onNotJoined(error: unknown): void
}

/** The bus waits between its own attempts; this is between two rows of them, longer where it refuses at once. */
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 3_000

/**
 * Joins a group as soon as the bus is there, and holds up nobody who does not need it. Until then nothing is read, and the
 * last heartbeat is as old as the attempt to join.
 */
export function joinInBackground({ join, onNotJoined }: BackgroundJoin): RunningConsumer {
  const ending = new AbortController()
  const { signal } = ending
  const startedAt = Date.now()
  let consumer: RunningConsumer | undefined
  const joining = keepJoining()

  async function keepJoining(): Promise<void> {
    for (
      let pauseMs = FIRST_PAUSE_MS;
      !consumer && !signal.aborted;
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    ) {
      try {
        consumer = await join(signal)
      } catch (error) {
        if (!signal.aborted) onNotJoined(error)
        await wait(pauseMs, undefined, { signal }).catch(() => {})
      }
    }
  }

  return {
    async stop(deadlineMs) {
      ending.abort()
      await joining
      return consumer ? consumer.stop(deadlineMs) : 0
    },
    openRecords: () => consumer?.openRecords() ?? 0,
    oldestOpenAt: () => consumer?.oldestOpenAt(),
    lastHeartbeatAt: () => consumer?.lastHeartbeatAt() ?? startedAt,
    unreadRecords: () => consumer?.unreadRecords(),
  }
}
