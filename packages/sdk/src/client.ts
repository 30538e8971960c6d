import { warnOfKeyInBrowser } from './browser-warning.ts'
import { type AggregationTypes, createCollection, type SluiceCollection } from './documents/collection.ts'
import { collectionPath } from './documents/collection-path.ts'
import { createGraphqlApp, type GraphqlApp, type GraphqlOptions } from './graphql/graphql.ts'
import { type CallOptions, pathSegment } from './http/call.ts'
import { createRaw, unwrap } from './http/raw.ts'
import type { RawClient } from './http/raw-types.ts'
import { createTransport, type Transport } from './http/transport.ts'
import { readOptions, type SluiceOptions } from './options.ts'
import { type AppsResource, createAppsResource } from './resources/apps.ts'
import { createEventsResource, type EventsResource } from './resources/events.ts'
import { type AdminResource, createAdminResource, createKeysResource, type KeysResource } from './resources/keys.ts'
import {
  createPermissionsResource,
  createUsersResource,
  type PermissionsResource,
  type UsersResource,
} from './resources/people.ts'
import {
  type AccessResource,
  createAccessResource,
  createPluginsResource,
  createTokenResource,
  type PluginsResource,
  type TokenResource,
} from './resources/session.ts'
import { createWebhooksResource, type WebhooksResource } from './resources/webhooks.ts'

/** The types of a collection's documents and of its stored aggregations. */
export type CollectionTypes = { document: object; aggregations?: AggregationTypes }

/** The types of an installation: its collections by their names. */
export type SluiceTypes = { collections: Record<string, CollectionTypes> }

type NamedCollections<Types extends SluiceTypes> = <Name extends keyof Types['collections'] & string>(
  name: Name,
) => SluiceCollection<
  Types['collections'][Name]['document'],
  Types['collections'][Name]['aggregations'] extends AggregationTypes
    ? Types['collections'][Name]['aggregations']
    : AggregationTypes
>

type AnyCollection = <T extends object = Record<string, unknown>>(name: string) => SluiceCollection<T>

export type SluiceClient<Types extends SluiceTypes = SluiceTypes> = {
  /** Documents of a collection. The type is believed: the server does not know it. */
  collection: SluiceTypes extends Types ? AnyCollection : NamedCollections<Types>
  /** A GraphQL app. @param uri what stands behind `/graphql/` */
  graphql(uri: string, options?: GraphqlOptions): GraphqlApp
  keys: KeysResource
  admin: AdminResource
  webhooks: WebhooksResource
  apps: AppsResource
  permissions: PermissionsResource
  users: UsersResource
  plugins: PluginsResource
  access: AccessResource
  token: TokenResource
  events: EventsResource
  /** Asks who the caller is, and by what credentials. */
  whoami(options?: CallOptions): ReturnType<typeof askWhoami>
  /** Every described route, by its method and path. */
  raw: RawClient
  /** A second client that signs in by this key, with all other options of this one. */
  withKey(key: string): SluiceClient<Types>
}

/** Makes a client of one Sluice. @throws SluiceUsageError: its message has no credentials */
export function createSluice<Types extends SluiceTypes = SluiceTypes>(options: SluiceOptions): SluiceClient<Types> {
  const settings = readOptions(options)
  warnOfKeyInBrowser(options.key !== undefined)
  const transport = createTransport(settings)
  const prefix = options.database === undefined ? '' : `/${pathSegment(options.database, 'database')}`
  const raw = createRaw(transport, prefix)
  const openCollection = <T, Aggregations extends AggregationTypes>(name: string): SluiceCollection<T, Aggregations> =>
    createCollection({ transport, root: collectionPath(name, options.database), hasDates: options.dates === 'Date' })
  return hideSecrets(settings.url, {
    ...resourcesOf(raw, transport),
    collection: openCollection,
    graphql: (uri, graphqlOptions = {}) => createGraphqlApp(transport, uri, graphqlOptions),
    users: createUsersResource(openCollection('users')),
    permissions: createPermissionsResource(openCollection('acl'), raw),
    withKey: key => createSluice({ ...withoutSignIn(options), key }),
  })
}

const askWhoami = (raw: RawClient, options: CallOptions = {}) => unwrap(raw.GET('/whoami', options))

const resourcesOf = (raw: RawClient, transport: Transport) => ({
  keys: createKeysResource(raw),
  admin: createAdminResource(raw),
  webhooks: createWebhooksResource(raw, transport),
  apps: createAppsResource(raw),
  plugins: createPluginsResource(raw),
  access: createAccessResource(raw),
  token: createTokenResource(raw),
  events: createEventsResource(raw, transport),
  whoami: (options?: CallOptions) => askWhoami(raw, options),
  raw,
})

const withoutSignIn = ({ key: _, session: __, user: ___, password: ____, ...others }: SluiceOptions) => others

/** Whoever logs a client sees its address, and that it has credentials. */
function hideSecrets<Client extends object>(url: string, client: Client): Client {
  const shown = () => ({ url, credentials: '[secret]' })
  Object.defineProperty(client, 'toJSON', { value: shown })
  Object.defineProperty(client, Symbol.for('nodejs.util.inspect.custom'), { value: shown })
  return client
}
