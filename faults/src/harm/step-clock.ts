// `--import <this>`: the wall clock of the process is off by as many ms as stand in the file `rig-clock` of its working
// directory, from its start on, and anew at each SIGWINCH. The monotonic clock goes on, as it does when a real one is stepped.
import { readFileSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { isMainThread } from 'node:worker_threads'

const STANDARD_ERROR = 2
const FILE = resolve('rig-clock')
const RealDate = Date
let offsetMs = readOffset()

const now = (): number => RealDate.now() + offsetMs

globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(now()).toString(),
  construct: (target, given, newTarget) => Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
})

if (isMainThread) {
  process.on('SIGWINCH', () => {
    offsetMs = readOffset()
    writeSync(STANDARD_ERROR, `${JSON.stringify({ rig: 'stepped', offsetMs })}\n`)
  })
}

function readOffset(): number {
  try {
    return Number(readFileSync(FILE, 'utf8'))
  } catch {
    return 0
  }
}
