import { SluiceUsageError } from '../errors.ts'
import { pathSegment } from '../http/call.ts'

/** Paths of Sluice that are no collections: the description lists them beside `{collection}`. */
const RESERVED: ReadonlySet<string> = new Set(
  '.well-known admin console docs events gql-apps graphql keys mcp openapi.json plugins token webhooks whoami'.split(
    ' ',
  ),
)

/**
 * The path of a collection, whoever has named it.
 * @param database of the dedicated tier
 * @throws SluiceUsageError where it would lead to something else
 */
export function collectionPath(name: string, database: string | undefined): string {
  const segments = [...(database === undefined ? [] : [database]), name]
  if (RESERVED.has(segments[0] ?? '')) {
    throw new SluiceUsageError('A collection can not have the name of a part of the API, as keys.')
  }
  return segments.map(segment => `/${pathSegment(segment, 'collection')}`).join('')
}
