import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { temporaryDirectory } from '@sluice/testkit'
import { openStandaloneTarget } from '../standalone/standalone-target.ts'
import type { SluiceTarget } from '../target.ts'
import { openProject } from './sluice-command.ts'

const run = promisify(execFile)
const VERSION: unknown = JSON.parse(readFileSync('package.json', 'utf8')).version

describe('the package of the command line, installed into an empty folder', () => {
  let folder: string
  let target: SluiceTarget
  const installed = () => join(folder, 'node_modules/@sluice/cli')

  beforeAll(async () => {
    folder = await temporaryDirectory()
    const { stdout } = await run(process.execPath, ['packages/cli/build/build-cli.ts', `--pack=${folder}`])
    await run('npm', ['install', '--offline', '--silent', '--ignore-scripts', stdout.trim()], { cwd: folder })
    target = await openStandaloneTarget()
  }, 120_000)
  afterAll(() => target?.stop())

  it('is its program, its licence, those of what is bundled, and what to read first', async () => {
    const files = ['LICENSE', 'README.md', 'THIRD-PARTY.txt', 'package.json', 'program.cjs', 'sluice.js']
    expect((await readdir(installed())).toSorted()).toEqual(files)
    const notices = readFileSync(join(installed(), 'THIRD-PARTY.txt'), 'utf8')
    expect(notices).toMatch(/^commander \d.* \(MIT\)\n\n.*\n\nCopyright/m)
    expect(notices).toMatch(/^diff \d.* \(BSD-3-Clause\)$/m)
  })

  it('depends on nothing: neither on other packages nor on those of this project', async () => {
    expect((await readdir(join(folder, 'node_modules/@sluice'))).toSorted()).toEqual(['cli'])
    const manifest = readFileSync(join(installed(), 'package.json'), 'utf8')
    expect(manifest).not.toMatch(/ependencies|workspace|private/)
    const text = readFileSync(join(installed(), 'program.cjs'), 'utf8')
    const names = Array.from(text.matchAll(/\brequire\("([\w@/:.-]+)"\)/g), ([, name = '']) => name)
    expect(names).toContain('node:crypto')
    expect(names.filter(name => !isBuiltin(name))).toEqual([])
  })

  it('runs as sluice, tells its version, and speaks to a server', async () => {
    const program = join(folder, 'node_modules/.bin/sluice')
    const { stdout } = await run(process.execPath, [program, '--version'])
    expect(stdout).toBe(`${VERSION}\n`)
    const whoami = await (await openProject(program, target)).run(['whoami', '--json'])
    expect([whoami.code, JSON.parse(whoami.stdout)]).toEqual([0, expect.objectContaining({ id: 'admin' })])
  }, 30_000)
})
