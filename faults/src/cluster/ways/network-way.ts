import { connect, createServer, type Socket } from 'node:net'
import { listenLocally, type RelayDirection, relay } from './relay.ts'

/** The way of one process to something, in the hands of the rig. */
export type NetworkWay = {
  /** The address, but for where the process finds it. */
  url: URL
  /** From now on nothing passes, and no connection ends: as a network that is cut. */
  cut(): void
  heal(): void
  close(): void
}

type Forward = RelayDirection['forward']
/** How what comes is brought on: to the far end, and back to the process. As it is, where it is not said. */
type Carriers = {
  there?: (client: Socket, far: Socket) => Forward
  back?: (client: Socket) => Forward
}
type RelayedPair = { client: Socket; far: Socket | undefined }

/** @param target where the way leads; it may come and go */
export async function startNetworkWay(
  target: URL,
  { there = (_, far) => chunk => far.write(chunk), back = client => chunk => client.write(chunk) }: Carriers = {},
): Promise<NetworkWay> {
  const ways = new Set<RelayedPair>()
  let isCut = false
  const mayResume = () => !isCut

  function open(way: RelayedPair): void {
    const { client } = way
    const far = connect({ host: target.hostname, port: Number(target.port) })
    way.far = far
    relay(client, far, { forward: there(client, far), mayResume })
    relay(far, client, { forward: back(client), mayResume })
  }

  const server = createServer(client => {
    const way: RelayedPair = { client, far: undefined }
    ways.add(way)
    client.on('error', () => client.destroy())
    client.once('close', () => ways.delete(way))
    if (!isCut) open(way)
  })
  const url = await listenLocally(server, target)

  return {
    url,
    cut() {
      isCut = true
      for (const { client, far } of ways) for (const end of [client, far]) end?.pause()
    },
    heal() {
      isCut = false
      for (const way of ways) {
        if (!way.far) open(way)
        for (const end of [way.client, way.far]) end?.resume()
      }
    },
    close() {
      for (const { client } of ways) client.destroy()
      server.close()
    },
  }
}
