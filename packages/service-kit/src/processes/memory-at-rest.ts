import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { ProcessPart } from '../service/run-service.ts'

type MemoryAtRestOptions = {
  /** How often (ms) it is looked whether the process rests. Default 5,000. */
  lookMs?: number
  /** Tells the processor time (ms) that the process has taken since it began. */
  cpuMs?: () => number
  /** Tells how much (bytes) of the heap is used. */
  heapBytes?: () => number
  /** Collects all garbage, soon. */
  collect?: () => void
}

const LOOK_MS = 5_000
/** A process that takes no more of a core than this rests. Without any request it is at most half of it. */
const REST_SHARE = 0.02
/** So many looks in a row find a process that rests, and not one between two requests of a script. */
const RESTING_LOOKS = 2
/** Less work (ms of the processor) leaves nothing behind that is worth a collection, which takes about a tenth of it. */
const WORTH_MS = 1_000
/** A larger heap is left to V8: it would be collected in one piece of half a second, in which nothing is answered. */
const LARGEST_BYTES = 256 * 1024 * 1024

/**
 * Gives back what the start, or a load, has left in memory, once the process rests: V8 collects by what is allocated, and so
 * not at all where nobody asks for anything. Nothing is collected while requests come, as all of them would wait for it.
 */
export function memoryAtRest(options: MemoryAtRestOptions = {}): ProcessPart {
  const { lookMs = LOOK_MS, cpuMs = cpuOfProcess, heapBytes = heapOfProcess, collect = collectAll() } = options
  let looking: NodeJS.Timeout | undefined
  let workedMs = 0
  let quietLooks = 0
  let hasCollected = false
  let before = 0

  function look(): void {
    const usedMs = cpuMs() - before
    const isQuiet = usedMs <= lookMs * REST_SHARE
    // The collection itself is no work that leaves something behind.
    if (!isQuiet && !hasCollected) workedMs += usedMs
    quietLooks = isQuiet ? quietLooks + 1 : 0
    hasCollected = quietLooks >= RESTING_LOOKS && workedMs >= WORTH_MS && heapBytes() <= LARGEST_BYTES
    if (hasCollected) {
      collect()
      workedMs = 0
    }
    before = cpuMs()
  }

  return {
    name: 'memory-at-rest',
    async start() {
      before = cpuMs()
      workedMs = before
      looking = setInterval(look, lookMs).unref()
    },
    async stop() {
      clearInterval(looking)
    },
  }
}

function cpuOfProcess(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

const heapOfProcess = (): number => getHeapStatistics().used_heap_size

/**
 * V8 gives its collector to contexts that are made once it was told to. It runs as a task of its own, when no function is under
 * way that could still hold something, and as a last resort it drops unused code too: so it gives back twice as much as a plain one.
 */
function collectAll(): () => void {
  setFlagsFromString('--expose-gc')
  const collect: (how: object) => Promise<void> = runInNewContext('gc')
  return () => void collect({ type: 'major', execution: 'async', flavor: 'last-resort' })
}
