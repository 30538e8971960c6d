import type { KeyObject } from 'node:crypto'
import type { Secret } from '../settings/secret.ts'

/** The secrets between gateway and services that are in force: the first signs, all verify. Another list after a change. */
export type InternalSecrets = () => readonly Secret[]

/** Keys of the secrets that are in force, derived once for each list of them: a request pays a comparison. */
export function currentKeys(
  secrets: InternalSecrets,
  derive: (secrets: readonly Secret[]) => readonly KeyObject[],
): () => readonly KeyObject[] {
  let from: readonly Secret[] | undefined
  let keys: readonly KeyObject[] = []
  return () => {
    const now = secrets()
    if (now !== from) {
      keys = derive(now)
      from = now
    }
    return keys
  }
}
