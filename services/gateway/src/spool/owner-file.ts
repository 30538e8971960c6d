import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '@sluice/service-kit'
import { z } from 'zod'

/** The spool belongs to a process that runs. */
export class SpoolInUseError extends OperatorError {
  override name = 'SpoolInUseError'
}

const owner = z.object({ pid: z.int(), boot: z.string(), startedAt: z.string() })
type Owner = z.infer<typeof owner>

/**
 * Takes a spool folder for this process. One whose owner is dead, or from before a reboot, is an orphan and is taken over.
 * @throws SpoolInUseError @returns gives the folder up
 */
export function claimSpool(directory: string): () => void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const file = join(directory, 'owner.json')
  const former = readOwner(file)
  if (former && isRunning(former)) {
    const detail = `The spool ${directory} belongs to the running process ${former.pid}. Stop it, or choose another folder.`
    throw new SpoolInUseError(detail)
  }
  writeFileSync(file, JSON.stringify(identify(process.pid)), { mode: 0o600 })
  return () => rmSync(file, { force: true })
}

const identify = (pid: number): Owner => ({ pid, boot: bootId(), startedAt: startOf(pid) ?? '' })

function isRunning(former: Owner): boolean {
  if (former.boot !== bootId()) return false
  const startedAt = startOf(former.pid)
  if (startedAt !== undefined) return startedAt === former.startedAt
  return former.startedAt === '' && isAlive(former.pid)
}

function readOwner(file: string): Owner | undefined {
  try {
    return owner.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

/** Differs after each reboot; empty where the system does not tell. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}

/** When a process was started, in ticks since boot: tells it from a later one with the same pid. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .at(19)
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
