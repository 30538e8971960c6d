// Loaded into every process of the cluster before its own code: on SIGUSR2 it collects all garbage and says what is left.
// Plain JavaScript, as `services/start.js` is: what strips types would stay in memory and be counted.
import { writeSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

const STANDARD_ERROR = 2
/** What finalizers let go is free only after another one. */
const COLLECTIONS = 3

if (isMainThread) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  process.on('SIGUSR2', async () => {
    for (let count = 0; count < COLLECTIONS; count += 1) {
      collect({ type: 'major', flavor: 'last-resort' })
      await turn()
    }
    const { rss, heapUsed, external } = process.memoryUsage()
    writeSync(STANDARD_ERROR, `${JSON.stringify({ held: { live: heapUsed + external, resident: rss } })}\n`)
  })
}
