import { isObject, memberOf, objectOf, type ReadObject } from '../json-values.ts'
import {
  DEFINITION_KINDS,
  type DefinitionKind,
  labelOf,
  type SluiceDefinition,
  type StoredDefinition,
} from './definition.ts'
import { type FieldChange, fieldChanges } from './field-changes.ts'
import { collectionOf } from './folder-files.ts'
import { isSameForm, normalForm } from './normal-form.ts'
import { type ReferenceValues, referencesOf, textsOf } from './references.ts'
import { type ResolvedDefinition, resolveDefinition, UNSHOWN } from './webhook-values.ts'

type StepAction = 'create' | 'change' | 'delete'

/** One change of the target. */
export type PlanStep = {
  kind: DefinitionKind
  key: string
  action: StepAction
  /** The version that was read. */
  etag: string | undefined
  changes: readonly FieldChange[]
  /** Places whose value is sent though the target does not show what it has. */
  hidden: readonly string[]
  /** What it is to become; references stay references. Of a deletion, what is there. */
  document: ReadObject
  /** How many things the step deletes: itself, or parts of a collection or app. */
  deletions: number
}

export type DefinitionPlan = {
  steps: readonly PlanStep[]
  /** What only the target has, and keeps. */
  kept: readonly string[]
  /** What has to be done by hand, with the reason. */
  manual: readonly string[]
  /** References without a value, with their definitions. */
  missing: readonly { definition: SluiceDefinition; text: string }[]
}

export type PlanSources = {
  local: readonly SluiceDefinition[]
  stored: readonly StoredDefinition[]
  values: ReferenceValues
  isPruned: boolean
}

/** Kinds of which a target may have what the folder has not, and what becomes of it with `--prune`. */
const PRUNED: ReadonlySet<DefinitionKind> = new Set(['app', 'permission', 'webhook', 'index', 'mail-server'])

/** Compares both sides. Nothing is deleted unless that was said. */
export function planChanges({ local, stored, values, isPruned }: PlanSources): DefinitionPlan {
  const state: PlanDraft = { steps: [], kept: [], manual: [], missing: [] }
  const atTarget = new Map(stored.map(one => [labelOf(one), one]))
  const inFolder = new Map(local.map(one => [labelOf(one), one]))
  for (const definition of local)
    planOne(state, { definition, before: atTarget.get(labelOf(definition)), values, isPruned })
  for (const definition of stored) {
    if (!inFolder.has(labelOf(definition))) planExtra(state, definition, { inFolder, isPruned })
  }
  return { ...state, steps: state.steps.toSorted((one, other) => rankOf(one) - rankOf(other)) }
}

type PlanDraft = {
  steps: PlanStep[]
  kept: string[]
  manual: string[]
  missing: { definition: SluiceDefinition; text: string }[]
}

type ComparedDefinition = {
  definition: SluiceDefinition
  before: StoredDefinition | undefined
  values: ReferenceValues
  isPruned: boolean
}

/** Deletions come last, the users of things before the things; a plugin is switched on before what needs it, and off behind it. */
function rankOf({ kind, action, document }: PlanStep): number {
  const at = DEFINITION_KINDS.indexOf(kind)
  if (action === 'delete') return 100 - at
  return kind === 'plugin' && document.state !== 'enabled' ? DEFINITION_KINDS.length : at
}

function planOne(state: PlanDraft, compared: ComparedDefinition): void {
  const { definition, before, values, isPruned } = compared
  const { kind, key } = definition
  if (isNothing(definition) && before === undefined) return
  const { wanted, deletions, kept } = mergeParts(definition, before, isPruned)
  state.kept.push(...kept)
  const { shown, missing, hidden } = resolve(kind, wanted, { stored: before?.document, values })
  state.missing.push(...missing.map(text => ({ definition, text })))
  const step = { kind, key, etag: before?.etag, hidden, document: wanted, deletions }
  if (before === undefined) {
    state.steps.push({ ...step, action: 'create', changes: [] })
    return
  }
  const changes = shownChanges(before.document, comparable(kind, shown), comparable(kind, wanted))
  if (changes.length === 0 && (hidden.length === 0 || kind === 'mail-server')) return
  if (kind === 'index') {
    state.manual.push(`index ${key} is another one there: an index is replaced by hand (drop and create)`)
  } else state.steps.push({ ...step, action: 'change', changes })
}

/** An app without trusted documents. */
const isNothing = ({ kind, document }: SluiceDefinition): boolean =>
  kind === 'documents' && Object.keys(document).length === 0

