import type { ResolveAll } from './name-resolver.ts'

/** A resolver that tells which names it is looking up. */
export type WatchedLookups = { resolve: ResolveAll; isAsking(name: string): boolean }

/** Counts the look-ups that have not ended, by name: what waits for one of them waits for a name server, not for a target. */
export function watchLookups(resolve: ResolveAll): WatchedLookups {
  const asking = new Map<string, number>()
  const count = (name: string, more: 1 | -1) => {
    const left = (asking.get(name) ?? 0) + more
    if (left > 0) asking.set(name, left)
    else asking.delete(name)
  }
  return {
    async resolve(name) {
      count(name, 1)
      try {
        return await resolve(name)
      } finally {
        count(name, -1)
      }
    },
    isAsking: name => asking.has(name),
  }
}
