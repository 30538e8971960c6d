import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { commandOf } from '@sluice/e2e'
import type { LocalProcess } from '@sluice/testkit/backends'
import type { ManagedProcess, Role } from './cluster.ts'
import { limitDescriptors } from './limit-descriptors.ts'
import { readFigure } from './read-figure.ts'
import { readMemory, readResources } from './read-resources.ts'
import { runToStep } from './run-to-step.ts'
import { setClock } from './set-clock.ts'

export type RunningProcess = {
  name: string
  role: Role
  running: LocalProcess
  /** The folder into which it writes `stdout.log` and `stderr.log`. */
  folder: string
  adminUrl: string
}

const SCRIPT = '/services/start.js'
const COMPLAINT = /unhandled|uncaught|heap out of memory|MaxListenersExceeded|ERR_UNHANDLED|"level":60|"level":"fatal"/i

/** Makes a process say what it holds when it is looked at; a value of `NODE_OPTIONS`. */
export const OBSERVED = `--import ${new URL('../harm/collect-on-signal.ts', import.meta.url).href}`

/** A process that runs already, from now on in the hands of the rig. */
export function manage({ name, role, running, folder, adminUrl }: RunningProcess): ManagedProcess {
  const [, ...args] = commandOf(role)
  let isKilled = false
  return {
    name,
    role,
    async kill() {
      isKilled = true
      await running.kill()
    },
    async leave() {
      isKilled = true
      return running.terminate()
    },
    async restart(checkout) {
      await running.start(checkout === undefined ? args : args.map(argument => inCheckout(argument, checkout)))
      isKilled = false
    },
    dieAt: doom => {
      isKilled = true
      return runToStep({ running, folder, args }, doom)
    },
    freeze: running.freeze,
    thaw: running.thaw,
    limitDescriptors: most => limitDescriptors(running.pid(), most),
    setClock: offsetMs => setClock({ pid: running.pid(), folder, offsetMs }),
    async look() {
      if (!running.isRunning()) return undefined
      const pid = running.pid()
      return { pid, resources: await readResources(pid, folder) }
    },
    memoryBytes: async () => (running.isRunning() ? readMemory(running.pid()) : undefined),
    figure: metric => readFigure(adminUrl, metric),
    diedAlone: () => !isKilled && !running.isRunning(),
    complaints: async () => (await readLines(folder, COMPLAINT)).map(line => line.slice(0, 300)),
    linesWith: pattern => readLines(folder, pattern),
  }
}

/** The same script, as another checkout has it. */
const inCheckout = (argument: string, checkout: string): string =>
  argument.endsWith(SCRIPT) ? join(checkout, SCRIPT) : argument

async function readLines(folder: string, pattern: RegExp): Promise<string[]> {
  const texts = await Promise.all(['stdout.log', 'stderr.log'].map(name => readFile(join(folder, name), 'utf8')))
  return texts.flatMap(text => text.split('\n').filter(line => pattern.test(line)))
}
