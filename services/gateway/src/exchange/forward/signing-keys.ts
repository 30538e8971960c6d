import type { KeyObject } from 'node:crypto'
import { type UpstreamName, upstreamName } from '@sluice/contracts'
import { currentKeys, grantKeys, type InternalSecrets, passKeys } from '@sluice/service-kit'

/** The key that grants for a service are signed with, as the internal secrets are at each moment. */
export function createSigningKeys(internalSecrets: InternalSecrets): (name: UpstreamName) => KeyObject {
  const keyOf = (name: UpstreamName) => firstOf(currentKeys(internalSecrets, list => grantKeys(list, name)))
  const keys = new Map(upstreamName.options.map(name => [name, keyOf(name)]))
  return name => (keys.get(name) ?? keyOf(name))()
}

/** The key that passes are signed with, as the internal secrets are at each moment. */
export const createPassKey = (internalSecrets: InternalSecrets): (() => KeyObject) =>
  firstOf(currentKeys(internalSecrets, passKeys))

function firstOf(keys: () => readonly KeyObject[]): () => KeyObject {
  return () => {
    const [first] = keys()
    if (!first) throw new RangeError('There is no internal secret: nothing can be signed for the services.')
    return first
  }
}
