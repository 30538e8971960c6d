import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { inCache } from './own-folder.ts'

// Below those that systems give to outgoing connections (from 32,768 on), so that none takes a port in the meantime.
const LOWEST = 15_000
const HIGHEST = 32_000

/**
 * Ports of the loopback that were free a moment ago, each another. For servers that can't pick one by themselves. No other
 * call, of whatever process, is given one of them before this process has ended: also a server that is away for a while
 * finds its port free.
 */
export async function findFreePorts(count: number): Promise<number[]> {
  const folder = await inCache('ports')
  const ports: number[] = []
  while (ports.length < count) {
    const port = randomInt(LOWEST, HIGHEST)
    if ((await claim(join(folder, String(port)))) && (await isFree(port))) ports.push(port)
  }
  return ports
}

/** @returns false when a process that runs has it */
async function claim(file: string): Promise<boolean> {
  const isOurs = await writeFile(file, String(process.pid), { flag: 'wx' }).then(
    () => true,
    () => false,
  )
  // What is left of a process that has ended is free from the next call on: two that find it now can't both have it.
  if (!isOurs && !runs(Number(await readFile(file, 'utf8').catch(() => process.pid)))) await rm(file, { force: true })
  return isOurs
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  await once(server.close(), 'close')
  return true
}
