import type { Document } from '@sluice/store'
import { GraphQLError, isNonNullType, locatedError } from 'graphql'
import { neededPaths, type QueryProjection } from '../domain/bind/projection.ts'
import type { AppLimits } from '../domain/model/app-model.ts'
import type { HoleCaller, Variables } from '../domain/model/hole.ts'
import type { MutationMapping, ReturnKind } from '../domain/model/mutation-model.ts'
import { type BoundWrite, bindMutation } from '../domain/mutation/bind-mutation.ts'
import { compileObjectWriter, type ObjectWriter } from '../domain/plan/compile-writer.ts'
import { limitExceeded } from '../domain/plan/document-limits.ts'
import type { FieldPlan, ObjectPlan } from '../domain/plan/plan-operation.ts'
import type { CollectionRuling, Rulings } from '../domain/rulings.ts'
import type { WriteRulings } from '../domain/write-rulings.ts'
import { projectionFor } from './ask-store.ts'
import type { DocumentOrigin } from './collect-queries.ts'
import type { DocumentWriter } from './document-writer.ts'
import { loadDocuments } from './load-documents.ts'
import type { BudgetedReader } from './query-budget.ts'
import type { RuledWritten } from './writes/show-written.ts'
import type { WriteContext, WriteResult } from './writes/write-context.ts'
import { writeDocuments } from './writes/write-documents.ts'
import { timedOut, writeFault } from './writes/write-fault.ts'
import { writeRuled } from './writes/write-ruled.ts'

export type MutationRun = {
  read: BudgetedReader
  write: DocumentWriter
  rulings: Rulings
  /** Judges each write as the caller's own request; undefined in endpoint mode. */
  judge: WriteRulings | undefined
  variables: Variables
  caller: HoleCaller
  limits: AppLimits
  signal: Pick<AbortSignal, 'aborted'>
  /** What the store should never say; for the log. */
  onBroken: (error: unknown) => void
  /** Errors of the answer; more are added. */
  errors: GraphQLError[]
}

/**
 * Runs the fields of a mutation one after the other, in order (GraphQL spec, 6.2.2): each one's write, then all that is
 * selected below it, then its answer. Ends at a non-null field that failed.
 * @returns the text of `data`. @throws the located GraphQLError of a non-null field, AnswerTooLargeError
 */
export async function runMutations(plan: ObjectPlan, run: MutationRun): Promise<string> {
  const end = performance.now() + run.limits.timeoutMs
  const spend = createBudget(run.limits)
  const parts: string[] = []
  let written = 0
  for (const field of plan.fields) {
    const text = await runField(field, { ...run, end, spend, written })
    written += text.length
    parts.push(text)
  }
  return `{${parts.join(',')}}`
}

type FieldRun = MutationRun & {
  /** When the time of the request is over, on the monotonic clock. */
  end: number
  spend: WriteContext['spend']
  written: number
}

/** Documents that one request may write, over all its fields. */
function createBudget({ maxDocuments }: AppLimits): WriteContext['spend'] {
  let left = maxDocuments
  return count => {
    if (count > left) {
      const more = `The request writes more than ${maxDocuments} documents. Nothing was written by this field.`
      throw limitExceeded(more)
    }
    left -= count
  }
}

type MutationOutcome =
  | { kind: 'value'; value: unknown; origin: DocumentOrigin | undefined }
  | { kind: 'failed'; error: GraphQLError }

async function runField(field: FieldPlan, run: FieldRun): Promise<string> {
  const { source } = field
  if (source.kind !== 'mutation') return writeAnswer(answerOf(field), {}, run)
  const outcome = await runMutation(field, source, run)
  if (outcome.kind === 'value')
    return writeAnswer(answerOf(field), { [RESULT]: outcome.value }, { ...run, origin: outcome.origin })
  const error = locatedError(outcome.error, field.nodes, [field.key])
  if (isNonNullType(source.field.type)) throw error
  run.errors.push(error)
  return `${JSON.stringify(field.key)}:null`
}

type MutationSource = Extract<FieldPlan['source'], { kind: 'mutation' }>

