import { SluiceError } from '@sluice/sdk'
import { labelOf } from '../definitions/definition.ts'
import { collectionOf } from '../definitions/folder-files.ts'
import { faultText } from '../definitions/json-file.ts'
import type { PlanStep } from '../definitions/plan.ts'
import type { FileDefinition } from '../definitions/read-folder.ts'
import type { ReferenceValues } from '../definitions/references.ts'
import { listOf, memberOf, textOf } from '../json-values.ts'
import { type DefinitionTarget, readPath } from './target.ts'
import { type StepOptions, wouldStillAllow, writePermissions, writeStep } from './write-step.ts'

/** What the server says of a plan that it has only tried. */
export type PlanVerdict = {
  /** Every fault of every step, with file, line and column where a file is at fault. */
  faults: string[]
  /** Steps that were not tried, with the reason. */
  untried: string[]
}

/**
 * Has the server try each step: nothing is written. Refusals that are faults of definitions are gathered.
 * @throws SluiceError for any other, such as a missing permission
 */
export async function checkPlan(
  target: DefinitionTarget,
  steps: readonly PlanStep[],
  { local, values }: { local: readonly FileDefinition[]; values: ReferenceValues },
): Promise<PlanVerdict> {
  const verdict: PlanVerdict = { faults: [], untried: [] }
  if (steps.length === 0) return verdict
  if (!(await knowsDryRun(target))) {
    verdict.untried.push('This server does not know dryRun, and would write: nothing was tried.')
    return verdict
  }
  const files = new Map(local.map(definition => [labelOf(definition), definition]))
  const options: StepOptions = { values, isDryRun: true }
  for (const step of steps) {
    const reason = reasonNotToTry(step, steps)
    if (reason !== undefined) verdict.untried.push(`${labelOf(step)}: ${reason}`)
    else if (step.kind !== 'permission')
      verdict.faults.push(...(await tryStep(() => writeStep(target, step, options), [step], files)))
  }
  const permissions = steps.filter(({ kind }) => kind === 'permission')
  if (permissions.length > 0)
    verdict.faults.push(...(await tryStep(() => tryPermissions(target, permissions), permissions, files)))
  return verdict
}

/** A server that does not know the parameter leaves it aside, and writes. */
async function knowsDryRun(target: DefinitionTarget): Promise<boolean> {
  const paths = memberOf(await readPath(target, '/openapi.json'), 'paths')
  const parameters = listOf(memberOf(memberOf(memberOf(paths, '/webhooks/{id}'), 'put'), 'parameters'))
  const components = JSON.stringify(parameters)
  return /dryRun/.test(components)
}

/** Some steps can only be tried once others were made. */
const reasonNotToTry = (step: PlanStep, steps: readonly PlanStep[]): string | undefined =>
  UNTRIED[step.kind]?.(step, label => steps.some(one => labelOf(one) === label && one.action === 'create'), steps)

type UntriedReason = (
  step: PlanStep,
  makes: (label: string) => boolean,
  steps: readonly PlanStep[],
) => string | undefined

const UNTRIED: Partial<Record<PlanStep['kind'], UntriedReason>> = {
  plugin: () => 'a plugin is switched, not tried',
  'mail-server': () => 'it is tried when it is saved',
  index: ({ key }, makes) => (makes(`collection ${collectionOf(key)}`) ? 'its collection is not there yet' : undefined),
  documents: ({ key }, makes) => (makes(`app ${key}`) ? 'its app is not there yet' : undefined),
  collection({ action, key, document }) {
    if (action !== 'create') return undefined
    if (document.schema !== undefined) return 'its schema is checked when it is made'
    return key.includes('/') ? 'its database may not be there yet' : undefined
  },
  webhook({ action }, _makes, steps) {
    const enables = steps.some(
      ({ kind, key, document }) => kind === 'plugin' && key === 'webhooks' && document.state === 'enabled',
    )
    return action === 'create' && enables ? 'its plugin is not enabled yet' : undefined
  },
}

async function tryPermissions(target: DefinitionTarget, steps: readonly PlanStep[]): Promise<void> {
  const answer = await writePermissions(target, steps, { isDryRun: true })
  if (!wouldStillAllow(answer))
    throw new ShutOutError('You could not do the same again: a permission that lets you in would be gone.')
}

class ShutOutError extends Error {
  override readonly name = 'ShutOutError'
}

type FileDefinitions = ReadonlyMap<string, FileDefinition>

/** @returns the faults of a refusal. @throws SluiceError for one that is not about definitions */
async function tryStep(
  attempt: () => Promise<unknown>,
  steps: readonly PlanStep[],
  files: FileDefinitions,
): Promise<string[]> {
  try {
    await attempt()
    return []
  } catch (error) {
    if (error instanceof ShutOutError) return [`permissions: ${error.message}`]
    if (!(error instanceof SluiceError) || !isFault(error)) throw error
    return faultsOf(error, steps, files)
  }
}

const isFault = ({ status, code }: SluiceError): boolean =>
  status === 400 || status === 404 || code === 'CONFLICT' || code === 'WEBHOOKS_PLUGIN_DISABLED' || status === 413

function faultsOf(error: SluiceError, steps: readonly PlanStep[], files: FileDefinitions): string[] {
  const entries = error.errors.length > 0 ? error.errors : [{ path: '', message: error.detail }]
  return entries.map(entry => {
    const { step, path } = placeOf(entry.path, steps)
    const definition = step && files.get(labelOf(step))
    const { line, column } = { line: memberOf(entry, 'line'), column: memberOf(entry, 'column') }
    const numbers = {
      line: typeof line === 'number' ? line : undefined,
      column: typeof column === 'number' ? column : undefined,
    }
    const message = textOf(entry.message)
    if (definition === undefined) return `${step ? labelOf(step) : 'permissions'}: ${path}: ${message}`
    return faultText(
      definition.fault({
        path: fieldInFile(definition, path),
        message: path === '' ? message : `${path}: ${message}`,
        ...numbers,
      }),
    )
  })
}

/** A fault of several permissions names its own by its number: `put.3.document.predicate`. */
function placeOf(path: string, steps: readonly PlanStep[]): { step: PlanStep | undefined; path: string } {
  const [, list, number, rest = ''] =
    /^(put|delete)\.(\d+)(?:\.(?:document\.?|id|ifMatch|ifNoneMatch)?(.*))?$/s.exec(path) ?? []
  if (list === undefined) return { step: steps.length === 1 ? steps[0] : undefined, path }
  const meant = steps.filter(({ action }) => (action === 'delete') === (list === 'delete'))
  return { step: meant[Number(number)], path: rest }
}

/** Where the fields of a server stand in the files. */
function fieldInFile({ kind }: FileDefinition, path: string): string {
  return kind === 'collection' ? path.replace(/^jsonSchema/, 'schema') : path
}
