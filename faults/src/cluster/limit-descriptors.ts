import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Lets a running process open no descriptor above that number; those that it has stay. @returns what it was allowed before */
export async function limitDescriptors(pid: number, most: number): Promise<number> {
  const limits = await readFile(`/proc/${pid}/limits`, 'utf8')
  await run('prlimit', [`--pid=${pid}`, `--nofile=${most}:`])
  return Number(/Max open files\s+(\d+)/.exec(limits)?.[1])
}
