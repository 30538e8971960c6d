import { connect, createServer, type Socket } from 'node:net'
import { listenLocally, relay } from './relay.ts'
import { collectionOf, commandOf, refusalOf, splitMessages, type WireMessage } from './wire-message.ts'

/**
 * What becomes of a command on its way to the store. `late`: its answer is kept for so long. `held`: the store hears of it so much later. `lost`: the store executes it,
 * and in the place of its answer the connection is reset.
 */
type Treatment =
  | { kind: 'pass' }
  | { kind: 'late' | 'held'; ms: number }
  | { kind: 'lost' }
  | { kind: 'refuse'; code: number; name: string }
type Treat = (command: string, collection: string) => Treatment

/** The ways of the processes to the store, in the hands of the rig. */
export type StoreProxy = {
  /** The URL at which the processes find the store. */
  url: string
  /**
   * From now on. @param treat told each command by its name, as `find`, and the collection where it has one; a driver's
   * `hello` asks whether the store is well
   */
  treat(treat: Treat): void
  /** Everything passes again. */
  heal(): void
  /** Commands that were late, held, lost or refused so far. */
  treated(): number
  close(): void
}

const PASS: Treatment = { kind: 'pass' }
const passAll = () => PASS

/** @param storeUrl of the real one; it may come and go */
export async function startStoreProxy(storeUrl: string): Promise<StoreProxy> {
  const target = new URL(storeUrl)
  const clients = new Set<Socket>()
  let treat: Treat = passAll
  let treated = 0
  const decide = (message: WireMessage) => {
    const treatment = treat(commandOf(message), collectionOf(message))
    if (treatment.kind !== 'pass') treated += 1
    return treatment
  }
  const server = createServer(client => {
    clients.add(client)
    client.once('close', () => clients.delete(client))
    openWay(client, connect({ host: target.hostname, port: Number(target.port) }), decide)
  })
  const url = await listenLocally(server, target)
  // Otherwise the driver goes where the store says that it is.
  url.searchParams.set('directConnection', 'true')
  return {
    url: url.href,
    treat(next) {
      treat = next
    },
    heal() {
      treat = passAll
    },
    treated: () => treated,
    close() {
      for (const client of clients) client.destroy()
      server.close()
    },
  }
}

/** A driver has one command under way on a connection: what comes back is the answer to the latest. */
function openWay(client: Socket, store: Socket, decide: (message: WireMessage) => Treatment): void {
  const always = () => true
  let received: Buffer = Buffer.alloc(0)
  let lateMs = 0
  let isLost = false
  const forward = (message: WireMessage): boolean => {
    const treatment = decide(message)
    lateMs = treatment.kind === 'late' ? treatment.ms : 0
    isLost = treatment.kind === 'lost'
    if (treatment.kind === 'refuse') client.write(refusalOf(message, treatment))
    else if (treatment.kind === 'held') setTimeout(() => store.write(message), treatment.ms)
    else return store.write(message)
    return true
  }
  relay(client, store, {
    mayResume: always,
    forward(chunk) {
      const { messages, rest } = splitMessages(received.length === 0 ? chunk : Buffer.concat([received, chunk]))
      received = rest
      return messages.map(forward).every(isTaken => isTaken)
    },
  })
  const late = createLateWriter(client)
  const bringBack = (chunk: Buffer): boolean => {
    if (!isLost) return late.write(chunk, lateMs)
    client.resetAndDestroy()
    return true
  }
  relay(store, client, { mayResume: always, forward: bringBack })
}

/** Keeps the first chunk for its time, and what comes meanwhile with it: an answer is late once. */
function createLateWriter(to: Socket) {
  let kept: Buffer[] = []
  const flush = () => {
    const whole = Buffer.concat(kept)
    kept = []
    if (!to.destroyed) to.write(whole)
  }
  return {
    write(chunk: Buffer, ms: number): boolean {
      if (kept.length === 0 && ms === 0) return to.write(chunk)
      if (kept.length === 0) setTimeout(flush, ms)
      kept.push(chunk)
      return true
    },
  }
}
