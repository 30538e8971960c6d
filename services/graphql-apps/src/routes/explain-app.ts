import {
  type AppDocument,
  appDocument,
  DOCUMENT_RULES,
  type Refusal,
  refuse,
  refuseUnappliedRule,
  rulesIn,
} from '@sluice/contracts'
import { formatDocument } from '@sluice/documents'
import { bytes, type Operation, parseJson, type ServiceRequest } from '@sluice/service-kit'
import type { GraphQLError } from 'graphql'
import { z } from 'zod'
import { openAccess, refuseHiddenSource } from '../domain/app-access.ts'
import { parseAppId } from '../domain/app-identity.ts'
import { readCaller } from '../domain/bind/read-caller.ts'
import { type AppRules, compileApp } from '../domain/compile-app.ts'
import type { CompiledApp } from '../domain/model/app-model.ts'
import { prepareDocument } from '../domain/plan/prepare-document.ts'
import { explainOperation, type OperationExplanation } from '../execution/explain-operation.ts'
import type { OperationSettings } from '../execution/run-operation.ts'
import type { AuthorJudge } from '../judge-author.ts'
import type { AppStore } from '../ports/app-store.ts'
import { noSuchApp } from './app-answer.ts'
import { exampleCollection } from './app-shape.ts'

const explainBody = z.object({
  query: z.string().max(100 * 1024),
  variables: z.record(z.string(), z.unknown()).optional(),
  operationName: z.string().optional(),
  execute: z.boolean().optional().meta({ description: 'Runs the query and tells what was asked in fact.' }),
})

const command = z
  .object({
    db: z.string(),
    collection: z.string(),
    how: z.enum(['find', 'aggregate']),
    filter: z.record(z.string(), z.unknown()).nullable().optional(),
    stages: z.array(z.record(z.string(), z.unknown())).nullable().optional(),
    sort: z.record(z.string(), z.int()).optional(),
    skip: z.int().optional(),
    limit: z.int().optional(),
    projection: z.record(z.string(), z.int()).optional(),
  })
  .meta({ id: 'StoreCommand' })
const sharing = z.object({
  kind: z.enum(['once', 'batched', 'each']).meta({ description: 'How parents share queries.' }),
  most: z.int().optional().meta({ description: 'Values that one query asks for at most.' }),
  shared: z.boolean().optional().meta({ description: 'Whether parents that ask the same share one.' }),
})
const explainedField = z.object({ path: z.string(), sharing: sharing.optional(), error: z.string().optional() })
const executedCommand = z.object({
  documents: z.int().nullable(),
  ms: z.number().nullable(),
  index: z
    .string()
    .nullable()
    .meta({ description: 'The index by which it was looked; null for a look at all documents.' }),
})
const way = z
  .object({
    kind: z.enum(['general', 'flat']),
    why: z.string().optional(),
    bounds: z.object({ documents: z.int(), timeMs: z.int(), commandsAtOnce: z.int() }),
    isCut: z.boolean().optional(),
  })
  .meta({ description: 'The way of the query: flat copies the answer out of stored bytes; why it is general.' })
const explanation = z
  .object({
    plan: way,
    fields: z.array(command.and(explainedField)),
    executed: z
      .object({
        commands: z.array(command.and(executedCommand)),
        sent: z.int().meta({ description: 'How many commands there were; the first 200 are listed.' }),
        errors: z.array(z.object({ message: z.string(), path: z.string().optional(), code: z.string().optional() })),
      })
      .optional(),
  })
  .meta({
    id: 'AppExplanation',
    examples: [
      {
        plan: { kind: 'general', bounds: { documents: 10_000, timeMs: 5000, commandsAtOnce: 8 } },
        fields: [{ path: 'airport', ...exampleCollection, how: 'find', filter: { _id: 'SFO' }, limit: 1 }],
      },
    ],
  })

type Dependencies = {
  appStore: AppStore
  rules: AppRules
  author: AuthorJudge
  /** Milliseconds of the store's clock. */
  now(): number
  settings: OperationSettings
}

