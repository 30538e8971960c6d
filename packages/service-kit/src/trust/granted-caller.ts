import { hash } from 'node:crypto'
import { type GrantedCaller, grantedCaller } from '@sluice/contracts'
import { LRUCache } from 'lru-cache'
import { formatHeaderJson, readHeaderJson } from './header-json.ts'

/** What a grant says of its caller, as it is sent, and the SHA-256 by which requests are tied to it. */
export type CallerText = { text: string; digest: string }

/** Writes what a grant says of its caller. The text may be kept, and sent with each request that it is true of. */
export function formatGrantedCaller({ principal, isRoot, permission, positions }: GrantedCaller): CallerText {
  const text = formatHeaderJson({ principal, isRoot, permission, positions })
  return { text, digest: digestOf(text) }
}

/** The callers that were read from their texts lately. */
export type KnownCallers = {
  /** @returns the SHA-256 of a text, which may be anybody's */
  digestOf(text: string): string
  /** @param text that a gateway has signed. @returns a caller that nobody can change; undefined for what is none */
  read(text: string): GrantedCaller | undefined
}

const MAX_CALLERS = 1_000
const MAX_CHARACTERS = 8 * 1024 * 1024

type KnownCaller = { caller: GrantedCaller; digest: string }

/**
 * Reads each text once and keeps those that were read last, by all of their text: at most 1,000, of 8 Mi characters. A
 * text that is longer by itself is read each time.
 */
export function createKnownCallers(): KnownCallers & { size(): number } {
  const known = new LRUCache<string, KnownCaller>({
    max: MAX_CALLERS,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (_, text) => text.length,
  })
  return {
    size: () => known.size,
    // Whoever sends a text without a signature keeps nobody known.
    digestOf: text => known.peek(text)?.digest ?? digestOf(text),
    read(text) {
      const before = known.get(text)
      if (before) return before.caller
      const { data: caller } = grantedCaller.safeParse(readHeaderJson(text))
      if (!caller) return undefined
      freezeAll(caller)
      known.set(text, { caller, digest: digestOf(text) })
      return caller
    },
  }
}

const digestOf = (text: string): string => hash('sha256', text, 'base64url')

/** A caller is shared by the requests that it makes. */
function freezeAll(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  Object.freeze(value)
  for (const part of Object.values(value)) freezeAll(part)
}