/** Only what names the world outside the server has references. */
const resolve = (
  kind: DefinitionKind,
  document: ReadObject,
  { stored, values }: { stored: ReadObject | undefined; values: ReferenceValues },
): ResolvedDefinition =>
  kind === 'webhook' || kind === 'mail-server'
    ? resolveDefinition(document, stored, values)
    : { document, shown: document, missing: [], hidden: [] }

/** Changes as people may see them: what a file says by reference stays a reference, and so does what is there in its place. */
function shownChanges(before: ReadObject, after: ReadObject, written: ReadObject): FieldChange[] {
  return fieldChanges(before, after).map(change => {
    const own = valueAt(written, change.path)
    const isSecret = [...textsOf(own)].some(({ text }) => referencesOf(text).some(({ kind }) => kind === 'secret'))
    return isSecret ? { path: change.path, before: '[not shown]', after: own } : change
  })
}

/** The value of a dotted path; undefined where a name has a dot itself, as that of no webhook has. */
const valueAt = (document: ReadObject, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => memberOf(value, name), document)

/** A document as a target would show it. */
const comparable = (kind: DefinitionKind, document: ReadObject): ReadObject =>
  normalForm(kind, Object.fromEntries(Object.entries(document).filter(([name]) => !UNSHOWN.has(name))))

type MergedParts = { wanted: ReadObject; deletions: number; kept: string[] }

/** Parts of a collection or app that only the target has stay, unless they are pruned. */
function mergeParts(
  { kind, key, document }: SluiceDefinition,
  before: StoredDefinition | undefined,
  isPruned: boolean,
): MergedParts {
  if (before === undefined) return { wanted: document, deletions: 0, kept: [] }
  if (kind === 'documents') {
    const extra = missingNames(before.document, document)
    if (isPruned) return { wanted: document, deletions: extra.length, kept: [] }
    const kept = extra.map(hash => `trusted document ${key}/${hash.slice(0, 12)}`)
    return { wanted: normalForm(kind, { ...before.document, ...document }), deletions: 0, kept }
  }
  return kind === 'collection'
    ? mergeCollection(key, { document, before: before.document, isPruned })
    : { wanted: document, deletions: 0, kept: [] }
}

function mergeCollection(
  key: string,
  { document, before, isPruned }: { document: ReadObject; before: ReadObject; isPruned: boolean },
): MergedParts {
  const aggregations = objectOf(document.aggregations)
  const extra = missingNames(objectOf(before.aggregations), aggregations)
  const isSchemaExtra = isObject(before.schema) && document.schema === undefined
  if (isPruned) return { wanted: document, deletions: extra.length + (isSchemaExtra ? 1 : 0), kept: [] }
  const kept = [...extra.map(uri => `aggregation ${key}/${uri}`), ...(isSchemaExtra ? [`schema of ${key}`] : [])]
  const wanted = {
    ...document,
    ...(isSchemaExtra && { schema: before.schema }),
    aggregations: { ...objectOf(before.aggregations), ...aggregations },
  }
  return { wanted: normalForm('collection', wanted), deletions: 0, kept }
}

const missingNames = (from: ReadObject, among: ReadObject): string[] =>
  Object.keys(from).filter(name => !Object.hasOwn(among, name))

function planExtra(
  state: PlanDraft,
  definition: StoredDefinition,
  { inFolder, isPruned }: { inFolder: ReadonlyMap<string, SluiceDefinition>; isPruned: boolean },
): void {
  const { kind, key, document, etag } = definition
  // Both go with what they belong to.
  if (kind === 'documents' || kind === 'plugin') return
  if (kind === 'index' && !inFolder.has(`collection ${collectionOf(key)}`)) return
  if (!isPruned || !PRUNED.has(kind)) {
    state.kept.push(labelOf(definition))
    return
  }
  state.steps.push({
    kind,
    key,
    action: 'delete',
    etag,
    changes: [],
    hidden: [],
    document: { _id: document._id },
    deletions: 1,
  })
}

/** Whether a plan has steps whose effect is known to be a difference. */
export const isDifferent = ({ action, changes }: PlanStep): boolean => action !== 'change' || changes.length > 0

export const countDeletions = (steps: readonly PlanStep[]): number =>
  steps.reduce((sum, { deletions }) => sum + deletions, 0)

/** Whether what a target has now is what a step has wanted. */
export function isDone(step: PlanStep, now: StoredDefinition | undefined, values: ReferenceValues): boolean {
  if (step.action === 'delete' || now === undefined) return step.action === 'delete' && now === undefined
  const { shown } = resolve(step.kind, step.document, { stored: now.document, values })
  return isSameForm(comparable(step.kind, shown), now.document)
}
