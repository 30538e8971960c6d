import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import {
  OWNER_PASSWORD,
  SELF_DISABLED,
  type SelfDisabledRig,
  startSelfDisabled,
} from '../standalone/start-self-disabled.ts'
import { buildCommandLine, openProject, type SluiceCommand } from './sluice-command.ts'

const MISSED = 3

describe('the command line, of a webhook that has switched itself off,', () => {
  let rig: SelfDisabledRig
  let project: SluiceCommand

  beforeAll(async () => {
    const program = await buildCommandLine()
    rig = await startSelfDisabled()
    await rig.miss(MISSED)
    project = await openProject(program, { urls: [rig.sluice.url, rig.sluice.url], ownerPassword: OWNER_PASSWORD })
  }, 120_000)
  afterAll(() => rig?.stop())

  const run = (...words: string[]) => project.run(['webhooks', ...words])
  const json = async (...words: string[]) => JSON.parse((await run(...words, '--json')).stdout)

  it('says so in the list', async () => {
    expect((await run('list')).stdout).toContain(`${SELF_DISABLED}\tParcels to the depot\tdisabled by itself\t`)
    expect(await json('list')).toMatchObject([
      { autoDisabled: { failures: 2 }, contact: ['ann@example.com', 'bob@example.com'], signature: { prefix: 'svix' } },
    ])
  })

  it('says beside it since when and why', async () => {
    const { stdout, stderr } = await run('get', SELF_DISABLED)
    expect(JSON.parse(stdout)).toMatchObject({
      disableAfter: { failures: 100, days: 5 },
      autoDisabled: { failures: 2 },
    })
    expect(stderr).toMatch(/^It switched itself off at \S+Z: 2 failed since \S+Z, and none had success\.$/m)
  })

  it('keeps in a file what somebody has written, and not that it was switched off', async () => {
    expect((await project.run(['pull', '--only', 'webhooks'])).code).toBe(0)
    const file = JSON.parse((await project.files())[`webhooks/${SELF_DISABLED}.json`] ?? '{}')
    expect(file).toMatchObject({
      enabled: false,
      disableAfter: { failures: 100, days: 5 },
      signature: { prefix: 'svix' },
    })
    expect(file).not.toHaveProperty('autoDisabled')
  })

  it('counts what it missed, and delivers it once it is on', async () => {
    const redeliver = ['redeliver', SELF_DISABLED, '--status', 'skipped'] as const
    await eventually(async () => expect(await json(...redeliver, '--dry-run')).toMatchObject({ matched: MISSED }))
    const refused = await run(...redeliver, '--yes')
    expect([refused.code, refused.stderr]).toEqual([5, expect.stringContaining('The webhook is disabled')])
    const enabled = await run('enable', SELF_DISABLED)
    expect(enabled.stderr).toContain(`sluice webhooks redeliver ${SELF_DISABLED} --status skipped`)
    expect((await run(...redeliver, '--yes')).stdout).toBe(`${MISSED} of ${MISSED} delivered again, 0 refused\n`)
    const arrived = () => rig.receiver.deliveries.filter(({ path }) => path === '/target')
    await eventually(() => arrived().length === MISSED)
    expect((await run('list')).stdout).not.toContain('by itself')
  })
})
