import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setting } from './environment.ts'

type Installer = {
  what: string
  command: string
  args: readonly string[]
  folder?: string
  /** It is given up after this. Default: never. */
  withinMs?: number | undefined
}

// Standard output is for addresses; and Maven says there what went wrong.
const STANDARD_ERROR = 2

/** Says on stderr what is installed and with which command. @returns whether it worked */
export async function runInstaller({ what, command, args, folder, withinMs }: Installer): Promise<boolean> {
  process.stderr.write(`backends: installing ${what}: ${command} ${args.join(' ')}\n`)
  const child = spawn(command, args, {
    cwd: folder,
    stdio: ['ignore', STANDARD_ERROR, STANDARD_ERROR],
    timeout: withinMs,
  })
  try {
    const [code, signal] = await once(child, 'exit')
    if (code === 0) return true
    const end = signal === null ? `exit ${code}` : `given up after ${withinMs} ms`
    process.stderr.write(`backends: ${what} could not be installed (${end})\n`)
  } catch {
    process.stderr.write(`backends: ${command} can't be started\n`)
  }
  return false
}

/** Whether a command is there and ends well; what it writes is nobody's business. */
export async function succeeds(command: string, args: readonly string[]): Promise<boolean> {
  try {
    const [code] = await once(spawn(command, args, { stdio: 'ignore' }), 'exit')
    return code === 0
  } catch {
    return false
  }
}

export const isCi = (): boolean => setting('CI') === 'true' || setting('CI') === '1'
