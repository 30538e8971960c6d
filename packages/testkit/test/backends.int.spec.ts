import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { environment } from '../src/backends/environment.ts'
import { startLocalProcess } from '../src/backends/local-process.ts'
import { eventually } from '../src/eventually.ts'
import { temporaryDirectory } from '../src/temporary-directory.ts'

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const talker = ['-e', 'console.log("pid " + process.pid); setInterval(() => {}, 1000)']
const start = async () =>
  startLocalProcess({
    command: process.execPath,
    args: talker,
    folder: await temporaryDirectory(),
    ready: /pid (\d+)\n/,
    readyWithinMs: 10_000,
  })

describe('a local process', () => {
  it('is dead when its kill is over, and starts again', async () => {
    const running = await start()
    const first = Number(running.matched()[1])
    await running.kill()
    expect(isRunning(first)).toBe(false)
    await running.start()
    const second = Number(running.matched()[1])
    expect(second).not.toBe(first)
    await running.kill()
  })
  it('that is not there is refused by its name', async () => {
    const folder = await temporaryDirectory()
    const starting = startLocalProcess({ command: 'no-such-program', args: [], folder, ready: /x/ })
    await expect(starting).rejects.toMatchObject({
      name: 'BackendUnavailableError',
      message: expect.stringContaining('no-such-program'),
    })
  })
  it('that ends at once is refused with what it wrote', async () => {
    const folder = await temporaryDirectory()
    const args = ['-e', 'console.error("port is taken"); process.exit(1)']
    const starting = startLocalProcess({ command: process.execPath, args, folder, ready: /never/ })
    await expect(starting).rejects.toMatchObject({
      name: 'BackendUnavailableError',
      message: expect.stringContaining('port is taken'),
    })
  })
  it('ends when the process that started it is killed with SIGKILL, also when it is frozen', async () => {
    const script = fileURLToPath(new URL('../src/backends/testing/start-and-wait.ts', import.meta.url))
    const parent = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
    const exited = once(parent, 'exit')
    const [line] = await once(createInterface(parent.stdout), 'line')
    const pid = Number(line)
    expect(isRunning(pid)).toBe(true)
    parent.kill('SIGKILL')
    await exited
    await eventually(() => !isRunning(pid), { timeoutMs: 5000 })
  })
})

describe('npm run backends', () => {
  it('says the address of what it started, and nothing listens there after SIGTERM', async () => {
    const script = fileURLToPath(new URL('../../../tools/backends.ts', import.meta.url))
    const env = { ...environment(), REDIS_URL: '' }
    const child = spawn(process.execPath, [script, 'redis'], { stdio: ['ignore', 'pipe', 'inherit'], env })
    const exited = once(child, 'exit')
    const lines: string[] = []
    for await (const line of createInterface(child.stdout)) {
      lines.push(line)
      if (line.startsWith('# Ready')) child.kill('SIGTERM')
    }
    expect(await exited).toEqual([0, null])
    const port = Number(/REDIS_URL='redis:\/\/127\.0\.0\.1:(\d+)'/.exec(lines.join('\n'))?.[1])
    const socket = connect(port, '127.0.0.1')
    await expect(once(socket, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  }, 120_000)
})
