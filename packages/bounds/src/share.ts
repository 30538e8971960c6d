/** Work that runs once at a time for each key. */
type SharedWork<T, A> = {
  /** Joins the run of the same key, or begins one. */
  run(asked: A): Promise<T>
  isRunning(asked: A): boolean
}

/**
 * Lets all who ask for the same thing share one run of `work`. A run that has ended, well or not, is over before any of
 * them goes on: whoever asks then begins another one.
 * @param keyOf tells what makes two questions the same; the default is the question itself
 */
export function share<T, A = void>(
  work: (asked: A) => Promise<T>,
  keyOf: (asked: A) => unknown = asked => asked,
): SharedWork<T, A> {
  const running = new Map<unknown, Promise<T>>()
  return {
    run(asked) {
      const key = keyOf(asked)
      const present = running.get(key)
      if (present) return present
      const begun = work(asked).finally(() => running.delete(key))
      running.set(key, begun)
      return begun
    },
    isRunning: asked => running.has(keyOf(asked)),
  }
}
