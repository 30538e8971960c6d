import { afterAll, beforeAll } from '@jest/globals'
import type { SluiceTarget } from '../target.ts'

type UsedTarget = {
  target(): SluiceTarget
  /** Stops it before the tests end. @returns whether everything ended as it should */
  stop(): Promise<boolean>
}

/** Opens a target before the tests of the suite that this is called in, and stops it after them. */
export function useTarget(
  open: () => Promise<SluiceTarget>,
  prepare: (target: SluiceTarget) => Promise<void>,
): UsedTarget {
  let opened: SluiceTarget | undefined
  const target = () => {
    if (!opened) throw new RangeError('The target has not been opened.')
    return opened
  }

  beforeAll(async () => {
    opened = await open()
    await prepare(opened)
  }, 300_000)
  afterAll(() => opened?.stop(), 60_000)

  return {
    target,
    async stop() {
      const isClean = await target().stop()
      opened = undefined
      return isClean
    },
  }
}
