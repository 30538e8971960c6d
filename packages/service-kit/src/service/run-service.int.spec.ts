import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { describe, expect, it } from '@jest/globals'

const address = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)
const preamble = `
  import { runService } from ${address('./run-service.ts')}
  import { createLogger } from ${address('../telemetry/logger.ts')}
  const say = text => process.stdout.write(text + '\\n')
  const logger = createLogger({ service: 'test', level: 'info' })
  const part = (name, { start, stop } = {}) => ({
    name,
    async start() { say('starting ' + name); await start?.(); say('started ' + name) },
    async stop(deadlineMs) { say('stopping ' + name); await stop?.(deadlineMs); say('stopped ' + name) },
  })
  const never = () => new Promise(() => setInterval(() => {}, 1000))
`

type ServiceRun = {
  child: ChildProcess
  lines: string[]
  until(text: string): Promise<void>
  exitCode: Promise<number | null>
}

/** Runs a script that has the functions of the preamble; collects what it prints. */
function run(script: string): ServiceRun {
  const child = spawn(process.execPath, ['--input-type=module', '-e', preamble + script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  const waiting: { text: string; resolve: () => void }[] = []
  createInterface({ input: child.stdout }).on('line', line => {
    lines.push(line)
    for (const { text, resolve } of waiting) if (line.includes(text)) resolve()
  })
  return {
    child,
    lines,
    until: text =>
      new Promise(resolve => {
        if (lines.some(line => line.includes(text))) resolve()
        else waiting.push({ text, resolve })
      }),
    // `close` comes after everything that was printed has arrived.
    exitCode: once(child, 'close').then(([code]) => code),
  }
}

const spoken = (lines: string[]) => lines.filter(line => !line.startsWith('{'))

describe('a process of parts', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('starts in order, stops in reverse on %s, and ends with 0', async signal => {
    const { child, lines, until, exitCode } = run(`
      await runService({ parts: [part('store'), part('http')], logger, stopDeadlineMs: 25_000 })
      say('running'); never()
    `)
    await until('running')
    child.kill(signal)
    expect(await exitCode).toBe(0)
    expect(spoken(lines)).toEqual([
      ...['starting store', 'started store', 'starting http', 'started http', 'running'],
      ...['stopping http', 'stopped http', 'stopping store', 'stopped store'],
    ])
  })

  it('stops what was started when a part does not start, says why in a sentence, and ends with 1', async () => {
    const { lines, exitCode } = run(`
      const broken = part('http', { start: () => { throw new TypeError('no port') } })
      await runService({
        parts: [part('store'), broken, part('jobs')], logger, stopDeadlineMs: 25_000, explain: error => 'Explained: ' + error.message,
      })
    `)
    expect(await exitCode).toBe(1)
    expect(spoken(lines)).toContain('stopped store')
    expect(spoken(lines)).not.toContain('starting jobs')
    const told = lines.find(line => line.includes('service.failed-to-start')) ?? ''
    expect(JSON.parse(told)).toMatchObject({ part: 'http', reason: 'Explained: no port' })
    expect(told).not.toContain('stack')
  })

  it('starts nothing more once it was told to stop', async () => {
    const { child, lines, until, exitCode } = run(`
      let release
      void never()
      const slow = part('slow', {
        start: () => new Promise(resolve => { release = resolve; say('half way') }),
        stop: () => { release(); return new Promise(resolve => setTimeout(resolve, 50)) },
      })
      await runService({ parts: [slow, part('late')], logger, stopDeadlineMs: 25_000 })
      never()
    `)
    await until('half way')
    child.kill('SIGTERM')
    expect(await exitCode).toBe(0)
    expect(spoken(lines)).not.toContain('starting late')
  })

  it('ends at once with 1 on a second signal', async () => {
    const { child, until, exitCode } = run(`
      await runService({ parts: [part('http', { stop: never })], logger, stopDeadlineMs: 25_000 })
      say('running'); never()
    `)
    await until('running')
    child.kill('SIGTERM')
    await until('stopping http')
    child.kill('SIGTERM')
    expect(await exitCode).toBe(1)
  })

  it('cuts a stop that hangs, stops the others, and ends with 1', async () => {
    const { child, lines, until, exitCode } = run(`
      await runService({ parts: [part('store'), part('http', { stop: never })], logger, stopDeadlineMs: 10 })
      say('running'); never()
    `)
    await until('running')
    child.kill('SIGTERM')
    expect(await exitCode).toBe(1)
    expect(spoken(lines)).toContain('stopped store')
    expect(lines.join()).toContain('part.timed-out')
  })

  it('stops the others when the stop of one fails, and ends with 1', async () => {
    const { child, lines, until, exitCode } = run(`
      const broken = { ...part('http'), stop() { throw new TypeError('stuck') } }
      await runService({ parts: [part('store'), broken], logger, stopDeadlineMs: 25_000 })
      say('running'); never()
    `)
    await until('running')
    child.kill('SIGTERM')
    expect(await exitCode).toBe(1)
    expect(spoken(lines)).toContain('stopped store')
    expect(lines.join()).toContain('part.failed')
  })

  it.each(["setTimeout(() => { throw new TypeError('a bug') })", "Promise.reject(new TypeError('a bug'))"])(
    'logs a crash, stops in order and ends with 1: %s',
    async crash => {
      const { lines, exitCode } = run(`
        await runService({ parts: [part('store')], logger, stopDeadlineMs: 25_000 })
        ${crash}; never()
      `)
      expect(await exitCode).toBe(1)
      expect(spoken(lines)).toContain('stopped store')
      expect(lines.join()).toContain('a bug')
    },
  )
})
