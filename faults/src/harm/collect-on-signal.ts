// Loaded into every process before its own code: on SIGUSR2 it collects all garbage, and says what is left. Otherwise V8
// keeps garbage that it has no reason to collect, and a growth of the process says nothing about a leak.
import { writeSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

const STANDARD_ERROR = 2
// What a first collection lets go, a second one frees.
const TIMES = 3

if (isMainThread) {
  setFlagsFromString('--expose-gc')
  const collect: (how: object) => void = runInNewContext('gc')
  process.on('SIGUSR2', async () => {
    for (let time = 0; time < TIMES; time += 1) {
      collect({ type: 'major', flavor: 'last-resort' })
      await turn()
    }
    const { heapUsed, external } = process.memoryUsage()
    writeSync(STANDARD_ERROR, `${JSON.stringify({ rig: 'collected', liveBytes: heapUsed + external })}\n`)
  })
}