async function runMutation(
  field: FieldPlan,
  { field: schemaField, mapping }: MutationSource,
  run: FieldRun,
): Promise<MutationOutcome> {
  const binding = bindMutation(field, {
    field: schemaField,
    mapping,
    variables: run.variables,
    caller: run.caller,
  })
  if (binding.kind === 'failed') return binding
  try {
    const context = await contextOf(mapping, run)
    const written = await carryOut(binding.write, { context, field, mapping }, run)
    return { kind: 'value', value: resultOf(mapping.returns, written), origin: written.ruling }
  } catch (error) {
    const fault = writeFault(error, run.limits)
    if (!fault) run.onBroken(error)
    return { kind: 'failed', error: fault ?? broken() }
  }
}

type MutationStep = { context: Omit<WriteContext, 'projection'>; field: FieldPlan; mapping: MutationMapping }

function carryOut(write: BoundWrite, place: MutationStep, { judge, rulings }: FieldRun): Promise<RuledWritten> {
  const { context, field, mapping } = place
  const { returns } = mapping
  const isDocument = returns === 'document' || returns === 'documents'
  const paths = isDocument ? neededPaths(field, { strategy: { kind: 'same' } }) : ID
  if (judge) return writeRuled(write, { ...context, projection: undefined, judge, readings: rulings, returns, paths })
  const projection = isDocument ? shownOf(paths, rulings(mapping)) : ({ _id: 1 } as const)
  return writeDocuments(write, { ...context, projection }).then(written => ({ ...written, ruling: undefined }))
}

const ID = new Set(['_id'])

const broken = (): GraphQLError =>
  new GraphQLError('Something broke on our side. The log of the service has it under this request id.', {
    extensions: { code: 'INTERNAL' },
  })

async function contextOf({ db, collection }: MutationMapping, run: FieldRun): Promise<MutationStep['context']> {
  const { read, limits, end, signal, spend } = run
  const requireTime = (done?: string): number => {
    const left = Math.floor(end - performance.now())
    if (left <= 0 || signal.aborted) throw timedOut(limits, done)
    return left
  }
  const writable = await run.write({ db, collection })
  return { namespace: { db, collection }, collection: writable, read, limits, requireTime, spend }
}

/** What has to come back of a document for what is selected of it. */
function shownOf(paths: ReadonlySet<string> | undefined, ruling: CollectionRuling): QueryProjection | undefined {
  const visibility = ruling.kind === 'ruled' ? ruling.visibility : { hidden: [] }
  return projectionFor(paths, visibility).fields
}

function resultOf(returns: ReturnKind, { documents, count }: WriteResult): unknown {
  switch (returns) {
    case 'document':
      return documents[0]
    case 'documents':
      return documents
    case 'count':
      return count
    case 'any':
      return count > 0
    case 'id':
      return documents[0]?._id
  }
}

/** The name under which the result of a mutation stands for what is read below it. */
const RESULT = 'result'

/** What is selected of a result, as the plan of a read: by then it is a property of a document. */
type MutationAnswer = { plan: ObjectPlan; write: ObjectWriter }

/** Plans are kept per query text, and with them what is made of their fields. */
const answers = new WeakMap<FieldPlan, MutationAnswer>()

function answerOf(field: FieldPlan): MutationAnswer {
  const known = answers.get(field)
  if (known) return known
  const answered = field.source.kind === 'mutation' ? { ...field, source: asProperty(field.source) } : field
  const plan: ObjectPlan = {
    kind: 'object',
    type: field.parent,
    fields: [answered],
    hasQueries: field.selection?.hasQueries === true,
  }
  const answer = { plan, write: compileObjectWriter(plan) }
  answers.set(field, answer)
  return answer
}

const asProperty = ({ field }: MutationSource): FieldPlan['source'] => ({
  kind: 'property',
  field,
  mapping: { kind: 'property', path: [RESULT] },
})

type AnswerRun = FieldRun & { origin?: DocumentOrigin | undefined }

async function writeAnswer({ plan, write }: MutationAnswer, root: Document, run: AnswerRun): Promise<string> {
  const { read, rulings, variables, caller, errors, written, origin } = run
  const outcomeOf = await loadDocuments(plan, root, { read, rulings, variables, caller, origin })
  const answer = write(root, undefined, { outcomeOf, introspect: () => null, errors, written })
  return JSON.stringify(answer).slice(1, -1)
}
