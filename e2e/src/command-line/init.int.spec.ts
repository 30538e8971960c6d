import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { temporaryDirectory } from '@sluice/testkit'
import { openStandaloneTarget } from '../standalone/standalone-target.ts'
import type { SluiceTarget } from '../target.ts'
import { HOOK_CANARY } from './sample-definitions.ts'
import { openSampleProject } from './sample-project.ts'
import { buildCommandLine } from './sluice-command.ts'

describe('a folder that was empty', () => {
  let program: string
  let first: SluiceTarget
  let second: SluiceTarget
  let folder: string

  beforeAll(async () => {
    program = await buildCommandLine()
    first = await openStandaloneTarget()
    second = await openStandaloneTarget()
    await openSampleProject(program, first)
    folder = await temporaryDirectory()
  }, 120_000)
  afterAll(async () => {
    await first?.stop()
    await second?.stop()
  })

  const git = (...words: string[]) => {
    const who = ['-c', 'user.name=test', '-c', 'user.email=test@example.org']
    const { status, stdout } = spawnSync('git', [...who, ...words], { cwd: folder, encoding: 'utf8' })
    return { status, stdout }
  }

  /** Runs the program in the folder, as the owner of a server. */
  async function sluice(target: SluiceTarget, ...words: string[]) {
    const password = join(await temporaryDirectory(), 'password')
    writeFileSync(password, target.ownerPassword, { mode: 0o600 })
    const env = {
      CI: '1',
      XDG_CONFIG_HOME: folder,
      SLUICE_USER: 'admin',
      SLUICE_PASSWORD_FILE: password,
      SLUICE_SECRET_WEBHOOK_NEW_ROUTE_AUTHORIZATION: HOOK_CANARY,
    }
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
      cwd: folder,
      env,
      encoding: 'utf8',
    })
    return { status, said: stdout + stderr }
  }

  it('holds the definitions of a server in git after `init`, and a second server has them after `apply`', async () => {
    expect(await sluice(first, 'init', '--from', 'dev', '--url', first.urls[0])).toMatchObject({ status: 0 })
    expect(git('init', '--quiet').status).toBe(0)
    expect(git('add', '--all').status).toBe(0)
    expect(git('commit', '--quiet', '--message', 'As it is').status).toBe(0)
    expect(git('ls-files').stdout).toContain('sluice/permissions/read-flights.json')
    expect(git('ls-files').stdout).not.toMatch(/password|\.env|\.key/)

    const file = join(folder, 'sluice.config.json')
    const config = JSON.parse(readFileSync(file, 'utf8'))
    config.profiles.two = { url: second.urls[0] }
    writeFileSync(file, JSON.stringify(config, null, 2))
    expect(await sluice(second, 'apply', '-p', 'two', '--yes')).toMatchObject({ status: 0 })
    expect(await sluice(second, 'pull', '-p', 'two', '--check')).toMatchObject({ status: 0 })
    expect(await sluice(first, 'pull')).toMatchObject({ status: 0 })
    expect(git('status', '--porcelain', '--', 'sluice').stdout).toBe('')
  })

  it('stays as it is where `init` meets no server, or one that refuses', async () => {
    const empty = await temporaryDirectory()
    folder = empty
    expect(await sluice(first, 'init', '--url', 'http://127.0.0.1:9')).toMatchObject({ status: 1 })
    expect(await sluice({ ...first, ownerPassword: 'wrong' }, 'init', '--url', first.urls[0])).toMatchObject({
      status: 3,
    })
    expect(git('init', '--quiet').status).toBe(0)
    expect(git('status', '--porcelain').stdout).toBe('')
  })
})
