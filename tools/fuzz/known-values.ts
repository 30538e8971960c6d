import type { SluiceProcess } from '@sluice/e2e'
import { z } from 'zod'

/** Values of path parameters that are there, by the name of the parameter and the beginning of the paths where it means that. */
export type KnownValues = readonly { paths: string; parameter: string; values: readonly string[] }[]

const identified = z.object({ _id: z.union([z.string(), z.object({ $oid: z.string() })]) })
const webhook = {
  name: 'For every request',
  condition: 'method(GET)',
  url: 'https://hooks.example.com/x',
  enabled: false,
}

/** Makes what a demo lacks, a key and a webhook, and collects the ids of what is there: without them most answers are 404. */
export async function collectKnownValues({ url, ownerPassword }: SluiceProcess): Promise<KnownValues> {
  const authorization = `Basic ${Buffer.from(`admin:${ownerPassword}`).toString('base64')}`
  const ask = async (path: string, body?: object) => {
    const asking = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    const headers = { authorization, 'content-type': 'application/json' }
    const answer = await fetch(new URL(path, url), { ...asking, headers })
    return await answer.json()
  }
  const made = identified.parse(await ask('/webhooks', webhook))
  const [routes, airports] = await Promise.all([ask('/routes?pagesize=3'), ask('/airports?pagesize=3')])
  const documents = z.array(identified).parse([routes, airports].flat()).map(idOf)
  return [
    { paths: '^/\\{collection\\}', parameter: 'path.collection', values: ['routes', 'airports'] },
    { paths: '^/\\{collection\\}', parameter: 'path.id', values: documents },
    { paths: '^/\\{collection\\}', parameter: 'path.name', values: ['_id_', 'origin_1', 'busiest'] },
    { paths: '^/gql-apps', parameter: 'path.id', values: ['flights'] },
    { paths: '^/graphql', parameter: 'path.uri', values: ['flights'] },
    { paths: '^/webhooks', parameter: 'path.id', values: [idOf(made)] },
    { paths: '/versions/', parameter: 'path.version', values: ['1', '2'] },
    { paths: '^/plugins', parameter: 'path.id', values: ['webhooks', 'api-keys'] },
  ]
}

const idOf = ({ _id }: z.infer<typeof identified>): string => (typeof _id === 'string' ? _id : _id.$oid)
