import { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { fileURLToPath } from 'node:url'
import { createRunner, type LightRunner } from 'jest-light-runner'

type RunTests = LightRunner['runTests']

/** How the runner says that the process of a file ended before its tests. */
const LOST_WORKER = 'Worker exited unexpectedly'

// Workers compile to where the services that they start do: what one has compiled serves all.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../node_modules/.cache/sluice', import.meta.url))

/** How the process that ended last has ended. */
let lastEnd = 'unknown'
subscribe('child_process', message => {
  if (!isBegun(message)) return
  message.process.once('exit', (code, signal) => {
    lastEnd = signal ? `signal=${signal}` : `exitCode=${code}`
  })
})

/** Whether a message of the channel tells of a process that begins. */
const isBegun = (message: unknown): message is { process: ChildProcess } =>
  typeof message === 'object' && message !== null && 'process' in message && message.process instanceof ChildProcess

/** The process of a test file ended before its tests had. */
class LostWorkerError extends Error {}

/** A test file that names no test has shown nothing. */
class EmptyFileError extends Error {}

/**
 * Runs each test file as Node.js runs any program, several after one another in a worker process: what a file imports is
 * compiled once a worker and not once a file, and runs as it does in the product. It is `jest-light-runner`, and says
 * besides when a file began and ended, and how its worker ended where that was lost.
 * @public jest loads it
 */
export default class NativeRunner extends createRunner({ runtime: 'child_process' }) {
  override runTests(...[files, watcher, onStart, onResult, onFailure]: Parameters<RunTests>): Promise<void> {
    const startedAt = new Map<string, number>()
    return super.runTests(
      files,
      watcher,
      file => {
        startedAt.set(file.path, Date.now())
        return onStart(file)
      },
      (file, result) => {
        const { numFailingTests, numPassingTests, numPendingTests } = result
        const count = numFailingTests + numPassingTests + numPendingTests
        if (count === 0) return onFailure(file, new EmptyFileError('The file names no test.'))
        const end = Date.now()
        const start = startedAt.get(file.path) ?? end
        return onResult(file, { ...result, perfStats: { ...result.perfStats, start, end, runtime: end - start } })
      },
      (file, error) => {
        const isLost = error.message === LOST_WORKER
        return onFailure(file, isLost ? new LostWorkerError(`A worker of the tests has ended: ${lastEnd}`) : error)
      },
    )
  }
}
