import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import type { DefinitionTarget } from '../../apply/target.ts'
import { CliError, EXIT, usageError } from '../../cli-error.ts'
import type { FolderFiles } from '../../definitions/folder-files.ts'
import type { DefinitionPlan, PlanStep } from '../../definitions/plan.ts'
import { isObject, listOf, memberOf, printJson } from '../../json-values.ts'
import type { DefinitionComparison } from './compare.ts'

/** What is compared of a step: what is written, and from which version on. */
const stepForm = ({ kind, key, action, etag, document, hidden }: PlanStep) => ({
  kind,
  id: key,
  action,
  etag: etag ?? null,
  document,
  hidden,
})

const hashOf = (files: FolderFiles): string =>
  createHash('sha256')
    .update(JSON.stringify([...files]))
    .digest('hex')

const targetForm = ({ url, service }: DefinitionTarget) => ({
  url,
  serviceId: service.id,
  tier: service.tier,
  sluice: service.version,
})

/** Writes a plan that can be applied as it is, or not at all. References stay references. */
export function writePlanFile(file: string, { source, target, plan }: DefinitionComparison): void {
  const text = printJson({
    version: 1,
    target: targetForm(target),
    createdAt: new Date().toISOString(),
    definitionsHash: hashOf(source.files),
    steps: plan.steps.map(stepForm),
  })
  try {
    writeFileSync(file, text, { mode: 0o600 })
  } catch {
    throw usageError(`${file} can't be written.`)
  }
}

/** @throws CliError where folder, server or any version is another one than the plan was made from */
export function refuseStalePlan(file: string, { source, target, plan }: DefinitionComparison): void {
  const saved = readPlanFile(file)
  const reasons = [
    ...(memberOf(saved, 'definitionsHash') === hashOf(source.files) ? [] : ['The folder is another one now.']),
    ...(isSame(memberOf(saved, 'target'), targetForm(target))
      ? []
      : ['It was made for another server, or another version of it.']),
    ...(isSame(listOf(memberOf(saved, 'steps')), plan.steps.map(stepForm))
      ? []
      : ['The server has changed since, or the same options were not given.']),
  ]
  if (reasons.length === 0) return
  throw new CliError(`${file} is stale. Nothing was written.`, {
    exitCode: EXIT.changedMeanwhile,
    lines: reasons.map(reason => `  ${reason}`),
    advice: [`Make it anew: sluice diff --out ${file}`],
  })
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

function readPlanFile(file: string): unknown {
  try {
    const saved: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (isObject(saved) && saved.version === 1) return saved
  } catch {
    throw usageError(`${file} is no plan that can be read.`, 'sluice diff --out plan.json makes one.')
  }
  throw usageError(`${file} is no plan of this version.`, 'sluice diff --out plan.json makes one.')
}

/** A plan as `--json` prints it: which fields, and no values. */
export const planDocument = ({ steps, kept, manual }: DefinitionPlan) => ({
  steps: steps.map(({ kind, key, action, changes, hidden }) => ({
    kind,
    id: key,
    action,
    fields: changes.map(({ path }) => path),
    hidden,
  })),
  kept,
  manual,
})
