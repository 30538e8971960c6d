import type { LookupsFull } from '../ports/sender.ts'
import type { NameResolver } from './name-resolver.ts'

/**
 * Does `work`, and once more where there was no place to look up its name and there is one soon: the time that the work
 * has begins anew with the turn of its name.
 */
export async function inTurn<T extends { kind: string }>(
  names: Pick<NameResolver, 'turn'>,
  name: string,
  work: () => Promise<T | LookupsFull>,
): Promise<T | LookupsFull> {
  const outcome = await work()
  return outcome.kind === 'full' && (await names.turn(name)) ? work() : outcome
}
