import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ChildOrder } from './bus-child.ts'
import type { BusHarness } from './harness.ts'

/** Starts the harness's program and gives it its order. */
export async function startChild({ child }: BusHarness, order: ChildOrder): Promise<ChildProcess> {
  const started = fork(fileURLToPath(child.script), [...child.args], { stdio: 'ignore', execArgv: [] })
  const died = once(started, 'exit').then(([code]) => {
    throw new Error(`The child ended with ${code} before it was ready.`)
  })
  await Promise.race([once(started, 'message'), died])
  died.catch(() => {})
  started.send(order)
  return started
}

/** SIGKILL, and the end of the process. */
export async function killChild(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
