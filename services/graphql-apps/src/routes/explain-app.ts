import { type AppDocument, appDocument, type Refusal, refuse } from '@sluice/contracts'
import { formatDocument } from '@sluice/documents'
import { bytes, type Operation, parseJson } from '@sluice/service-kit'
import type { GraphQLError } from 'graphql'
import { z } from 'zod'
import { parseAppId } from '../domain/app-identity.ts'
import { type AppRules, compileApp } from '../domain/compile-app.ts'
import { prepareDocument } from '../domain/prepare-document.ts'
import { readCaller } from '../domain/read-caller.ts'
import { type Explanation, explainOperation } from '../execution/explain-operation.ts'
import type { OperationSettings } from '../execution/run-operation.ts'
import type { AppStore } from '../ports.ts'
import { noSuchApp } from './app-answer.ts'

const explainBody = z.object({
  query: z.string().max(100 * 1024),
  variables: z.record(z.string(), z.unknown()).optional(),
  operationName: z.string().optional(),
  execute: z.boolean().optional().meta({ description: 'Runs the query and tells what was asked in fact.' }),
})

const command = {
  db: z.string(),
  collection: z.string(),
  how: z.enum(['find', 'aggregate']),
  filter: z.record(z.string(), z.unknown()).nullable().optional(),
  stages: z.array(z.record(z.string(), z.unknown())).nullable().optional(),
  sort: z.record(z.string(), z.int()).optional(),
  skip: z.int().optional(),
  limit: z.int().optional(),
  projection: z.record(z.string(), z.int()).optional(),
}
const sharing = z.object({
  kind: z.enum(['once', 'batched', 'each']).meta({ description: 'How parents share queries.' }),
  most: z.int().optional().meta({ description: 'Values that one query asks for at most.' }),
  shared: z.boolean().optional().meta({ description: 'Whether parents that ask the same share one.' }),
})
const explanation = z.object({
  fields: z.array(
    z.object({ path: z.string(), ...command, sharing: sharing.optional(), error: z.string().optional() }),
  ),
  executed: z
    .object({
      commands: z.array(
        z.object({
          ...command,
          documents: z.int().nullable(),
          ms: z.number().nullable(),
          index: z
            .string()
            .nullable()
            .meta({ description: 'The index by which it was looked; null for a look at all documents.' }),
        }),
      ),
      sent: z.int().meta({ description: 'How many commands there were; the first 200 are listed.' }),
      errors: z.array(z.object({ message: z.string(), path: z.string().optional(), code: z.unknown() })),
    })
    .optional(),
})

type Dependencies = {
  appStore: AppStore
  rules: AppRules
  /** Milliseconds of the store's clock. */
  now(): number
  settings: OperationSettings
}

/** `POST /gql-apps/<id>/explain`: what a query asks of the store, read off the stored app. */
export const explainApp = ({ appStore, rules, settings, now }: Dependencies): Operation => ({
  summary: 'Show the store commands of a query of a GraphQL app',
  body: explainBody,
  answers: { 200: explanation },
  errors: ['MALFORMED_JSON', 'VALIDATION_FAILED', 'NOT_FOUND', 'UNAVAILABLE'],
  async handle({ params: { id = '' }, rawBody, signal, caller }) {
    const body = explainBody.safeParse(parseJson(rawBody))
    if (!body.success) return refuse('VALIDATION_FAILED', 'Send {"query": "…", "variables": {…}, "execute": false}.')
    const stored = await appStore.find(parseAppId(id))
    if (!stored) return noSuchApp(id)
    const app = appDocument.safeParse(stored)
    const compiled = app.success ? compile(app.data, rules) : undefined
    if (!compiled) return refuse('VALIDATION_FAILED', 'The stored app is at fault: check it with /gql-apps/validate.')
    const { query, variables = {}, operationName, execute = false } = body.data
    const prepared = prepareDocument(compiled, query)
    if (prepared.kind === 'failed') return refuseQuery(prepared.errors)
    const asking = { variables, operationName, signal, caller: readCaller(caller, now()) }
    return answer(await explainOperation({ app: compiled, prepared, ...asking }, settings, execute))
  },
})

function compile(document: AppDocument, rules: AppRules) {
  const compiled = compileApp(document, rules)
  return compiled.kind === 'compiled' ? compiled.app : undefined
}

function answer(explained: Explanation) {
  if (explained.kind === 'refused') return refuseQuery(explained.errors)
  const { fields, executed } = explained
  const text = formatDocument({ fields: [...fields], ...(executed ? { executed } : {}) })
  return bytes(text, 'application/json', { headers: { 'cache-control': 'no-store' } })
}

const refuseQuery = (errors: readonly GraphQLError[]): Refusal =>
  refuse(
    'VALIDATION_FAILED',
    errors[0]?.message ?? 'The query can not be explained.',
    errors.map(({ message }) => ({ path: 'query', message })),
  )
