import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { share } from '@sluice/bounds'
import { LRUCache } from 'lru-cache'
import { createNameQuestions, type NameAnswer, type NameQuestions } from './ask-name-servers.ts'
import { NameLookupError, nameSubject } from './name-lookup-error.ts'
import { createNamePlaces } from './name-places.ts'
import { createNameTurns } from './name-turns.ts'
import { candidatesOf, followSystemNames, ownAddresses, type SystemFiles } from './system-names.ts'

/** All addresses of a name. @throws NameLookupError */
export type ResolveAll = (name: string) => Promise<readonly LookupAddress[]>

export type NameResolver = {
  /** Never waits for others: where a name that is not known has no place to be asked for, it throws `LOOKUPS_FULL`. */
  resolve: ResolveAll
  /** Whether the name needs no look-up, or has a place for it. */
  mayAsk(name: string): boolean
  /**
   * Waits up to 2 s for a place, and begins the look-up there. @returns false where there was none; at once for a name
   * whose last look-up met silence
   */
  turn(name: string): Promise<boolean>
}

export type NameResolverOptions = {
  /** In the place of the system's name servers, as `address:port`. */
  servers?: readonly string[]
  /** In the place of those in /etc. */
  files?: SystemFiles
  now?: () => number
  /** Names that may be asked for at once: each has a socket. */
  maxNames?: number
  /** How long a name may be asked for, in ms. */
  patienceMs?: number
}

const MAX_NAMES = 256
const MAX_KNOWN = 4_096
/** More than any name has in earnest; each is judged at each use. */
const MAX_ADDRESSES = 64
const MIN_KEPT_MS = 1_000
const MAX_KEPT_MS = 30_000
/** A name that has failed is not asked for again meanwhile. */
const FAILURE_KEPT_MS = 5_000
const PATIENCE_MS = 8_000

type FoundAddresses = { addresses: readonly LookupAddress[] }
type LookupOutcome = FoundAddresses | { error: NameLookupError }

const SILENT = 'could not be looked up: no name server answered in time'
const CROWDED = 'could not be looked up yet: too many names are'
const TOO_WIDE = `leads to more than ${MAX_ADDRESSES} addresses, which no delivery tries`

/**
 * Looks names up as the system does (its hosts file, its search domains, its name servers) without its threads, of which
 * two look-ups at silent servers would take all that look-ups may have. One question for each name at a time, shared by all
 * who ask for it. What was found is kept for as long as it says, from 1 to 30 s; a failure for 5 s. That there was no place,
 * or only for as long as others had left it, is no failure of the name and is not kept.
 */
export function createNameResolver(options: NameResolverOptions = {}): NameResolver {
  const { now = () => performance.now(), maxNames = MAX_NAMES, patienceMs = PATIENCE_MS } = options
  const known = createKnownNames(now)
  const places = createNamePlaces(maxNames)
  const searches = share(search)
  const turns = createNameTurns({ mayAsk, begin })
  const systemNames = followSystemNames(options.files)

  function mayAsk(name: string): boolean {
    return places.hasRoom(name) || known.has(name) || searches.isRunning(name) || isAddress(name)
  }

  /** Whoever resolves the name then hears what came of it. */
  function begin(name: string): void {
    searches.run(name).catch(() => {})
  }

  async function search(name: string): Promise<LookupOutcome> {
    const answer = places.hasRoom(name) ? await ask(name) : undefined
    if (!answer) return failure('LOOKUPS_FULL', name, CROWDED)
    const outcome = outcomeOf(name, answer)
    known.set(name, outcome, { ttl: keptMs(answer) })
    return outcome
  }

  /** @returns undefined where the name was silent, and had to leave its place before its time */
  async function ask(name: string): Promise<NameAnswer | undefined> {
    const questions = createNameQuestions(options.servers)
    let isGivenUp = false
    const leave = places.take(name, () => {
      isGivenUp = true
      questions.cancel()
    })
    const patience = setTimeout(questions.cancel, patienceMs).unref()
    const answer = await find(name, questions)
    clearTimeout(patience)
    questions.cancel()
    const isSilent = answer.kind === 'silent'
    leave(isSilent ? 'silence' : 'answer')
    turns.proceed()
    return isSilent && isGivenUp ? undefined : answer
  }

  async function find(name: string, questions: NameQuestions): Promise<NameAnswer> {
    const system = await systemNames()
    const own = ownAddresses(name, system)
    return own ? foundOnThisSystem(own) : questions.firstOf(candidatesOf(name, system))
  }

  return {
    async resolve(host) {
      const name = host.toLowerCase()
      const outcome = known.get(name) ?? (await searches.run(name))
      if ('error' in outcome) throw outcome.error
      return outcome.addresses
    },
    mayAsk: host => mayAsk(host.toLowerCase()),
    async turn(host) {
      const name = host.toLowerCase()
      if (!mayAsk(name)) return !places.isSilent(name) && turns.wait(name)
      begin(name)
      return true
    },
  }
}

const createKnownNames = (now: () => number): LRUCache<string, LookupOutcome> =>
  new LRUCache({
    max: MAX_KNOWN,
    ttl: FAILURE_KEPT_MS,
    ttlResolution: 0,
    perf: { now },
  })

/** Takes a host as a URL has it, with IPv6 in brackets, or as a mail server has it. */
const isAddress = (host: string): boolean => isIP(host.replace(/^\[|\]$/g, '')) > 0

const foundOnThisSystem = (addresses: readonly string[]): NameAnswer => ({
  kind: 'found',
  addresses: addresses.map(address => ({ address, family: isIP(address) })),
  ttlSeconds: 0,
})

const failure = (code: NameLookupError['code'], name: string, reason: string): LookupOutcome => ({
  error: new NameLookupError(code, nameSubject(name), reason),
})

function outcomeOf(name: string, answer: NameAnswer): LookupOutcome {
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
