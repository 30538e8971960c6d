import { EXIT, type ExitCode } from '../../cli-error.ts'
import { isDifferent } from '../../definitions/plan.ts'
import { printPlan } from '../../definitions/print-plan.ts'
import { visible } from '../../output/terminal.ts'
import type { CommandSpec } from '../../program/command.ts'
import type { CommandContext } from '../../program/context.ts'
import { checkComparison, compareSides, type DefinitionComparison } from './compare.ts'
import { ONLY, SECRETS } from './definition-source.ts'
import { planDocument, writePlanFile } from './plan-file.ts'

export const diff: CommandSpec = {
  name: 'diff',
  summary: 'Show what apply would change; nothing is written anywhere',
  examples: ['sluice diff -p production', 'sluice diff --out plan.json', 'sluice diff --exit-code --json'],
  options: [
    ONLY,
    { flags: '--prune', text: 'also what apply --prune would delete' },
    { flags: '--out <file>', text: 'write the plan there, for apply <file>' },
    { flags: '--exit-code', text: 'exit 4 where something differs' },
    { flags: '--stat', text: 'one line for each definition' },
    SECRETS,
  ],
  async run(context, input): Promise<ExitCode> {
    const comparison = await compareSides(context, input)
    const { untried } = await checkComparison(context, comparison)
    const { plan } = comparison
    const out = input.text('out')
    if (out !== undefined) writePlanFile(out, comparison)
    if (context.terminal.isJson) context.terminal.printDocument({ ...planDocument(plan), untried })
    else tellPlan(context, comparison, { untried, isShort: input.isSet('stat'), isPruned: input.isSet('prune') })
    const isOther = plan.steps.some(isDifferent) || plan.manual.length > 0
    return input.isSet('exitCode') && isOther ? EXIT.differences : EXIT.done
  },
}

/** Prints which server it is, the plan, and what the server said of it. */
export function tellPlan(
  context: CommandContext,
  { target, plan }: DefinitionComparison,
  { untried, isShort, isPruned }: { untried: readonly string[]; isShort: boolean; isPruned: boolean },
): void {
  const { terminal } = context
  const { name, isProtected } = context.profile()
  const heading = visible(`${name}  ${target.url}   Sluice ${target.service.version}`)
  terminal.print(isProtected ? terminal.paint('red', heading) : heading)
  terminal.print('')
  if (plan.steps.length + plan.kept.length + plan.manual.length === 0) {
    terminal.print('Nothing differs.')
    return
  }
  printPlan(terminal, plan, { isShort, isPruned })
  for (const reason of untried) terminal.note(visible(`Not tried: ${reason}`))
  if (plan.steps.length > untried.length) terminal.note('Checked by the server: no faults.')
}
