import {
  type ExecutionResult,
  executeSync,
  type FieldNode,
  GraphQLError,
  getOperationAST,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
} from 'graphql'
import { withCode } from '../domain/bind/bind-query.ts'
import { isTooDeep, TOO_DEEP } from '../domain/bind/input-depth.ts'
import { schemaAsWritten } from '../domain/compile/parse-sdl.ts'
import type { CompiledApp } from '../domain/model/app-model.ts'
import type { HoleCaller, Variables } from '../domain/model/hole.ts'
import { badInput } from '../domain/model/hole-values.ts'
import {
  AnswerTooLargeError,
  type AnswerWriting,
  type CompiledPlan,
  compileObjectWriter,
} from '../domain/plan/compile-writer.ts'
import { limitExceeded } from '../domain/plan/document-limits.ts'
import { chooseFlat } from '../domain/plan/flat/compile-flat.ts'
import { type FieldPlan, type ObjectPlan, planOperation } from '../domain/plan/plan-operation.ts'
import type { PreparedDocument } from '../domain/plan/prepare-document.ts'
import { type AccessRules, collectionRulings, type Rulings } from '../domain/rulings.ts'
import { type WriteRulings, writeRulings } from '../domain/write-rulings.ts'
import type { DocumentReader, Hidden } from './document-reader.ts'
import type { DocumentWriter } from './document-writer.ts'
import { tryFlat } from './flat/try-flat.ts'
import { loadDocuments } from './load-documents.ts'
import { createBudgetedReader } from './query-budget.ts'
import { type MutationRun, runMutations } from './run-mutations.ts'

export type OperationRequest = {
  app: CompiledApp
  prepared: Extract<PreparedDocument, { kind: 'ready' }>
  variables: { readonly [name: string]: unknown }
  operationName: string | undefined
  caller: HoleCaller
  signal: Pick<AbortSignal, 'aborted'>
}

export type OperationSettings = {
  read: DocumentReader
  write: DocumentWriter
  hidden: Hidden
  /** For apps in endpoint mode. */
  open: Rulings
  /** For apps in collections mode. */
  access(): Pick<AccessRules, 'acl' | 'pathOf'>
  /** What the store should never say; for the log. */
  onBroken: (error: unknown) => void
}

/**
 * `json` is the text of `data`; without it the request itself is at fault. `answer`: the whole answer, in the place of
 * both, where a flat plan has written it. `way`: that of a query that ran.
 */
export type OperationResult = {
  json: string | undefined
  errors: readonly GraphQLError[]
  answer?: string | Uint8Array
  way?: QueryWay
}

/** `left`: by a flat plan at first, or it was at rest. */
export type QueryWay = 'flat' | 'general' | 'left'

/** Plans of one document that are kept: they differ by what `@skip` and `@include` say. */
const MAX_PLANS = 16

/** Runs an operation of a valid document: variables coerced by graphql-js's rules, documents loaded, answer written. */
export async function runOperation(request: OperationRequest, settings: OperationSettings): Promise<OperationResult> {
  const { app, prepared, operationName = '' } = request
  const known = hasNone(request.variables) ? prepared.unvaried.get(operationName) : undefined
  const run = known ? { kind: 'planned' as const, plan: known, variables: NO_VARIABLES } : planRun(request)
  if (run.kind === 'refused') return failed(run.errors)
  const { plan, variables } = run
  if (plan.operation.operation === 'mutation') return mutate(run, request, settings)
  const { rulings } = rulingsFor(request, settings)
  const begunAt = performance.now()
  const { limits } = app
  const budgeted = (read: DocumentReader) =>
    createBudgetedReader(read, { limits, signal: request.signal, onBroken: settings.onBroken, begunAt })
  const given = { rulings, variables, caller: request.caller }
  const outcome = await tryFlat(plan.flat, settings.read, read => ({ ...given, read: budgeted(read) }))
  if (outcome.kind === 'answered') return { json: undefined, errors: [], answer: outcome.answer, way: 'flat' }
  const root = {}
  const loaded = await loadDocuments(plan.root, root, { ...given, read: budgeted(outcome.read) })
  const errors: GraphQLError[] = []
  const introspect = (field: FieldPlan) => runIntrospection({ plan, field, request, errors })
  const json = writeRoot(plan, root, { outcomeOf: loaded, introspect, errors, written: 0 })
  return { json, errors, way: plan.flat ? 'left' : 'general' }
}

const NO_VARIABLES: Variables = {}

type PlannedRun = { plan: CompiledPlan; variables: Variables }
type RunPlanning = ({ kind: 'planned' } & PlannedRun) | { kind: 'refused'; errors: readonly GraphQLError[] }

const refused = (...errors: readonly GraphQLError[]): RunPlanning => ({ kind: 'refused', errors })

function planRun(request: OperationRequest): RunPlanning {
  const { app, prepared, operationName, variables } = request
  const operation = getOperationAST(prepared.document, operationName)
  if (!operation) return refused(unknownOperation(operationName))
  if (!isServed(operation, app)) return refused(notServed(operation))
  if (isTooDeep(variables)) return refused(badInput(TOO_DEEP))
  const declared = operation.variableDefinitions ?? []
  const coerced = getVariableValues(app.schema, declared, variables, { maxErrors: 20 })
  if (coerced.errors) return refused(...coerced.errors.map(asBadInput))
  const plan = planFor(request, operation, coerced.coerced)
  if (declared.length === 0) keepUnvaried(plan, request)
  return { kind: 'planned', plan, variables: coerced.coerced }
}

