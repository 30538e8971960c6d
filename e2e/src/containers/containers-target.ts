import { randomBytes } from 'node:crypto'
import { eventually } from '@sluice/testkit'
import { findFreePorts } from '@sluice/testkit/backends'
import type { SluiceTarget, Victim } from '../target.ts'
import { openMail, TARGET_SETTINGS } from '../target.ts'
import { type ContainerComposition, startComposition } from './composition.ts'
import { docker, succeeds } from './docker.ts'
import type { Engine } from './find-engine.ts'

// Where the engine puts this machine: a bridge on Linux, a virtual machine's network elsewhere.
const PRIVATE = '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16'
const HEALTH_CHECK = ['bash', '/app/deploy/docker/check-health.sh']

/** The cluster of docker-compose.yml, with volumes, networks and ports of its own. */
export async function openContainersTarget(engine: Engine): Promise<SluiceTarget> {
  const [first = 0, second = 0] = await findFreePorts(2)
  const receiver = { listenOn: '0.0.0.0', host: 'receiver.test' }
  const { mail, settings } = await openMail(receiver)
  const composition = await startComposition(engine, `sluice-e2e-${randomBytes(4).toString('hex')}`, {
    ...TARGET_SETTINGS,
    ...settings,
    INTERNAL_SECRETS: randomBytes(32).toString('hex'),
    WEBHOOK_ALLOW_CIDRS: PRIVATE,
    GATEWAY_1_PORT: String(first),
    GATEWAY_2_PORT: String(second),
  })
  return {
    urls: [`http://127.0.0.1:${first}`, `http://127.0.0.1:${second}`],
    ownerPassword: TARGET_SETTINGS.SLUICE_ADMIN_PASSWORD,
    base: '',
    receiver,
    mail,
    gateway: await victimOf(composition, 'gateway-1'),
    data: await victimOf(composition, 'data'),
    keys: await victimOf(composition, 'keys'),
    apps: await victimOf(composition, 'graphql-apps'),
    dispatcher: await victimOf(composition, 'webhook-dispatcher'),
    leftovers: async () => [{ kind: 'logs', where: 'containers', bytes: Buffer.from(await composition.logs()) }],
    async stop() {
      const isClean = await composition.stop()
      await composition.remove()
      await mail.close()
      return isClean
    },
  }
}

async function victimOf(composition: ContainerComposition, service: string): Promise<Victim> {
  const [container = ''] = await composition.containersOf(service)
  return {
    kill: async () => void (await docker('kill', '--signal', 'KILL', container)),
    async start() {
      await docker('start', container)
      const isReady = () => succeeds(['docker', 'exec', container, ...HEALTH_CHECK])
      await eventually(isReady, { timeoutMs: 30_000, what: `${service} is ready again` })
    },
  }
}
