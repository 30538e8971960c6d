import type { SignalListener } from '../port.ts'

/** Writes down what a subscriber is told, `gap` among the messages, and lets a test wait for it. */
export function createSignalRecorder(patienceMs: number) {
  const heard: string[] = []
  const checks = new Set<() => void>()

  function note(what: string) {
    heard.push(what)
    for (const check of checks) check()
  }

  async function until(isThere: () => boolean, what: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(
      () => reject(new Error(`Waited ${patienceMs} ms for ${what}; heard: ${heard}`)),
      patienceMs,
    )
    const check = () => isThere() && resolve()
    checks.add(check)
    check()
    await promise.finally(() => {
      checks.delete(check)
      clearTimeout(timer)
    })
  }

  const listener: SignalListener = { message: note, gap: () => note('[gap]') }
  return {
    listener,
    heard,
    untilHeard: (text: string) => until(() => heard.includes(text), text),
    untilGap: () => until(() => heard.includes('[gap]'), 'a gap'),
  }
}
