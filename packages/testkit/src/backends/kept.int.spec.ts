import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from '@jest/globals'
import { temporaryDirectory } from '../temporary-directory.ts'
import { environment } from './environment.ts'

const script = fileURLToPath(new URL('../../../../tools/backends.ts', import.meta.url))
const cache = await temporaryDirectory()
const file = join(cache, 'sluice', 'backends', 'kept.json')

/** Runs the command in a cache of its own; one that waits to be interrupted is. */
async function backends(args: readonly string[], more: Record<string, string> = {}): Promise<string> {
  const env = { ...environment(), XDG_CACHE_HOME: cache, REDIS_URL: '', CI: '', ...more }
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'], env })
  const exited = once(child, 'exit')
  const lines: string[] = []
  for await (const line of createInterface(child.stdout)) {
    lines.push(line)
    if (line.includes('Ctrl-C')) child.kill('SIGTERM')
  }
  await exited
  return lines.join('\n')
}

const portIn = (text: string) => Number(/REDIS_URL='redis:\/\/127\.0\.0\.1:(\d+)'/.exec(text)?.[1])

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

afterAll(() => backends(['--stop']))

describe('kept backends', () => {
  it('go on when the command has ended, are found by whoever starts one, and end with --stop', async () => {
    const port = portIn(await backends(['--keep', 'redis']))
    expect(await answers(port)).toBe(true)
    expect(portIn(await backends(['--keep', 'redis']))).toBe(port)
    const found = await backends(['redis'])
    expect(found).toContain('given, kept by npm run backends')
    expect([portIn(found), await answers(port)]).toEqual([port, true])
    expect(await backends(['--stop'])).toContain('redis: stopped')
    expect([await answers(port), existsSync(file)]).toEqual([false, false])
    expect(await backends(['--stop'])).toContain('No backends are kept')
  }, 120_000)

  it('are never used in CI', async () => {
    const port = portIn(await backends(['--keep', 'redis']))
    const found = await backends(['redis'], { CI: 'true' })
    expect(portIn(found)).not.toBe(port)
    expect(found).not.toContain('kept by')
  }, 120_000)

  it('are forgotten, file and all, when their keeper is gone', async () => {
    const port = portIn(await backends(['--keep', 'redis']))
    const text = readFileSync(file, 'utf8')
    process.kill(JSON.parse(text).pid, 'SIGKILL')
    const found = await backends(['redis'])
    expect(portIn(found)).not.toBe(port)
    expect(existsSync(file)).toBe(false)
    writeFileSync(file, 'half a fi')
    expect(await backends(['--stop'])).toContain('No backends are kept')
    expect(existsSync(file)).toBe(false)
  }, 120_000)
})
