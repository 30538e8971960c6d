import type { LookupAddress } from 'node:dns'
import type { ResolveAll } from './guarded-lookup.ts'

type Answer = [error: NodeJS.ErrnoException | null, addresses: LookupAddress[]]

/**
 * One question for each name at a time: the system answers few at once, and those of a name whose servers are silent, one for
 * each connection, would keep all other targets waiting.
 */
export function shareLookups(resolve: ResolveAll): ResolveAll {
  const running = new Map<string, Promise<Answer>>()
  return (name, options, callback) => {
    const key = `${name} ${options.family ?? 0} ${options.hints ?? 0}`
    const asked =
      running.get(key) ??
      new Promise<Answer>(answer => resolve(name, options, (...found) => answer(found))).finally(() =>
        running.delete(key),
      )
    running.set(key, asked)
    void asked.then(([error, addresses]) => callback(error, addresses))
  }
}
