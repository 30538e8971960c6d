import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/**
 * Starts a script that writes and says the number of each acknowledged document on a line, and kills it with SIGKILL
 * when there are more than `after`. @returns how many are acknowledged
 */
export async function killWriter(script: string, args: readonly string[], after: number): Promise<number> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  let acknowledged = 0
  for await (const line of createInterface(child.stdout)) {
    acknowledged = Number(line) + 1
    if (acknowledged > after) child.kill('SIGKILL')
  }
  await exited
  return acknowledged
}
