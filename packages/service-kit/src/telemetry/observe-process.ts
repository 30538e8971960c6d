import { readdirSync, readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { bodyBudget } from './byte-budget.ts'
import { observing } from './meter-of.ts'

/** What this process takes of its machine. */
export function observeProcess(): void {
  const { gauge, counter } = observing('process')
  const startedAt = Date.now() / 1000 - process.uptime()
  const mostFiles = readFileLimit()
  gauge('process_start_time_seconds', 'When the process started, in seconds since 1970', () => startedAt)
  counter('process_cpu_seconds', 'Processor time that the process has taken', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  counter(
    'process_event_loop_busy_seconds',
    'Time in which the event loop had something to do: at 1 a second nothing more fits in',
    () => performance.eventLoopUtilization().active / 1000,
  )
  gauge('process_memory_bytes', 'Memory of the process: rss in all, heap used by objects, external by buffers', () => {
    const { rss, heapUsed, external } = process.memoryUsage()
    return [
      [rss, { kind: 'rss' }],
      [heapUsed, { kind: 'heap' }],
      [external, { kind: 'external' }],
    ]
  })
  gauge('process_held_body_bytes', 'Bodies of requests and large answers that are held at once', bodyBudget.heldBytes)
  gauge('process_open_files', 'Open files and sockets, where the system says so', countOpenFiles)
  gauge('process_open_files_limit', 'The most files and sockets that may be open', () => mostFiles)
}

/** With no descriptor left it can't be counted either. */
function countOpenFiles(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return undefined
  }
}

function readFileLimit(): number | undefined {
  try {
    const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return limit === undefined ? undefined : Number(limit)
  } catch {
    return undefined
  }
}
