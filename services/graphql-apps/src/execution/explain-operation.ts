import { isDocument } from '@sluice/documents'
import type { Document } from '@sluice/store'
import { GraphQLError, getOperationAST, getVariableValues } from 'graphql'
import { isTooDeep, TOO_DEEP } from '../domain/bind/input-depth.ts'
import type { AppLimits } from '../domain/model/app-model.ts'
import { explainWay } from '../domain/plan/explained-way.ts'
import { planOperation } from '../domain/plan/plan-operation.ts'
import type { DocumentReader } from './document-reader.ts'
import { explainPlan } from './explain-plan.ts'
import { MAX_CONCURRENT } from './query-budget.ts'
import { type OperationRequest, type OperationSettings, rulingsFor, runOperation } from './run-operation.ts'

/** Commands that an answer lists; a query may send one for each of its documents. */
const MAX_COMMANDS = 200

export type OperationExplanation =
  | { kind: 'explained'; plan: Document; fields: readonly Document[]; executed: Document | undefined }
  | { kind: 'refused'; errors: readonly GraphQLError[] }

/** Says what a query asks of the store; where it is to be executed, also what was asked in fact, and how it went. */
export async function explainOperation(
  request: OperationRequest,
  settings: OperationSettings,
  isExecuted: boolean,
): Promise<OperationExplanation> {
  const { app, prepared, caller, variables } = request
  const operation = getOperationAST(prepared.document, request.operationName)
  if (operation?.operation !== 'query') return { kind: 'refused', errors: [notAQuery()] }
  if (isTooDeep(variables)) return { kind: 'refused', errors: [new GraphQLError(TOO_DEEP)] }
  const coerced = getVariableValues(app.schema, operation.variableDefinitions ?? [], variables, { maxErrors: 20 })
  if (coerced.errors) return { kind: 'refused', errors: coerced.errors }
  const planned = planOperation(app, { document: prepared.document, operation }, coerced.coerced)
  const { rulings } = rulingsFor(request, settings)
  const { fields, isCut } = explainPlan(planned.root, { variables: coerced.coerced, caller, rulings })
  const plan = { ...explainWay(planned, rulings), bounds: boundsOf(app.limits), ...(isCut ? { isCut } : {}) }
  return { kind: 'explained', plan, fields, executed: isExecuted ? await execute(request, settings) : undefined }
}

/** What all commands of one request have in common. */
const boundsOf = ({ maxDocuments, timeoutMs }: AppLimits): Document => ({
  documents: maxDocuments,
  timeMs: timeoutMs,
  commandsAtOnce: MAX_CONCURRENT,
})

const notAQuery = (): GraphQLError =>
  new GraphQLError('A query can be explained, and one alone. Say which by operationName where there are several.')

async function execute(request: OperationRequest, settings: OperationSettings): Promise<Document> {
  const { read, commands, count } = recordingReader(settings.read)
  const { errors } = await runOperation(request, { ...settings, read })
  const told = errors.map(({ message, path, extensions }) => ({
    message,
    ...(path ? { path: path.join('.') } : {}),
    code: extensions.code,
  }))
  return { commands, sent: count(), errors: told }
}

function recordingReader(read: DocumentReader) {
  const commands: Document[] = []
  let sent = 0
  type ExplainedAsk = { ask(): Promise<readonly Document[]>; indexFor(): Promise<string | undefined> | undefined }
  const record = async (command: Document, { ask, indexFor }: ExplainedAsk) => {
    const told: Document = { ...command, documents: null, ms: null, index: null }
    sent += 1
    const isTold = commands.length < MAX_COMMANDS
    if (isTold) commands.push(told)
    const start = performance.now()
    const documents = await ask()
    told.documents = documents.length
    told.ms = Math.round((performance.now() - start) * 10) / 10
    // What was read is told also where the store can't say how.
    if (isTold) told.index = (await indexFor()?.catch(() => undefined)) ?? null
    return documents
  }
  const recording: DocumentReader = {
    find(request) {
      const { db, collection, filter, sort, skip, projection } = request
      const shape = { ...(sort ? { sort } : {}), ...(skip > 0 ? { skip } : {}), ...limited(request) }
      const command = { db, collection, how: 'find', filter, ...shape, ...(projection ? { projection } : {}) }
      return record(command, { ask: () => read.find(request), indexFor: () => read.indexFor(request) })
    },
    indexFor: read.indexFor,
    aggregate(request) {
      const { db, collection, stages } = request
      const command = { db, collection, how: 'aggregate', stages, ...limited(request) }
      const filter = stages[0]?.$match
      const indexFor = () => (isDocument(filter) ? read.indexFor({ db, collection, filter }) : undefined)
      return record(command, { ask: () => read.aggregate(request), indexFor })
    },
  }
  return { read: recording, commands, count: () => sent }
}

const limited = ({ limit }: { limit: number }): Document => (Number.isFinite(limit) ? { limit } : {})
