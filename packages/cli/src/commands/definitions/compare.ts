import { join, relative } from 'node:path'
import { checkPlan, type PlanVerdict } from '../../apply/check-plan.ts'
import { type DefinitionTarget, readDefinitions } from '../../apply/target.ts'
import { CliError, EXIT } from '../../cli-error.ts'
import { labelOf } from '../../definitions/definition.ts'
import { faultText } from '../../definitions/json-file.ts'
import { type DefinitionPlan, planChanges } from '../../definitions/plan.ts'
import type { FileDefinition } from '../../definitions/read-folder.ts'
import type { ReferenceValues } from '../../definitions/references.ts'
import { readValues } from '../../folder/secret-values.ts'
import { visible } from '../../output/terminal.ts'
import type { CommandInput } from '../../program/command.ts'
import type { CommandContext } from '../../program/context.ts'
import { type DefinitionSource, openDefinitionTarget, readSource } from './definition-source.ts'

/** A folder, a server, and what makes the server like the folder. */
export type DefinitionComparison = {
  source: DefinitionSource
  target: DefinitionTarget
  values: ReferenceValues
  plan: DefinitionPlan
}

/** Reads both sides and plans. @throws CliError, SluiceError */
export async function compareSides(context: CommandContext, input: CommandInput): Promise<DefinitionComparison> {
  const source = readSource(context, input)
  const target = await openDefinitionTarget(context)
  const values = readValues(context, input.text('secrets'))
  const stored = await readDefinitions(target, source.scope)
  const plan = planChanges({ local: source.definitions, stored, values, isPruned: input.isSet('prune') })
  return { source, target, values, plan }
}

/** Has the server try the plan, and says what is wrong. @throws CliError with all faults, and exit code 6 */
export async function checkComparison(
  context: CommandContext,
  { source, target, values, plan }: DefinitionComparison,
): Promise<PlanVerdict> {
  const at = (definition: FileDefinition) => withPath(context, source, definition)
  const local = source.definitions.map(at)
  const missing = plan.missing.map(({ definition, text }) => missingText(local, labelOf(definition), text))
  const isMissing = new Set(plan.missing.map(({ definition }) => labelOf(definition)))
  const tried = plan.steps.filter(step => !isMissing.has(labelOf(step)))
  const verdict = await checkPlan(target, tried, { local, values })
  const faults = [...missing, ...verdict.faults]
  if (faults.length > 0) {
    throw new CliError(
      `The server would refuse ${faults.length === 1 ? 'this' : `these ${faults.length}`}. Nothing was written.`,
      {
        exitCode: EXIT.refused,
        lines: faults.map(visible),
      },
    )
  }
  return verdict
}

/** The definition with faults that name its file as it is seen from the working directory. */
function withPath(
  { directory }: CommandContext,
  { root }: DefinitionSource,
  definition: FileDefinition,
): FileDefinition {
  return {
    ...definition,
    fault(fault) {
      const found = definition.fault(fault)
      return { ...found, file: relative(directory, join(root, found.file)) || found.file }
    },
  }
}

function missingText(local: readonly FileDefinition[], label: string, text: string): string {
  const definition = local.find(one => labelOf(one) === label)
  const [path = '', name = ''] = text.split(': ')
  const message = `${name} has no value, and the server has none to keep.`
  return definition === undefined ? `${label}: ${message}` : faultText(definition.fault({ path, message }))
}
