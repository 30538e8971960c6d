import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'

const REPOSITORY = join(import.meta.dirname, '..')

const run = (script: string, ...given: string[]) =>
  spawnSync(process.execPath, [script, ...given], { cwd: REPOSITORY, encoding: 'utf8' })

describe('a command of this repository', () => {
  it.each([
    'tools/backends.ts',
    'tools/check-deploy.ts',
    'tools/fuzz-api.ts',
    'tools/generate.ts',
    'tools/sdk.ts',
    'tools/write-golden.ts',
    'faults/src/run.ts',
  ])('says what it does not know, how it is used, and does nothing: %s', script => {
    const { status, stdout, stderr } = run(script, '--nonsense')
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/^Unknown option '--nonsense'\nusage: npm run [a-z:]+( |$)/m)
    expect(stderr).not.toMatch(/^\s+at /m)
    expect(run(script, '--help')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^usage: npm run /) })
  })

  it.each([
    ['faults/src/run.ts', '--rate=many', '--rate is a number, not "many".'],
    ['faults/src/run.ts', '--on=mars', '--on takes cluster or standalone.'],
    ['tools/backends.ts', 'oracle', 'There is no backend "oracle".'],
  ])('refuses a value that it can not use: %s %s', (script, given, message) => {
    const { status, stderr } = run(script, given)
    expect({ status, stderr: stderr.split('\n')[0] }).toEqual({ status: 2, stderr: message })
  })
})
