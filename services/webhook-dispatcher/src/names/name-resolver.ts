import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { LRUCache } from 'lru-cache'
import { createNameQuestions, type NameAnswer, type NameQuestions } from './ask-name-servers.ts'
import { NameLookupError, nameSubject } from './name-lookup-error.ts'
import { createNameTurns } from './name-turns.ts'
import { candidatesOf, followSystemNames, ownAddresses, type SystemFiles } from './system-names.ts'

/** All addresses of a name. @throws NameLookupError */
export type ResolveAll = (name: string) => Promise<readonly LookupAddress[]>

export type NameResolverOptions = {
  /** In the place of the system's name servers, as `address:port`. */
  servers?: readonly string[]
  /** In the place of those in /etc. */
  files?: SystemFiles
  now?: () => number
  /** Names that may be asked for at once: each has a socket. More wait for their turn. */
  maxNames?: number
  /** How long a name may be asked for, in ms. */
  patienceMs?: number
}

const MAX_NAMES = 256
/** Names that wait for their turn: more than deliveries and tests may be under way. */
const MAX_WAITING_NAMES = 2_000
const MAX_WAITING_FOR_NAME = 1_000
const MAX_KNOWN = 4_096
/** More than any name has in earnest; each is judged at each use. */
const MAX_ADDRESSES = 64
const MIN_KEPT_MS = 1_000
const MAX_KEPT_MS = 30_000
/** A name that has failed is not asked for again meanwhile. */
const FAILURE_KEPT_MS = 5_000
const PATIENCE_MS = 8_000

type Found = { addresses: readonly LookupAddress[] }
type Outcome = Found | { error: NameLookupError }
type Search = { outcome: Promise<Outcome>; waiting: number; ask(): void; giveUp(reason: string): void }

const SILENT = 'could not be looked up: no name server answered in time'
const CROWDED = 'could not be looked up: too many names were, and their name servers are silent'
const TOO_WIDE = `leads to more than ${MAX_ADDRESSES} addresses, which no delivery tries`
const BUSY = 'is being looked up, and too many deliveries wait for it already'

/**
 * Looks names up as the system does (its hosts file, its search domains, its name servers) without its threads, of which
 * two look-ups at silent servers would take all that look-ups may have. One question for each name at a time. Where too
 * many names are asked for, the others wait until one of them is answered, or has been asked for so long that it gives way:
 * its server is silent. What was found is kept for as long as it says, from 1 to 30 s; a failure for 5 s.
 */
export function createNameResolver(options: NameResolverOptions = {}): ResolveAll {
  const { now = () => performance.now(), maxNames = MAX_NAMES, patienceMs = PATIENCE_MS } = options
  const known = new LRUCache<string, Outcome>({ max: MAX_KNOWN, ttl: FAILURE_KEPT_MS, ttlResolution: 0, perf: { now } })
  const searches = new Map<string, Search>()
  const turns = createNameTurns<Search>({ maxNames, giveWay: search => search.giveUp(CROWDED) })
  const systemNames = followSystemNames(options.files)

  async function find(name: string, questions: NameQuestions): Promise<NameAnswer> {
    const system = await systemNames()
    const own = ownAddresses(name, system)
    if (!own) return questions.firstOf(candidatesOf(name, system))
    const addresses = own.map(address => ({ address, family: isIP(address) }))
    return { kind: 'found', addresses, ttlSeconds: 0 }
  }

  function begin(name: string): Search {
    const { promise: outcome, resolve } = Promise.withResolvers<Outcome>()
    const questions = createNameQuestions(options.servers)
    const end = (settled: Outcome, keptMs: number) => {
      clearTimeout(patience)
      if (searches.get(name) === search) searches.delete(name)
      known.set(name, settled, { ttl: keptMs })
      resolve(settled)
      questions.cancel()
      turns.leave(search)
    }
    const giveUp = (reason: string) =>
      end({ error: new NameLookupError('DNS_FAILED', nameSubject(name), reason) }, FAILURE_KEPT_MS)
    const patience = setTimeout(() => giveUp(SILENT), patienceMs).unref()
    const ask = () =>
      void find(name, questions).then(answer => {
        if (searches.get(name) === search) end(outcomeOf(name, answer), keptMs(answer))
      })
    const search = { outcome, waiting: 0, ask, giveUp }
    searches.set(name, search)
    turns.enter(search)
    return search
  }

  async function join(name: string): Promise<Outcome> {
    if (!searches.has(name) && turns.waiting() >= MAX_WAITING_NAMES) return failure('DNS_FAILED', name, CROWDED)
    const search = searches.get(name) ?? begin(name)
    if (search.waiting >= MAX_WAITING_FOR_NAME) return failure('DNS_FAILED', name, BUSY)
    search.waiting += 1
    return search.outcome
  }

  return async host => {
    const name = host.toLowerCase()
    const outcome = known.get(name) ?? (await join(name))
    if ('error' in outcome) throw outcome.error
    return outcome.addresses
  }
}

const failure = (code: NameLookupError['code'], name: string, reason: string): Outcome => ({
  error: new NameLookupError(code, nameSubject(name), reason),
})

function outcomeOf(name: string, answer: NameAnswer): Outcome {
  switch (answer.kind) {
    case 'found':
      return answer.addresses.length > MAX_ADDRESSES ? failure('DNS_FAILED', name, TOO_WIDE) : answer
    case 'none':
      return failure('HOST_NOT_FOUND', name, 'is not known to the name servers')
    case 'silent':
      return failure('DNS_FAILED', name, SILENT)
    case 'failed':
      return failure('DNS_FAILED', name, `could not be looked up: its name server says ${answer.reason}`)
  }
}

const keptMs = (answer: NameAnswer): number =>
  answer.kind === 'found' ? Math.min(Math.max(answer.ttlSeconds * 1000, MIN_KEPT_MS), MAX_KEPT_MS) : FAILURE_KEPT_MS
