import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'

const REPOSITORY = join(import.meta.dirname, '../..')
const WORDS = `import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'\n`

/** What a run of some files of tests came to. */
type FixtureRun = { readonly status: unknown; readonly said: string }

describe('the runner of the tests', () => {
  let folder: string

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sluice-runner-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** Runs files of tests, by name, in two workers. */
  async function runFiles(files: Readonly<Record<string, string>>): Promise<FixtureRun> {
    const rootDir = mkdtempSync(join(folder, 'run-'))
    const settings = {
      rootDir,
      runner: join(import.meta.dirname, 'native-runner.ts'),
      setupFiles: [join(import.meta.dirname, 'worker-setup.ts')],
      transform: {},
      testMatch: ['<rootDir>/**/*.spec.ts'],
      extensionsToTreatAsEsm: ['.ts'],
    }
    mkdirSync(join(rootDir, 'tests'))
    for (const [name, source] of Object.entries(files)) {
      writeFileSync(join(rootDir, 'tests', `${name}.spec.ts`), WORDS + source)
    }
    const jest = spawn(
      process.execPath,
      [
        'node_modules/jest/bin/jest.js',
        '--maxWorkers=2',
        '--verbose',
        `--cacheDirectory=${rootDir}/cache`,
        `--config=${JSON.stringify(settings)}`,
      ],
      { cwd: REPOSITORY, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    const [said, [status]] = await Promise.all([text(jest.stderr), once(jest, 'exit')])
    return { status, said }
  }

  const PASSING = `it('holds', () => expect(1).toBe(1))`

  it('passes what holds, and fails what does not', async () => {
    const run = await runFiles({ one: PASSING, two: `it('is broken', () => expect(1).toBe(2))` })
    expect(run).toMatchObject({ status: 1, said: expect.stringContaining('Expected: 2') })
    expect(run.said).toContain('1 failed, 1 passed, 2 total')
    expect(await runFiles({ one: PASSING })).toMatchObject({ status: 0 })
  })

  it('ends a test and a hook that hang by their time limits, and runs the tests behind them', async () => {
    const run = await runFiles({
      test: `it('hangs', () => new Promise(() => setInterval(() => {}, 1e6)), 300)\n${PASSING}`,
      hook: `beforeAll(() => new Promise(() => setInterval(() => {}, 1e6)), 300)\n${PASSING}`,
      fake: `it('hangs', () => { jest.useFakeTimers(); return new Promise(() => {}) }, 300)\nafterAll(() => jest.useRealTimers())`,
    })
    expect(run.status).toBe(1)
    expect(run.said.match(/It has not ended within 0\.3 s\./g)?.length).toBeGreaterThanOrEqual(3)
    expect(run.said).toContain('3 failed, 2 passed')
  })

  it('fails a file that leaves the process otherwise than it found it, and not those behind it', async () => {
    const run = await runFiles({
      clock: `it('holds', () => { Date.now = () => 0 })\n${PASSING}`,
      again: PASSING,
      kept: `const now = Date.now\nit('holds', () => { Date.now = () => 0 })\nafterAll(() => { Date.now = now })`,
    })
    expect(run.status).toBe(1)
    expect(run.said).toContain('The file has changed Date.now. Put it back where the test ends')
    expect(run.said).toContain('1 failed, 2 passed, 3 total')
  })

  it('fails the test in which nobody has caught an error or a rejection', async () => {
    const run = await runFiles({
      thrown: `it('throws', async () => { setImmediate(() => { throw new Error('uncaught one') }); await new Promise(r => setTimeout(r, 1e4)) })`,
      rejected: `it('rejects', async () => { void Promise.reject(new Error('uncaught two')); await new Promise(r => setTimeout(r, 1e4)) })\n${PASSING}`,
    })
    expect(run.status).toBe(1)
    expect(run.said).toMatch(/throws\n\s+Error: uncaught one/)
    expect(run.said).toMatch(/rejects\n\s+Error: uncaught two/)
    expect(run.said).toContain('2 failed, 1 passed')
  })

  it('fails a file whose process ends, says how, and runs the others', async () => {
    const run = await runFiles({
      killed: `it('dies', () => { process.kill(process.pid, 'SIGTRAP'); return new Promise(() => {}) })`,
      other: PASSING,
    })
    expect(run.status).toBe(1)
    expect(run.said).toContain('A worker of the tests has ended: signal=SIGTRAP')
    expect(run.said).toContain('1 passed')
  })

  it('fails a file that names no test, or names one while another runs', async () => {
    const run = await runFiles({
      empty: `describe('nothing', () => undefined)`,
      nested: `it('outer', () => { it('inner', () => expect(1).toBe(2)) })`,
    })
    expect(run.status).toBe(1)
    expect(run.said).toContain('The file names no test.')
    expect(run.said).toContain('A test or a hook is named while one runs, and would never run.')
  })
})
