import { setTimeout as wait } from 'node:timers/promises'

/** Waits, or until `signal` is aborted; never throws. */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, { signal }).catch(() => {})
}
