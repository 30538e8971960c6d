import type { SluiceProcess } from '@sluice/e2e'
import { z } from 'zod'
import { askAsOwner } from './owner-client.ts'

/** Values of path parameters that are there, by the name of the parameter and the beginning of the paths where it means that. */
export type KnownValues = readonly { paths: string; parameter: string; values: readonly string[] }[]

const identified = z.object({ _id: z.union([z.string(), z.object({ $oid: z.string() })]) })
const webhook = {
  name: 'For every request',
  condition: 'method(GET)',
  url: 'https://hooks.example.com/x',
  enabled: false,
}
/** The user and the permission that may be changed and deleted. */
const KNOWN = 'fuzz-known'

/**
 * Makes what a demo lacks, a key and a webhook, and collects the ids of what is there: without them most answers are 404.
 * @param root what stands before collections in the paths of this tier: nothing, or the database
 */
export async function collectKnownValues(sluice: SluiceProcess, root: string): Promise<KnownValues> {
  const ask = askAsOwner(sluice)
  const made = identified.parse(await ask('POST', '/webhooks', webhook))
  await ask('POST', `${root}/users`, { _id: KNOWN, roles: [], password: 'correct horse' })
  await ask('POST', `${root}/acl`, { _id: KNOWN, roles: [KNOWN], predicate: "path('/nowhere')" })
  const [routes, airports] = await Promise.all([
    ask('GET', `${root}/routes?pagesize=3`),
    ask('GET', `${root}/airports?pagesize=3`),
  ])
  const documents = z.array(identified).parse([routes, airports].flat()).map(idOf)
  const collection = root === '' ? '^/\\{collection\\}' : '^/\\{db\\}/\\{collection\\}'
  return [
    ...(root === '' ? [] : [{ paths: '^/\\{db\\}', parameter: 'path.db', values: [root.slice(1)] }]),
    { paths: collection, parameter: 'path.collection', values: ['routes', 'airports'] },
    { paths: collection, parameter: 'path.id', values: documents },
    { paths: collection, parameter: 'path.name', values: ['_id_', 'origin_1', 'busiest'] },
    { paths: `^${root}/(users|acl)/`, parameter: 'path.id', values: [KNOWN] },
    { paths: `^${root}/gql-apps`, parameter: 'path.id', values: ['flights'] },
    { paths: '^/graphql', parameter: 'path.uri', values: ['flights'] },
    // A log that is there would be followed without end.
    { paths: '^/webhooks/\\{id\\}(?!/logs/tail)', parameter: 'path.id', values: [idOf(made)] },
    { paths: '/versions/', parameter: 'path.version', values: ['1', '2'] },
    { paths: '^/plugins', parameter: 'path.id', values: ['webhooks', 'api-keys'] },
  ]
}

const idOf = ({ _id }: z.infer<typeof identified>): string => (typeof _id === 'string' ? _id : _id.$oid)
