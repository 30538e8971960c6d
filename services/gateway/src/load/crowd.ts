import type { Server } from 'node:http'

/** So many connections are more than balancers and ordinary clients hold open. */
const CROWD = 1_000

/**
 * Whether a server has very many connections. Whoever guesses passwords from thousands of addresses keeps each of them open, at
 * some 7 kB of memory; a connection that a balancer shares among its clients is to stay while there is room.
 */
export type Crowd = {
  isThere(): boolean
  /** Counts the connections of the server with each that comes. */
  watch(server: Server): void
}

/** @param least connections of a crowd. Default: 1,000 */
export function createCrowd(least = CROWD): Crowd {
  let isThere = false
  return {
    isThere: () => isThere,
    watch(server) {
      server.on('connection', () => {
        server.getConnections((_fault, count) => {
          isThere = count >= least
        })
      })
    },
  }
}
