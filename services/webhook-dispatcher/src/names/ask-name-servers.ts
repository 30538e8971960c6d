import type { LookupAddress, RecordWithTtl } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { networkInterfaces } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

/** `none`: the name has no address. `silent`: nothing came back in time. `failed`: what came back says nothing of use. */
export type NameAnswer =
  | { kind: 'found'; addresses: readonly LookupAddress[]; ttlSeconds: number }
  | { kind: 'none' }
  | { kind: 'silent' }
  | { kind: 'failed'; reason: string }

type Family = 4 | 6

/** A lost packet is sent again after half a second, then each time after twice as long; after the fourth nobody waits any more. */
const PATIENCE = { timeout: 500, maxTimeout: 4_000, tries: 4 }
/** How long the one family may be later than the other (RFC 8305, 3): some name servers are silent for IPv6 alone. */
const FAMILY_GRACE_MS = 500

/**
 * Asks the name servers for one look-up, without a thread of the process: over a socket of its own, so that it has its own
 * port, and one name's silence is no part of another's. @param servers in the place of the system's, as `address:port`
 */
export function createNameQuestions(servers?: readonly string[]) {
  const resolver = new Resolver(PATIENCE)
  if (servers) resolver.setServers(servers)
  const families = [
    { family: 4, ask: (name: string) => resolver.resolve4(name, { ttl: true }) },
    { family: 6, ask: (name: string) => resolver.resolve6(name, { ttl: true }) },
  ] as const

  /** Both families of one full name. One that fails while the other answers is left out. */
  async function askBoth(name: string): Promise<NameAnswer> {
    const settled: NameAnswer[] = []
    const asked = families.map(async ({ family, ask }) => {
      const answer = await ask(name).then(
        records => toAnswer(records, family),
        error => toFailure(error),
      )
      settled.push(answer)
      return answer
    })
    const both = Promise.all(asked)
    const graced = asked.map(async one => ((await one).kind === 'found' ? delay(FAMILY_GRACE_MS) : both))
    await Promise.race([both, ...graced])
    return settled.reduce(merge)
  }

  return {
    /** The first of these names that is known; a server that is silent ends it. @throws never */
    async firstOf(names: readonly string[]): Promise<NameAnswer> {
      let answer: NameAnswer = { kind: 'none' }
      for (const name of names) {
        const next = await askBoth(name)
        if (next.kind === 'found' || next.kind === 'silent') return next
        if (next.kind === 'failed') answer = next
      }
      return answer
    },
    /** Ends what still waits: nothing of it is left. */
    cancel: () => resolver.cancel(),
  }
}

export type NameQuestions = ReturnType<typeof createNameQuestions>

function toAnswer(records: readonly RecordWithTtl[], family: Family): NameAnswer {
  if (records.length === 0) return { kind: 'none' }
  const addresses = records.map(({ address }) => ({ address, family }))
  return { kind: 'found', addresses, ttlSeconds: Math.min(...records.map(({ ttl }) => ttl)) }
}

const UNKNOWN_NAME = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])
const SILENCE = new Set(['ETIMEOUT', 'ECANCELLED', 'ECONNREFUSED'])

function toFailure(error: unknown): NameAnswer {
  const code = typeof error === 'object' && error !== null ? String(Reflect.get(error, 'code')) : ''
  if (UNKNOWN_NAME.has(code)) return { kind: 'none' }
  return SILENCE.has(code) ? { kind: 'silent' } : { kind: 'failed', reason: code.replace(/^E/, '') }
}

const WEIGHTS: Readonly<Record<NameAnswer['kind'], number>> = { found: 3, silent: 2, failed: 1, none: 0 }

/** Addresses of both families are one answer, in the order in which they are to be tried. */
function merge(one: NameAnswer, other: NameAnswer): NameAnswer {
  if (one.kind !== 'found' || other.kind !== 'found') return WEIGHTS[other.kind] > WEIGHTS[one.kind] ? other : one
  const direction = hasGlobalIpv6() ? -1 : 1
  const addresses = [...one.addresses, ...other.addresses].toSorted((a, b) => direction * (a.family - b.family))
  return { kind: 'found', addresses, ttlSeconds: Math.min(one.ttlSeconds, other.ttlSeconds) }
}

const GLOBAL_IPV6 = /^[23]/

/**
 * Tells whether this machine has a global IPv6 address: then IPv6 comes first, as the C library orders addresses (RFC
 * 6724).
 */
const hasGlobalIpv6 = (): boolean =>
  Object.values(networkInterfaces()).some(all =>
    all?.some(({ family, address }) => family === 'IPv6' && GLOBAL_IPV6.test(address)),
  )
