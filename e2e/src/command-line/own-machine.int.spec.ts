import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { findFreePorts } from '@sluice/testkit/backends'
import { ownerClient } from '../http-client.ts'
import { openStandaloneTarget } from '../standalone/standalone-target.ts'
import type { SluiceTarget } from '../target.ts'
import { buildCommandLine, openProject, type SluiceCommand } from './sluice-command.ts'

const PAGE = readFileSync(new URL('../../../docs/how-to/receive-on-your-own-machine.md', import.meta.url), 'utf8')
const [, receiverProgram = ''] = /```js\n(.*?)```/s.exec(PAGE) ?? []
/** The command lines of the page as lists of words. */
const commands = [...PAGE.matchAll(/^ +sluice (listen .+)$/gm)].map(([, line = '']) =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''),
)

describe('a receiver on your own machine', () => {
  let target: SluiceTarget
  let project: SluiceCommand
  const children: ChildProcess[] = []
  const owner = () => ownerClient({ url: target.urls[0], ownerPassword: target.ownerPassword })

  async function startReceiver(secret: string) {
    const [port = 0] = await findFreePorts(1)
    const environment = { PATH: '', PORT: String(port), WEBHOOK_SECRET: secret }
    const words = ['--input-type=module', '--eval', receiverProgram]
    const child = spawn(process.execPath, words, { cwd: 'packages/sdk', env: environment })
    children.push(child)
    let said = ''
    child.stdout.on('data', chunk => {
      said += String(chunk)
    })
    return { port, said: () => said }
  }

  beforeAll(async () => {
    target = await openStandaloneTarget()
    project = await openProject(await buildCommandLine(), target)
    await owner().json('POST', '/plugins/webhooks/enable')
    await owner().json('PUT', '/routes')
  }, 120_000)
  afterAll(async () => {
    for (const child of children) child.kill()
    await target?.stop()
  })

  it('verifies, by the lines of the how-to, what a saved webhook has delivered elsewhere', async () => {
    const webhook = { name: 'New route', condition: "path('/routes')", url: 'http://127.0.0.1:9/' }
    const { secret } = await owner().json<{ secret: string }>('PUT', '/webhooks/new-route', webhook)
    const { port, said } = await startReceiver(secret)
    const [ofWebhook = []] = commands
    const command = project.start(ofWebhook.map(word => word.replace(':3000', `:${port}`)))
    await eventually(async () => {
      await owner().json('POST', '/routes', { origin: 'SFO' })
      return said().includes('verified POST /routes')
    })
    command.interrupt()
    expect((await command.end).code).toBe(0)
  }, 60_000)

  it('needs no webhook: a condition is enough', async () => {
    const [, ofCondition = []] = commands
    expect(ofCondition).toContain("path('/routes') and method('POST')")
    const command = project.start(ofCondition.slice(0, 3))
    await eventually(async () => {
      await owner().json('POST', '/routes', { origin: 'SFO' })
      return command.stdout().includes('POST /routes 201')
    })
    command.interrupt()
    expect((await command.end).code).toBe(0)
  }, 60_000)

  it('is found a condition by a recording, as a file that the server takes', async () => {
    const recorded = project.start(['record', '--seconds', '5', '--out', 'sluice/webhooks'])
    await eventually(() => recorded.stderr().includes('Recording for'))
    for (const number of [1, 2]) await owner().json('POST', '/routes', { number })
    const { code, stdout, stderr } = await recorded.end
    expect([code, stderr]).toEqual([0, expect.stringContaining('recorded-1.json')])
    expect(stdout).toContain("path('/routes') and method('POST')")
    expect((await project.run(['validate', '--only', 'webhooks'])).code).toBe(0)
    const again = await project.run(['record', '--seconds', '1', '--out', 'sluice/webhooks'])
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('is there already')])
  }, 60_000)

  it('is shown what a template makes of an event', async () => {
    project.write({ 'a.json': '{"origin":"{{request.body.origin}}"}', 'b.json': '{{request.body.origin}}' })
    await owner().json('POST', '/routes', { origin: 'LIT' })
    const shown = await eventually(async () => {
      const { items } = await owner().json<{ items: { _id: string }[] }>('GET', '/events?path=/routes&limit=1')
      const { stdout } = await project.run(['template', 'sluice/a.json', '--event', items[0]?._id ?? ''])
      return stdout.includes('LIT') && { stdout, event: items[0]?._id ?? '' }
    })
    expect(shown.stdout).toBe('{"origin":"LIT"}\n')
    expect((await project.run(['template', 'sluice/b.json', '--event', shown.event])).code).toBe(1)
  }, 60_000)
})
