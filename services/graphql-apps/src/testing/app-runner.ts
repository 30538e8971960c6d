import { join } from 'node:path'
import { compilePermissions } from '@sluice/access'
import type { Document, Store } from '@sluice/store'
import { openSqliteStore } from '@sluice/store/sqlite'
import { temporaryDirectory } from '@sluice/testkit'
import type { GraphQLError } from 'graphql'
import { storeDocumentReader } from '../adapters/store-document-reader.ts'
import { storeDocumentWriter } from '../adapters/store-document-writer.ts'
import { compileApp } from '../domain/compile-app.ts'
import type { AppLimits, CompiledApp } from '../domain/model/app-model.ts'
import type { HoleCaller } from '../domain/model/hole.ts'
import { prepareDocument } from '../domain/plan/prepare-document.ts'
import { appRules, hiddenIn } from '../domain/reach.ts'
import { openRulings } from '../domain/rulings.ts'
import type { AggregateRequest, ReadRequest } from '../execution/document-reader.ts'
import { runOperation } from '../execution/run-operation.ts'

/** A test gave an app or a query that is at fault. */
class TestInputError extends Error {
  override name = 'TestInputError'
}

/** `way`: the general one, or by a flat plan where there is one; the latter unless it is given. */
type RunInput = {
  variables?: Document
  caller?: HoleCaller
  permissions?: readonly Document[]
  way?: 'general' | 'flat'
}
type RunResult = {
  text: string | undefined
  /** Whether a flat plan has written the text. */
  isFlat: boolean
  errors: { message: string; path: readonly (string | number)[] | undefined; code: unknown }[]
}

/** Runs queries on an app over a real store, and keeps what the store was asked. */
export type AppRunner = {
  store: Store
  /** What the last query asked of the store. */
  asked: ReadRequest[]
  aggregated: AggregateRequest[]
  load(collection: string, documents: readonly Document[]): Promise<void>
  /** Gives a collection a JSON Schema, in force at once. */
  setSchema(collection: string, jsonSchema: Document): Promise<void>
  run(app: CompiledApp, text: string, given?: RunInput): Promise<RunResult>
  close(): Promise<void>
}

const nobody: HoleCaller = { user: undefined, roles: [], isRoot: false, now: new Date(0) }
const TIER = { tier: 'shared', db: 'sluice' } as const

type AppRunnerOptions = { limits?: Partial<AppLimits>; access?: CompiledApp['access'] }

export function compileTestApp(
  schema: string,
  mappings: Record<string, Document>,
  options: AppRunnerOptions = {},
): CompiledApp {
  const descriptor = { name: 'test', enabled: true, ...options }
  const compiled = compileApp({ descriptor, schema, mappings }, appRules(TIER))
  if (compiled.kind === 'faulty') throw new TestInputError(JSON.stringify(compiled.faults))
  return compiled.app
}

/** @param given a store for these tests alone; without one it is SQLite in a directory of its own */
export async function openAppRunner(given?: Store): Promise<AppRunner> {
  const directory = await temporaryDirectory()
  const store = given ?? (await openSqliteStore({ path: join(directory, 'store.sqlite') }))
  const read = storeDocumentReader(store)
  let write = storeDocumentWriter(store)
  const asked: ReadRequest[] = []
  const aggregated: AggregateRequest[] = []
  const findRaw = (request: ReadRequest) => {
    asked.push(request)
    return read.findRaw(request)
  }
  return {
    store,
    asked,
    aggregated,
    async load(collection, documents) {
      await store.dropCollection({ db: TIER.db, collection })
      if (documents.length > 0) await store.collection({ db: TIER.db, collection }).insertMany(documents)
    },
    async setSchema(collection, jsonSchema) {
      const properties = store.collection({ db: TIER.db, collection: '_collections' })
      await properties.replaceOne({ _id: collection }, { jsonSchema: JSON.stringify(jsonSchema) }, { upsert: true })
      write = storeDocumentWriter(store)
    },
    async run(app, text, { variables = {}, caller = nobody, permissions = [], way = 'flat' } = {}) {
      asked.length = 0
      aggregated.length = 0
      const prepared = prepareDocument(app, text)
      if (prepared.kind === 'failed') throw new TestInputError(`${text}\n${prepared.errors.join('\n')}`)
      const { json, errors, answer } = await runOperation(
        { app, prepared, variables, operationName: undefined, caller, signal: new AbortController().signal },
        {
          read: {
            find(request) {
              asked.push(request)
              return read.find(request)
            },
            aggregate(request) {
              aggregated.push(request)
              return read.aggregate(request)
            },
            indexFor: read.indexFor,
            ...(way === 'flat' && { findRaw }),
          },
          write,
          hidden: hiddenIn(TIER),
          open: openRulings(hiddenIn(TIER)),
          access: () => ({ acl: compilePermissions(permissions).acl, pathOf: ({ collection }) => `/${collection}` }),
          onBroken: error => {
            throw error
          },
        },
      )
      return { text: answer ? dataOf(answer) : json, isFlat: answer !== undefined, errors: errors.map(toldError) }
    },
    async close() {
      await store.close()
    },
  }
}

const toldError = ({ message, path, extensions }: GraphQLError) => ({ message, path, code: extensions.code })

/** The text of `data` in a whole answer. */
const dataOf = (answer: string | Uint8Array): string =>
  (typeof answer === 'string' ? answer : Buffer.from(answer).toString('utf8')).slice('{"data":'.length, -1)
