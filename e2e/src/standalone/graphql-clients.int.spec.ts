import { ApolloClient, gql as apolloGql, HttpLink, InMemoryCache } from '@apollo/client'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { temporaryDirectory } from '@sluice/testkit'
import { cacheExchange, createClient, fetchExchange, gql as urqlGql } from '@urql/core'
import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery } from 'graphql'
import { GraphQLClient, gql } from 'graphql-request'
import { ownerClient } from '../http-client.ts'
import { type SluiceProcess, startSluice } from './sluice-process.ts'

const ownerPassword = 'a password for this test'
const SHIPS = [
  { _id: 1, name: 'Aurora', port: 'Oslo' },
  { _id: 2, name: 'Borealis', port: 'Oslo' },
  { _id: 3, name: 'Castor', port: 'Bergen' },
]
const APP = {
  _id: 'fleet',
  descriptor: { name: 'Fleet', uri: 'fleet', get: true },
  schema: `"A ship." type Ship { _id: Int! name(upper: Boolean = false): String @deprecated(reason: "Too long.") port: String }
enum Order { UP DOWN } input Page { limit: Int = 10 order: Order }
type Query { ships(port: String!, page: Page): [Ship!]! }`,
  mappings: {
    Query: { ships: { db: 'sluice', collection: 'ships', find: { port: { $arg: 'port' } }, sort: { _id: 1 } } },
  },
}
const TEXT = 'query Ships($port: String!) { ships(port: $port) { _id name } }'
const variables = { port: 'Oslo' }
type Ships = { ships: { _id: number; name: string }[] }
const FOUND = [
  { _id: 1, name: 'Aurora' },
  { _id: 2, name: 'Borealis' },
]

describe('GraphQL clients', () => {
  let sluice: SluiceProcess
  let url: string
  const headers = { authorization: `Basic ${btoa(`admin:${ownerPassword}`)}` }

  beforeAll(async () => {
    sluice = await startSluice({
      DATA_DIR: await temporaryDirectory(),
      SLUICE_DEMO: 'false',
      SLUICE_ADMIN_PASSWORD: ownerPassword,
    })
    const owner = ownerClient({ url: sluice.url, ownerPassword })
    await owner.json('PUT', '/ships')
    for (const ship of SHIPS) await owner.json('POST', '/ships', ship)
    await owner.json('POST', '/gql-apps', APP)
    url = `${sluice.url}/graphql/fleet`
  }, 60_000)
  afterAll(() => sluice.interrupt())

  it('Apollo Client runs a query with variables, and has its data in the cache', async () => {
    const client = new ApolloClient({ cache: new InMemoryCache(), link: new HttpLink({ uri: url, headers }) })
    const query = apolloGql(TEXT)
    const { data } = await client.query<Ships>({ query, variables })
    expect(data?.ships).toMatchObject(FOUND)
    expect(client.readQuery<Ships>({ query, variables })?.ships).toMatchObject(FOUND)
    const wrong = await client.query({ query: apolloGql('{ nope }'), errorPolicy: 'all' })
    expect(String(wrong.error)).toContain('Cannot query field')
    client.stop()
  })

  it.each([false, true])('urql runs a query with variables, by GET: %s', async preferGetMethod => {
    const client = createClient({
      url,
      exchanges: [cacheExchange, fetchExchange],
      fetchOptions: { headers },
      preferGetMethod: preferGetMethod ? 'force' : false,
    })
    const { data, error } = await client.query<Ships>(urqlGql(TEXT), variables).toPromise()
    expect(error).toBeUndefined()
    expect(data?.ships).toMatchObject(FOUND)
    const wrong = await client.query(urqlGql('{ nope }'), {}).toPromise()
    expect(wrong.error?.graphQLErrors).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }])
  })

  it.each(['POST', 'GET'] as const)('graphql-request runs a query with variables, by %s', async method => {
    const client = new GraphQLClient(url, { headers, method })
    expect((await client.request<Ships>(gql`${TEXT}`, variables)).ships).toEqual(FOUND)
    await expect(client.request('{ nope }')).rejects.toMatchObject({
      response: { errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] },
    })
  })

  it('GraphiQL reads the schema, with every option of its query', async () => {
    const options = {
      descriptions: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
    }
    const client = new GraphQLClient(url, { headers })
    const schema = buildClientSchema(await client.request<IntrospectionQuery>(getIntrospectionQuery(options)))
    expect(schema.getType('Ship')).toMatchObject({ description: 'A ship.' })
    expect(
      schema
        .getQueryType()
        ?.getFields()
        .ships?.args.map(({ name }) => name),
    ).toEqual(['port', 'page'])
  })
})
