import { temporaryDirectory } from '../../temporary-directory.ts'
import { startLocalProcess } from '../local-process.ts'

// Started by a test, which kills it: starts a process that is then frozen, says its pid, and waits.
const running = await startLocalProcess({
  command: process.execPath,
  args: ['-e', 'console.log("pid " + process.pid); setInterval(() => {}, 1000)'],
  folder: await temporaryDirectory(),
  ready: /pid (\d+)\n/,
})
running.freeze()
process.stdout.write(`${running.matched()[1]}\n`)
setInterval(() => {}, 60_000)