/** `POST /gql-apps/<id>/explain`: which way a query takes and what it asks of the store, read off the stored app. */
export const explainApp = ({ appStore, rules, author, settings, now }: Dependencies): Operation => ({
  id: 'explainApp',
  tag: 'apps',
  summary: 'Show the store commands of a query of a GraphQL app',
  examples: { body: { query: '{ airport(iata: "SFO") { city } }' } },
  body: explainBody,
  // Nothing is written, so that `writeFilter` and `mergeRequest` have nothing to narrow.
  appliedRules: DOCUMENT_RULES,
  answers: { 200: explanation },
  errors: ['MALFORMED_JSON', 'FORBIDDEN', 'VALIDATION_FAILED', 'FIELD_HIDDEN', 'NOT_FOUND', 'UNAVAILABLE'],
  async handle(request) {
    const { rawBody, signal, caller } = request
    const body = explainBody.safeParse(parseJson(rawBody))
    if (!body.success) return refuse('VALIDATION_FAILED', 'Send {"query": "…", "variables": {…}, "execute": false}.')
    const { query, variables = {}, operationName, execute = false } = body.data
    const reading = execute ? readExecutable : readStored
    const read = await reading({ appStore, rules, author }, request)
    if (read.kind === 'refuse') return read
    const prepared = prepareDocument(read.app, query)
    if (prepared.kind === 'failed') return refuseQuery(prepared.errors)
    const asking = { variables, operationName, signal: signal(), caller: readCaller(caller, now()) }
    return answer(await explainOperation({ app: read.app, prepared, ...asking }, settings, execute))
  },
})

type ExplainedApp = { kind: 'read'; document: AppDocument; app: CompiledApp }

type AppReading = Pick<Dependencies, 'appStore' | 'rules' | 'author'>
type AppQuestion = Pick<ServiceRequest, 'params' | 'caller'>

/** The app, if a query of it may be executed for this caller. */
async function readExecutable(reading: AppReading, asked: AppQuestion): Promise<ExplainedApp | Refusal> {
  const unapplied = refuseExecution(asked)
  const read = unapplied ?? (await readStored(reading, asked))
  return read.kind === 'refuse' ? read : (reading.author.ofApp(read.document, asked.caller) ?? read)
}

async function readStored(
  { appStore, rules }: AppReading,
  { params: { id = '' }, caller }: AppQuestion,
): Promise<ExplainedApp | Refusal> {
  const access = openAccess(caller)
  const stored = await appStore.find(parseAppId(id), access.readable)
  if (!stored) return noSuchApp(id)
  const hidden = refuseHiddenSource('The explanation', ['schema', 'mappings'], access)
  if (hidden) return hidden
  const parsed = appDocument.safeParse(stored)
  const compiled = parsed.success ? compileApp(parsed.data, rules) : undefined
  if (parsed.success && compiled?.kind === 'compiled') return { kind: 'read', document: parsed.data, app: compiled.app }
  return refuse('VALIDATION_FAILED', 'The stored app is at fault: check it with /gql-apps/validate.')
}

/** What is executed reads documents of other collections, of which rules for apps say nothing. */
function refuseExecution({ params: { id = '' }, caller: { permission } }: AppQuestion): Refusal | undefined {
  const { rules } = openAccess({ permission })
  const rule = rulesIn(rules).find(name => name === 'readFilter' || name === 'projectResponse')
  if (!permission || !rule) return undefined
  const path = `/gql-apps/${id}/explain with "execute": true`
  return refuseUnappliedRule({ permission: permission.id, rule, method: 'POST', path })
}

function answer(explained: OperationExplanation) {
  if (explained.kind === 'refused') return refuseQuery(explained.errors)
  const { plan, fields, executed } = explained
  const text = formatDocument({ plan, fields: [...fields], ...(executed ? { executed } : {}) })
  return bytes(text, 'application/json', { headers: { 'cache-control': 'no-store' } })
}

const refuseQuery = (errors: readonly GraphQLError[]): Refusal =>
  refuse(
    'VALIDATION_FAILED',
    errors[0]?.message ?? 'The query can not be explained.',
    errors.map(({ message }) => ({ path: 'query', message })),
  )
