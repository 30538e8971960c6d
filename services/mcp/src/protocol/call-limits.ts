/** How many calls of one user may be under way at this replica. */
export type CallLimits = {
  /** Runs a call. @returns undefined where the user has as many under way as he may */
  run<T>(user: string, work: () => Promise<T>): Promise<T> | undefined
}

const AT_ONCE = 4

export function createCallLimits(): CallLimits {
  const running = new Map<string, number>()

  function leave(user: string): void {
    const left = (running.get(user) ?? 1) - 1
    if (left > 0) running.set(user, left)
    else running.delete(user)
  }

  return {
    run(user, work) {
      const count = running.get(user) ?? 0
      if (count >= AT_ONCE) return undefined
      running.set(user, count + 1)
      return work().finally(() => leave(user))
    },
  }
}
