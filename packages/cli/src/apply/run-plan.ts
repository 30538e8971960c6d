import { randomBytes } from 'node:crypto'
import { SluiceConnectionError, SluiceError, SluiceTimeoutError } from '@sluice/sdk'
import {
  createScope,
  DEFINITION_FOLDERS,
  FOLDER_OF,
  labelOf,
  type StoredDefinition,
} from '../definitions/definition.ts'
import { isDone, type PlanStep } from '../definitions/plan.ts'
import type { ReferenceValues } from '../definitions/references.ts'
import { type DefinitionTarget, readDefinitions } from './target.ts'
import { isUnchanged, warningsIn, writePermissions, writeStep } from './write-step.ts'

/** One step that was made, or several of permissions, which are one. */
export type AppliedStep = {
  steps: readonly PlanStep[]
  action: 'created' | 'changed' | 'deleted' | 'unchanged'
  seconds: number
  warnings: readonly string[]
  /** Where the server has made a signing secret that nobody has seen. */
  hasNewSecret: boolean
}

export type PlanOutcome = {
  applied: AppliedStep[]
  failed?: { steps: readonly PlanStep[]; error: unknown; fate: 'refused' | 'unknown' }
  notSent: readonly PlanStep[]
}

export type PlanRunOptions = {
  values: ReferenceValues
  /** Keeps a secret that was made here, before it is sent. */
  keepSecret?: ((step: PlanStep, secret: string) => void) | undefined
  onApplied(applied: AppliedStep): void
  /** Aborts between two steps: the one that is under way is finished. */
  stop: AbortSignal
}

/** Takes the steps one after the other, all permissions as one. It stops at the first that fails. */
export async function runPlan(
  target: DefinitionTarget,
  steps: readonly PlanStep[],
  options: PlanRunOptions,
): Promise<PlanOutcome> {
  const groups = groupSteps(steps)
  const applied: AppliedStep[] = []
  for (const [at, group] of groups.entries()) {
    const rest = () => groups.slice(at + 1).flat()
    if (options.stop.aborted) return { applied, notSent: groups.slice(at).flat() }
    try {
      const done = await applyGroup(target, group, options)
      applied.push(done)
      options.onApplied(done)
    } catch (error) {
      const found = await readBack(target, group, { error, values: options.values })
      if (found === 'refused' || found === 'unknown')
        return { applied, failed: { steps: group, error, fate: found }, notSent: rest() }
      applied.push(found)
      options.onApplied(found)
    }
  }
  return { applied, notSent: [] }
}

function groupSteps(steps: readonly PlanStep[]): PlanStep[][] {
  const permissions = steps.filter(({ kind }) => kind === 'permission')
  const first = steps.find(({ kind }) => kind === 'permission')
  return steps.flatMap(step => {
    if (step.kind !== 'permission') return [[step]]
    return step === first ? [permissions] : []
  })
}

async function applyGroup(
  target: DefinitionTarget,
  group: readonly PlanStep[],
  options: PlanRunOptions,
): Promise<AppliedStep> {
  const [first] = group
  if (first === undefined) throw new RangeError('A group has a step.')
  const startedAt = performance.now()
  const newSecret = secretFor(first, options)
  const answer =
    first.kind === 'permission'
      ? await writePermissions(target, group, { isDryRun: false })
      : await writeStep(target, first, { values: options.values, isDryRun: false, newSecret })
  return {
    steps: group,
    action: isUnchanged(first, answer) ? 'unchanged' : ACTIONS[first.action],
    seconds: (performance.now() - startedAt) / 1_000,
    warnings: warningsIn(answer),
    hasNewSecret: isNewWebhook(first) && newSecret === undefined,
  }
}

const ACTIONS = { create: 'created', change: 'changed', delete: 'deleted' } as const

const isNewWebhook = ({ kind, action, document }: PlanStep): boolean =>
  kind === 'webhook' && action === 'create' && document.secret === undefined

/** A secret that is made here is kept before it is sent: so it is never lost, whatever happens to the answer. */
function secretFor(step: PlanStep, { keepSecret }: PlanRunOptions): string | undefined {
  if (!isNewWebhook(step) || keepSecret === undefined) return undefined
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  keepSecret(step, secret)
  return secret
}

/** What became of steps without an answer: they are read back before anything is said. */
async function readBack(
  target: DefinitionTarget,
  group: readonly PlanStep[],
  { error, values }: { error: unknown; values: ReferenceValues },
): Promise<AppliedStep | 'refused' | 'unknown'> {
  if (!isUnanswered(error)) return 'refused'
  try {
    const kinds = new Set(group.map(({ kind }) => FOLDER_OF[kind]))
    const scope = createScope([...kinds], new Set(DEFINITION_FOLDERS))
    const now = new Map(
      (await readDefinitions({ ...target, signal: new AbortController().signal }, scope)).map(one => [
        labelOf(one),
        one,
      ]),
    )
    const isMade = (step: PlanStep) => isDone(step, now.get(labelOf(step)), values)
    if (group.every(isMade))
      return {
        steps: group,
        action: ACTIONS[group[0]?.action ?? 'change'],
        seconds: 0,
        warnings: [],
        hasNewSecret: false,
      }
    return group.every(step => isAsBefore(step, now.get(labelOf(step)))) ? 'refused' : 'unknown'
  } catch {
    return 'unknown'
  }
}

const isAsBefore = ({ action, etag }: PlanStep, now: StoredDefinition | undefined): boolean =>
  action === 'create' ? now === undefined : now?.etag === etag

function isUnanswered(error: unknown): boolean {
  if (error instanceof SluiceConnectionError || error instanceof SluiceTimeoutError) return true
  return error instanceof SluiceError && (error.outcome === 'unknown' || error.status >= 500)
}
