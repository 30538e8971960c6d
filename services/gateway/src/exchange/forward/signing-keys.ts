import type { KeyObject } from 'node:crypto'
import { type UpstreamName, upstreamName } from '@sluice/contracts'
import { currentKeys, grantKeys, type InternalSecrets } from '@sluice/service-kit'

/** The key that grants for a service are signed with, as the internal secrets are at each moment. */
export function createSigningKeys(internalSecrets: InternalSecrets): (name: UpstreamName) => KeyObject {
  const keys = new Map(upstreamName.options.map(name => [name, signingKey(internalSecrets, name)]))
  return name => (keys.get(name) ?? signingKey(internalSecrets, name))()
}

function signingKey(secrets: InternalSecrets, name: UpstreamName): () => KeyObject {
  const keys = currentKeys(secrets, list => grantKeys(list, name))
  return () => {
    const [first] = keys()
    if (!first) throw new RangeError('There is no internal secret: nothing can be signed for the services.')
    return first
  }
}
