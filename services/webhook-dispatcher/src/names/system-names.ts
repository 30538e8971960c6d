import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'

/** What the machine itself says of names: its hosts file, and how short names are completed. */
export type SystemNames = {
  addresses: ReadonlyMap<string, readonly string[]>
  /** Domains that short names are tried in. */
  search: readonly string[]
  /** A name with fewer dots is tried in these domains first. */
  ndots: number
}

/** The paths of the two files. */
export type SystemFiles = { hosts: string; resolvConf: string }

const SYSTEM_FILES: SystemFiles = { hosts: '/etc/hosts', resolvConf: '/etc/resolv.conf' }
const READ_EVERY_MS = 5_000
const MAX_SEARCH = 16
const MAX_NDOTS = 15
const MAX_NAME = 253
const LOOPBACK = ['127.0.0.1', '::1']

/**
 * Follows both files: containers get theirs changed while they run. They are read again when they are asked for, at most
 * every 5 s, and nobody waits for it but the first. A file that is not there is empty.
 */
export function followSystemNames(files: SystemFiles = SYSTEM_FILES): () => Promise<SystemNames> {
  let known: Promise<SystemNames> | undefined
  let readAt = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - readAt < READ_EVERY_MS && known) return known
    readAt = performance.now()
    const reading = readNames(files)
    known ??= reading
    void reading.then(() => {
      known = reading
    })
    return known
  }
}

async function readNames({ hosts, resolvConf }: SystemFiles): Promise<SystemNames> {
  const [hostsText, resolvText] = await Promise.all([hosts, resolvConf].map(readOrNothing))
  return { addresses: parseHosts(hostsText ?? ''), ...parseSearch(resolvText ?? '') }
}

const readOrNothing = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '')

/** Addresses by name in lower case, in the order of the file (hosts(5)). */
export function parseHosts(text: string): Map<string, string[]> {
  const addresses = new Map<string, string[]>()
  for (const words of linesOf(text, /#.*/)) {
    const [address = '', ...names] = words
    if (isIP(address) === 0) continue
    for (const name of names.map(one => one.toLowerCase())) {
      const known = addresses.get(name) ?? []
      if (!known.includes(address)) addresses.set(name, [...known, address])
    }
  }
  return addresses
}

/** The last `search` or `domain` counts, and the last `ndots` (resolv.conf(5)). */
export function parseSearch(text: string): Pick<SystemNames, 'search' | 'ndots'> {
  let [search, ndots]: [string[], number] = [[], 1]
  for (const [keyword, ...words] of linesOf(text, /[#;].*/)) {
    if (keyword === 'search') search = words.slice(0, MAX_SEARCH)
    if (keyword === 'domain') search = words.slice(0, 1)
    if (keyword === 'options') ndots = ndotsIn(words) ?? ndots
  }
  return {
    search: search.map(domain => domain.replace(/\.$/, '').toLowerCase()).filter(domain => domain !== ''),
    ndots,
  }
}

function ndotsIn(options: readonly string[]): number | undefined {
  const [number] = options.flatMap(option => /^ndots:(\d+)$/.exec(option)?.[1] ?? []).slice(-1)
  return number === undefined ? undefined : Math.min(Number(number), MAX_NDOTS)
}

const linesOf = (text: string, comment: RegExp): string[][] =>
  text.split('\n').map(line =>
    line
      .replace(comment, '')
      .split(/\s+/)
      .filter(word => word !== ''),
  )

/** The addresses that the machine itself gives a name, whatever a name server would say. @returns undefined when it gives none */
export function ownAddresses(name: string, { addresses }: SystemNames): readonly string[] | undefined {
  const isLocal = name === 'localhost' || name.endsWith('.localhost')
  return addresses.get(name) ?? (isLocal ? LOOPBACK : undefined)
}

/** The full names to ask for, one after the other, as the C library does: one that ends with a dot is full. */
export function candidatesOf(name: string, { search, ndots }: Pick<SystemNames, 'search' | 'ndots'>): string[] {
  if (name.endsWith('.')) return [name.slice(0, -1)]
  const completed = search.map(domain => `${name}.${domain}`).filter(({ length }) => length <= MAX_NAME)
  return name.split('.').length > ndots ? [name, ...completed] : [...completed, name]
}