const isServed = ({ operation }: OperationDefinitionNode, { mutation }: CompiledApp): boolean =>
  operation === 'query' || (operation === 'mutation' && mutation !== undefined)

function keepUnvaried(plan: CompiledPlan, { prepared, operationName = '' }: OperationRequest): void {
  const isQuery = plan.operation.operation === 'query'
  if (isQuery && prepared.unvaried.size < MAX_PLANS) prepared.unvaried.set(operationName, plan)
}

function mutate({ plan, variables }: PlannedRun, request: OperationRequest, settings: OperationSettings) {
  const { app, signal, caller } = request
  const read = createBudgetedReader(settings.read, { ...settings, limits: app.limits, signal })
  const { rulings, judge } = rulingsFor(request, settings)
  return writeMutations(plan.root, { ...settings, read, rulings, variables, caller, judge, limits: app.limits, signal })
}

type AllRulings = { rulings: Rulings; judge: WriteRulings | undefined }

/** What the caller may read, and in collections mode also write. */
export function rulingsFor({ app, caller }: OperationRequest, { hidden, open, access }: OperationSettings): AllRulings {
  if (app.access === 'endpoint') return { rulings: open, judge: undefined }
  const rules = { ...access(), hidden }
  const rulings = collectionRulings(rules, caller)
  return { rulings, judge: writeRulings(rules, caller, rulings) }
}

async function writeMutations(plan: ObjectPlan, run: Omit<MutationRun, 'errors'>): Promise<OperationResult> {
  const errors: GraphQLError[] = []
  try {
    return { json: await runMutations(plan, { ...run, errors }), errors }
  } catch (error) {
    return { json: giveUp(error, errors), errors }
  }
}

function writeRoot(plan: CompiledPlan, root: object, writing: AnswerWriting): string {
  try {
    return JSON.stringify(plan.write(root, undefined, writing))
  } catch (error) {
    return giveUp(error, writing.errors)
  }
}

/** Nothing of the answer is left but its errors. */
function giveUp(error: unknown, errors: GraphQLError[]): string {
  if (error instanceof AnswerTooLargeError) {
    errors.splice(0, errors.length, limitExceeded(error.message))
    return 'null'
  }
  // The error of a non-null field that reached the top: the writer has located it.
  if (!(error instanceof GraphQLError)) throw error
  errors.push(error)
  return 'null'
}

function hasNone(variables: OperationRequest['variables']): boolean {
  for (const _ in variables) return false
  return true
}

const failed = (errors: readonly GraphQLError[]): OperationResult => ({ json: undefined, errors })

function planFor(
  { app, prepared }: OperationRequest,
  operation: OperationDefinitionNode,
  variables: Variables,
): CompiledPlan {
  const key = planKey(operation.name?.value, prepared.conditions, variables)
  const known = prepared.plans.get(key)
  if (known) return known
  const bare = planOperation(app, { document: prepared.document, operation }, variables)
  const plan = { ...bare, ...chooseFlat(bare), write: compileObjectWriter(bare.root) }
  if (prepared.plans.size < MAX_PLANS) prepared.plans.set(key, plan)
  return plan
}

/** Most documents have nothing that is left out by a variable. */
function planKey(name = '', conditions: readonly string[], variables: Variables): string {
  if (conditions.length === 0) return name
  return JSON.stringify([name, conditions.map(condition => variables[condition])])
}

/** The validation lets the fields of a root type that the schema does not have pass unchecked. */
function notServed(node: OperationDefinitionNode): GraphQLError {
  const message = `This app has no ${node.operation}s. Send a query.`
  return new GraphQLError(message, { nodes: node, extensions: { code: 'OPERATION_RESOLUTION_FAILURE' } })
}

function unknownOperation(name: string | undefined): GraphQLError {
  const message = name
    ? `The document has no operation "${name}".`
    : 'The document has several operations. Say which one by operationName.'
  return new GraphQLError(message, { extensions: { code: 'OPERATION_RESOLUTION_FAILURE' } })
}

const asBadInput = (error: GraphQLError): GraphQLError =>
  new GraphQLError(error.message, { nodes: error.nodes, extensions: { code: 'BAD_USER_INPUT' } })

type IntrospectionField = { plan: CompiledPlan; field: FieldPlan; request: OperationRequest; errors: GraphQLError[] }

/** Introspection reads no documents: graphql-js answers it, that one field alone. */
function runIntrospection({ plan, field, request, errors }: IntrospectionField): unknown {
  const { operation, document } = plan
  const selections: readonly FieldNode[] = field.nodes
  const alone: OperationDefinitionNode = { ...operation, selectionSet: { ...operation.selectionSet, selections } }
  const fragments = document.definitions.filter(each => each.kind === Kind.FRAGMENT_DEFINITION)
  const result: ExecutionResult = executeSync({
    schema: schemaAsWritten(request.app.sdl),
    document: { ...document, definitions: [alone, ...fragments] },
    variableValues: request.variables,
  })
  // What can be wrong with it is an argument.
  errors.push(...(result.errors ?? []).map(withCode))
  return result.data?.[field.key] ?? null
}
