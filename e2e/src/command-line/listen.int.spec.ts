import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { createReceiver } from '@sluice/sdk/webhooks'
import { eventually } from '@sluice/testkit'
import { BACKEND_KINDS, isAbsent } from '@sluice/testkit/backends'
import { openClusterTarget } from '../cluster/cluster-target.ts'
import { ownerClient, userClient } from '../http-client.ts'
import { type DeliveryReceiver, type ReceivedDelivery, startReceiver } from '../receiver.ts'
import { openStandaloneTarget } from '../standalone/standalone-target.ts'
import { LOOPBACK, type SluiceTarget } from '../target.ts'
import { buildCommandLine, openProject, type RunningCommand, type SluiceCommand } from './sluice-command.ts'

const isClusterAbsent = BACKEND_KINDS.some(isAbsent)
const TARGETS = [
  ['a standalone', openStandaloneTarget, false],
  ['a cluster', openClusterTarget, isClusterAbsent],
] as const

for (const [name, openTarget, isNotThere] of TARGETS) {
  ;(isNotThere ? describe.skip : describe)(`sluice listen at ${name}`, () => {
    let target: SluiceTarget
    let project: SluiceCommand
    let receiver: DeliveryReceiver
    const running: RunningCommand[] = []

    const owner = (at: 0 | 1 = 0) => ownerClient({ url: target.urls[at], ownerPassword: target.ownerPassword })
    const listen = async (words: readonly string[], environment?: Record<string, string>): Promise<RunningCommand> => {
      const command = project.start(['listen', ...words], environment && { environment })
      running.push(command)
      await eventually(() => command.stderr().includes('Listening to'))
      return command
    }
    /** The delivery that a request with this number has led to: it is sent until it has. */
    const deliveryOf = (path: string, number: number): Promise<ReceivedDelivery> =>
      eventually(async () => {
        await owner(1).json('POST', path, { number })
        return receiver.deliveries.find(({ body }) => body.includes(`"number":${number}`)) ?? false
      })
    const verified = ({ headers, body }: ReceivedDelivery, secret: string) => createReceiver(secret)({ headers, body })

    beforeAll(async () => {
      const program = await buildCommandLine()
      target = await openTarget()
      project = await openProject(program, target)
      receiver = await startReceiver(LOOPBACK)
      await owner().json('POST', '/plugins/webhooks/enable')
      for (const step of ['install', 'enable']) await owner().json('POST', `/plugins/api-keys/${step}`)
      for (const collection of ['heard', 'copied']) await owner().json('PUT', `/${collection}`)
    }, 240_000)
    afterEach(async () => {
      for (const command of running.splice(0)) {
        command.interrupt()
        await command.end
      }
    })
    afterAll(async () => {
      receiver?.close()
      await target?.stop()
    })

    it('brings what a condition holds of to a receiver here, signed by the secret of the run, and ends with 0', async () => {
      const condition = "path('/heard') and method('POST')"
      const command = await listen(['--json', '--condition', condition, '--forward', `${receiver.url}/status/500`])
      const delivery = await deliveryOf('/heard', 1)
      const [first = ''] = command.stdout().split('\n')
      const { secret } = JSON.parse(first)
      expect((await verified(delivery, secret)).payload).toMatchObject({ request: { path: '/heard' } })
      const line = await eventually(() => command.stdout().split('\n')[1] || false)
      expect(JSON.parse(line)).toMatchObject({
        number: 1,
        delivery: { summary: 'POST /heard 201' },
        answer: { status: 500, text: 'answer of /status/500' },
      })
      command.interrupt()
      expect((await command.end).code).toBe(0)
    }, 90_000)

    it('renders by a template file, and goes on when the server was away', async () => {
      project.write({ 'heard.json': '{"number":{{request.body.number}},"by":"template"}' })
      const words = ['--condition', "path('/heard')", '--template', 'sluice/heard.json', '--as', 'json']
      const command = await listen([...words, '--forward', receiver.url, '--header', 'x-mine: 1'])
      const before = await deliveryOf('/heard', 2)
      expect(before).toMatchObject({ body: '{"number":2,"by":"template"}', headers: { 'x-mine': '1' } })
      await target.gateway.kill()
      await target.gateway.start()
      const after = await deliveryOf('/heard', 3)
      const [, secret = ''] = /Secret of this run: (\S+)/.exec(command.stdout()) ?? []
      expect((await verified(after, secret)).payload).toMatchObject({ number: 3 })
    }, 120_000)

    it('brings a copy of each delivery of a saved webhook, which verifies by its own secret', async () => {
      const webhook = { name: 'Copied', condition: "path('/copied')", url: `${receiver.url}/status/204` }
      const { _id, secret } = await owner().json<{ _id: string; secret: string }>('POST', '/webhooks', webhook)
      await listen(['--webhook', _id, '--forward', `${receiver.url}/here`])
      const isCopied = () =>
        receiver.deliveries.find(({ path, body }) => path === '/here' && body.includes('"number":4'))
      await deliveryOf('/copied', 4)
      const copy = await eventually(() => isCopied() ?? false)
      expect((await verified(copy, secret)).payload).toMatchObject({ webhook: { id: _id } })
    }, 90_000)

    it('goes on when the log has lost an entry before it was copied', async () => {
      const webhook = { name: 'Cleared', condition: "path('/cleared')", url: `${receiver.url}/status/204` }
      const { _id } = await owner().json<{ _id: string }>('POST', '/webhooks', webhook)
      await owner().json('PUT', '/cleared')
      const command = await listen(['--webhook', _id, '--forward', `${receiver.url}/hang/copies`])
      const witness = project.start(['tail', '--webhook', _id, '--json'])
      running.push(witness)
      const told = () => witness.stdout().split('\n').length - 1
      // The copy of one delivery waits for its answer while the next one is told, and the log cleared.
      await eventually(async () => {
        await owner(1).json('POST', '/cleared', {})
        return receiver.held() > 0
      })
      await eventually(async () => {
        const before = told()
        await owner(1).json('POST', '/cleared', {})
        await eventually(() => told() > before)
        await owner().status('DELETE', `/webhooks/${_id}/logs`)
        receiver.release()
        return command.stdout().includes('no more, so there is no copy')
      })
      receiver.release()
      await eventually(async () => {
        await owner(1).json('POST', '/cleared', { number: 7 })
        receiver.release()
        return receiver.deliveries.some(({ path, body }) => path === '/hang/copies' && body.includes('"number":7'))
      })
    }, 90_000)

    it('ends with 1, and says why, when its webhook is deleted', async () => {
      const webhook = { name: 'Gone', condition: "path('/gone')", url: `${receiver.url}/status/204` }
      const { _id } = await owner().json<{ _id: string }>('POST', '/webhooks', webhook)
      await owner().json('PUT', '/gone')
      const command = await listen(['--webhook', _id])
      // Its stream is open when it has told of something.
      await eventually(async () => {
        await owner(1).json('POST', '/gone', {})
        return command.stdout().includes('POST /gone 201')
      })
      await owner(1).status('DELETE', `/webhooks/${_id}`)
      expect(await command.end).toMatchObject({ code: 1, stderr: expect.stringContaining(`"${_id}" is gone`) })
    }, 60_000)

    it('ends with 3 within 15 s when its key is revoked', async () => {
      const password = 'a password of a listener'
      await owner().json('POST', '/users', { _id: 'listener', password, roles: ['listener'] })
      await owner().json('PUT', '/acl/listener?wm=upsert', {
        roles: ['listener'],
        predicate: "path('/webhooks/listen') or path-prefix('/keys')",
        apiKeys: { roles: ['listener'] },
      })
      const own = userClient(target.urls[0], { name: 'listener', password })
      const issued = await own.json<{ _id: string; key: string }>('POST', '/keys', { name: 'l', roles: ['listener'] })
      const command = await listen(['--condition', 'true'], { SLUICE_KEY: issued.key })
      await eventually(async () => {
        await owner(1).json('POST', '/heard', {})
        return command.stdout().includes('POST /heard 201')
      })
      await owner().json('DELETE', `/admin/keys/${issued._id}`)
      const revokedAt = performance.now()
      expect((await command.end).code).toBe(3)
      expect(performance.now() - revokedAt).toBeLessThan(15_000)
    }, 60_000)

    it('leads to no other machine, and not to the server itself, unless that is said', async () => {
      const words = ['listen', '--condition', 'true', '--forward']
      const remote = await project.run([...words, 'http://receiver.example/'])
      const self = await project.run([...words, `${target.urls[0]}/heard`])
      expect([remote.code, remote.stderr.includes('--allow-remote')]).toEqual([2, true])
      expect([self.code, self.stderr.includes('the server itself')]).toEqual([2, true])
    })
  })
}
