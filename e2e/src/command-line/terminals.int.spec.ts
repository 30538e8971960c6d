import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openStandaloneTarget } from '../standalone/standalone-target.ts'
import type { SluiceTarget } from '../target.ts'
import { openSampleProject } from './sample-project.ts'
import { buildCommandLine, type SluiceCommand } from './sluice-command.ts'

/** Those whose result is a table: on a terminal it is aligned and cut, in a pipe whole. */
const TABLES = [
  ['keys', 'list'],
  ['webhooks', 'list'],
  ['apps', 'list'],
  ['permissions', 'list'],
  ['permissions', 'example'],
  ['errors'],
]
/** Those that say something in words. */
const WORDS = [['whoami'], ['status'], ['validate'], ['diff'], ['pull', '--check'], ['fmt', '--check']]
const NARROW = 40
const WIDE = 200

/** The names of all commands, from the page that is made of their tree. */
const COMMANDS = [...readFileSync('docs/cli.md', 'utf8').matchAll(/^### `sluice ([a-z -]+[a-z])/gm)].map(
  ([, name = '']) => name.split(' '),
)

const shown = (words: readonly string[]) => ['sluice', ...words].join(' ')
const linesOf = (output: string) => output.split(/\r?\n/).filter(line => line !== '')
const longest = (output: string) =>
  Math.max(0, ...linesOf(output).map(line => [...stripVTControlCharacters(line)].length))
const hasEscapes = (output: string) => stripVTControlCharacters(output) !== output

describe('the command line', () => {
  let program: string
  let target: SluiceTarget
  let project: SluiceCommand

  beforeAll(async () => {
    program = await buildCommandLine()
    target = await openStandaloneTarget()
    project = await openSampleProject(program, target)
  }, 120_000)
  afterAll(() => target?.stop())

  /** Runs a command on a terminal of this width. */
  async function onTerminal(words: readonly string[], columns: number, more: Readonly<Record<string, string>> = {}) {
    const { CI: _, ...environment } = project.environment
    const quoted = [process.execPath, program, ...words].map(word => `'${word}'`).join(' ')
    const child = spawn('script', ['-qefc', `stty cols ${columns} rows 24; exec ${quoted}`, '/dev/null'], {
      cwd: project.folder,
      env: { ...environment, PATH: '/usr/bin:/bin', TERM: 'xterm-256color', ...more },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [output] = await Promise.all([text(child.stdout), once(child, 'close')])
    return { code: child.exitCode, output }
  }

  it.each(TABLES.map(words => [shown(words), words] as const))('%s fits a terminal of 40 columns', async (_, words) => {
    const narrow = await onTerminal(words, NARROW)
    expect(narrow.code).toBe(0)
    expect(longest(narrow.output)).toBeLessThanOrEqual(NARROW)
    expect(hasEscapes(narrow.output)).toBe(true)
    const wide = await onTerminal(words, WIDE, { NO_COLOR: '1' })
    expect(hasEscapes(wide.output)).toBe(false)
    expect(linesOf(wide.output).length).toBe(linesOf(narrow.output).length)
  })

  it.each(TABLES.map(words => [shown(words), words] as const))(
    '%s is whole in a pipe, without colours',
    async (_, words) => {
      const { code, stdout } = await project.run(words)
      expect(code).toBe(0)
      expect(hasEscapes(stdout)).toBe(false)
      expect(stdout).not.toContain('…')
      // A terminal has a heading besides.
      const wide = await onTerminal(words, WIDE)
      expect(linesOf(wide.output).length).toBe(linesOf(stdout).length + 1)
    },
  )

  it.each(WORDS.map(words => [shown(words), words] as const))(
    '%s says the same wherever it is read',
    async (_, words) => {
      const piped = await project.run(words)
      const narrow = await onTerminal(words, NARROW)
      expect([narrow.code, hasEscapes(piped.stdout + piped.stderr)]).toEqual([piped.code, false])
      const plain = await onTerminal(words, NARROW, { NO_COLOR: '1' })
      expect(hasEscapes(plain.output)).toBe(false)
    },
  )

  it(`has ${COMMANDS.length} commands, each of which explains itself in a pipe and on 40 columns`, async () => {
    expect(COMMANDS.length).toBeGreaterThan(50)
    const faulty: unknown[] = []
    for (const words of COMMANDS) {
      const piped = await project.run([...words, '--help'])
      const narrow = await onTerminal([...words, '--help'], NARROW, { NO_COLOR: '1' })
      const isFine = piped.code === 0 && narrow.code === 0 && !hasEscapes(piped.stdout) && /Usage: /.test(narrow.output)
      if (!isFine) faulty.push([shown(words), piped, narrow])
    }
    expect(faulty).toEqual([])
  }, 180_000)
})
