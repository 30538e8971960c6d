// One candidate of the GraphQL benchmark, as a process of its own: `node bench/src/graphql/candidate.ts <name>`. Says its port.
import { createServer, type RequestListener } from 'node:http'
import { ApolloServer } from '@apollo/server'
import { expressMiddleware } from '@as-integrations/express5'
import { createChangeLog } from '@sluice/change-log'
import { createGraphqlApps } from '@sluice/graphql-apps'
import { openTestPlatform } from '@sluice/testkit'
import { findFreePorts } from '@sluice/testkit/backends'
import express from 'express'
import fastify from 'fastify'
import { createSchema, createYoga } from 'graphql-yoga'
import mercurius from 'mercurius'
import { withMemory } from './memory-store.ts'
import { newContext, resolvers } from './resolvers.ts'
import { answers, LIST, SDL, TINY } from './world.ts'

const [port = 0] = await findFreePorts(1)

const CANDIDATES: Readonly<Record<string, () => Promise<unknown>>> = {
  stringify: () => listen(answering(query => JSON.stringify(answers[query]))),
  constant: () => {
    const texts = new Map([LIST, TINY].map(query => [query, JSON.stringify(answers[query])]))
    return listen(answering(query => texts.get(query) ?? ''))
  },
  async apollo() {
    const server = new ApolloServer({ typeDefs: SDL, resolvers })
    await server.start()
    const app = express()
    app.use('/graphql/bench', express.json(), expressMiddleware(server, { context: async () => newContext() }))
    return listen(app)
  },
  yoga: () => {
    const schema = createSchema<object>({ typeDefs: SDL, resolvers })
    return listen(
      createYoga<object>({ schema, context: newContext, graphqlEndpoint: '/graphql/bench', logging: false }),
    )
  },
  async mercurius() {
    const app = fastify()
    await app.register(mercurius, { schema: SDL, resolvers, context: newContext, jit: 1, path: '/graphql/bench' })
    return app.listen({ port, host: '127.0.0.1' })
  },
  async sluice() {
    const platform = await openTestPlatform()
    const changes = createChangeLog({ store: platform.store, signals: platform.signals, db: platform.db })
    await changes.start()
    const store = withMemory(platform.store)
    await createGraphqlApps({ ...platform, store, changes }, { address: { host: '127.0.0.1', port } }).start()
  },
}

await CANDIDATES[process.argv[2] ?? '']?.()
process.once('disconnect', () => process.exit(0))
process.send?.(port)

function listen(listener: RequestListener): Promise<void> {
  return new Promise(resolve => createServer(listener).listen(port, '127.0.0.1', resolve))
}

/** Reads the query, and answers what is known for it. */
function answering(textOf: (query: string) => string): RequestListener {
  return (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = textOf(JSON.parse(Buffer.concat(chunks).toString()).query)
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
        .end(text)
    })
  }
}
