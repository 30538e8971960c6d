import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { type Backend, isAbsent, startBackend } from '@sluice/testkit/backends'
import { executionId } from '../src/domain/execution/execution-id.ts'
import { type ClusterAddress, openClusterDispatcher } from '../src/testing/open-cluster-dispatcher.ts'
import { openReceiver, type TestReceiver } from '../src/testing/receiver.ts'

const EVENTS = 40
const NAMES = ['first', 'second']
const BEGUN_WITHIN_MS = 10_000
const PATIENCE_MS = 60_000

const describeHere = isAbsent('kafka') || isAbsent('mongodb') ? describe.skip : describe

describeHere('two dispatchers of a cluster that are killed and started again', () => {
  let backends: Backend[]
  const running = new Set<ChildProcess>()
  let address: Omit<ClusterAddress, 'claimant'>
  let receiver: TestReceiver
  /** What the target does: at first it fails what may be tried again, then it leaves all hanging, in the end it is well. */
  let manner: 'fails' | 'hangs' | 'well' = 'fails'

  beforeAll(async () => {
    backends = await Promise.all([startBackend('mongodb'), startBackend('kafka')])
    receiver = await openReceiver((request, response) => {
      if (manner === 'hangs') return
      response.statusCode = manner === 'fails' && request.url === '/retried' ? 503 : 200
      response.end()
    })
    const [mongodb = '', kafka = ''] = backends.map(backend => backend.address)
    address = { mongodb, kafka, prefix: `r${randomUUID().slice(0, 8)}-`, allowCidrs: [receiver.cidr] }
  }, 120_000)
  afterAll(async () => {
    await killAll([...running])
    await receiver?.close()
    for (const backend of backends ?? []) await backend.stop()
  })

  function startChild(claimant: string) {
    const script = fileURLToPath(new URL('../src/testing/cluster-dispatcher-child.ts', import.meta.url))
    const argument = JSON.stringify({ ...address, claimant })
    const child = spawn(process.execPath, [script, argument], { stdio: ['ignore', 'pipe', 'inherit'] })
    running.add(child)
    child.once('exit', () => running.delete(child))
    return child
  }

  /** @returns them as soon as their programs are loaded: how long that takes is up to the machine */
  async function startBoth() {
    const children = NAMES.map(startChild)
    await Promise.all(children.map(child => once(child.stdout, 'data')))
    return children
  }

  async function killAll(children: readonly ChildProcess[]) {
    const exits = children.map(child => once(child, 'exit'))
    for (const child of children) child.kill('SIGKILL')
    await Promise.all(exits)
  }

  const idsSince = (at: number) =>
    new Map(
      receiver.received
        .filter(received => received.at >= at)
        .reverse()
        .map(received => [String(received.headers['webhook-id']), received.at]),
    )

  it('begin with what their former selves had in hand, waiting or unread within 10 s, and lose nothing', async () => {
    const setter = await openClusterDispatcher({ ...address, claimant: 'setter' })
    const urlOf = (path: string) => new URL(path, receiver.url).href
    const webhook = (path: string, more: object) =>
      setter.create({ condition: "path('/orders')", url: urlOf(path), timeout_ms: 30_000, ...more })
    const plain = await webhook('/plain', {})
    const retried = await webhook('/retried', { retry: { attempts: 10, schedule: [1] } })
    await setter.stop()
    const send = async (count: number) => {
      const events = await setter.send(...Array.from({ length: count }, () => ({ path: '/orders' })))
      return events.flatMap(({ id }) => [executionId(id, plain._id), executionId(id, retried._id)])
    }

    const children = await startBoth()
    const before = await send(EVENTS)
    await eventually(() => before.every(id => idsSince(0).has(id)), { timeoutMs: PATIENCE_MS })
    manner = 'hangs'
    const hangsSince = Date.now()
    const inHand = await send(EVENTS)
    // Fresh ones and retries fill the slots of the target, and more wait behind them.
    await eventually(() => idsSince(hangsSince).size >= 32, { timeoutMs: PATIENCE_MS })
    const waiting = setter.platform.store.collection({ db: 'sluice', collection: 'webhookDeliveriesWaiting' })
    await eventually(async () => (await waiting.count({ reason: 'full' })) > 0, { timeoutMs: PATIENCE_MS })
    await killAll(children)
    const unread = await send(EVENTS)

    manner = 'well'
    const killedAt = Date.now()
    const restarted = await startBoth()
    const startedAt = Date.now()
    const executions = async () => {
      const { store } = setter.platform
      const names = await store.listCollections('sluice')
      const days = names.filter(name => name.startsWith('webhookExecutions'))
      const pages = await Promise.all(days.map(collection => store.collection({ db: 'sluice', collection }).find({})))
      return pages.flat()
    }
    const isOver = async () => (await executions()).every(({ status }) => status !== 'pending')
    const all = [...before, ...inHand, ...unread]
    await eventually(async () => (await executions()).length === all.length && (await isOver()), {
      timeoutMs: PATIENCE_MS,
    })
    const begun = idsSince(killedAt)
    const waits = [...begun.values()].map(at => at - startedAt).sort((a, b) => a - b)
    const p95 = waits[Math.floor(waits.length * 0.95)]
    const p50 = waits[Math.floor(waits.length / 2)]
    process.stdout.write(`${waits.length} deliveries begun after the restart: p50 ${p50} ms, p95 ${p95} ms\n`)
    expect(unread.filter(id => !begun.has(id))).toEqual([])
    expect(receiver.received.filter(({ at }) => at >= killedAt)).toHaveLength(begun.size)
    expect(p95).toBeLessThan(BEGUN_WITHIN_MS)
    await killAll(restarted)
    await setter.close()
  }, 240_000)
})
