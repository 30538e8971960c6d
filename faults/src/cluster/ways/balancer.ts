import { connect, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { listenLocally, relay } from './relay.ts'

type BalancedMember = { url: string; adminUrl: string }

/** One address of several processes, as a Service of Kubernetes is: a connection goes to one that says it is ready. */
export type Balancer = {
  url: string
  /** Over when it is known which of them are ready. */
  follow(members: readonly BalancedMember[]): Promise<void>
  close(): void
}

const LOOK_EVERY_MS = 250
/**
 * The interval is that of the chart's probe: on a machine that is busy with starts, an answer takes longer than a look.
 */
const LOOK_MS = 4_000
const ANYWHERE = new URL('http://127.0.0.1/')

export async function startBalancer(): Promise<Balancer> {
  let members: readonly BalancedMember[] = []
  const ready = new Set<BalancedMember>()
  let turn = 0
  let isClosed = false

  async function look(member: BalancedMember): Promise<void> {
    if (await isReady(member)) ready.add(member)
    else ready.delete(member)
  }

  // Each by itself: the slow answer of one that starts holds up nothing that is to be known of the others.
  async function keepLooking(member: BalancedMember): Promise<void> {
    while (!isClosed && members.includes(member)) {
      await wait(LOOK_EVERY_MS)
      await look(member)
    }
  }

  const server = createServer(client => {
    turn += 1
    const able = members.filter(member => ready.has(member))
    const member = able[turn % able.length]
    client.on('error', () => client.destroy())
    if (!member) return void client.destroy()
    const { hostname, port } = new URL(member.url)
    const process = connect({ host: hostname, port: Number(port), noDelay: true })
    client.setNoDelay(true)
    relay(client, process, { forward: chunk => process.write(chunk), mayResume: () => true })
    relay(process, client, { forward: chunk => client.write(chunk), mayResume: () => true })
  })
  const { origin } = await listenLocally(server, ANYWHERE)
  return {
    url: origin,
    async follow(given) {
      members = given
      await Promise.all(members.map(look))
      for (const member of members) void keepLooking(member)
    },
    close() {
      isClosed = true
      server.close()
    },
  }
}

const isReady = ({ adminUrl }: BalancedMember): Promise<boolean> =>
  fetch(`${adminUrl}/readyz`, { signal: AbortSignal.timeout(LOOK_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )
