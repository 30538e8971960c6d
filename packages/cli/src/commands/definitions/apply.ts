import { existsSync } from 'node:fs'
import { SluiceError } from '@sluice/sdk'
import { type AppliedStep, type PlanOutcome, runPlan } from '../../apply/run-plan.ts'
import { CliError, EXIT, type ExitCode, usageError } from '../../cli-error.ts'
import { labelOf } from '../../definitions/definition.ts'
import { countDeletions, isDifferent, type PlanStep } from '../../definitions/plan.ts'
import { askLine, wantTyped } from '../../output/prompt.ts'
import { describeError, exitOfStatus } from '../../output/report-error.ts'
import { visible } from '../../output/terminal.ts'
import { readPrivateFile, writePrivateFile } from '../../profiles/credentials.ts'
import type { CommandInput, CommandSpec } from '../../program/command.ts'
import type { CommandContext } from '../../program/context.ts'
import { checkComparison, compareSides, type DefinitionComparison } from './compare.ts'
import { ONLY, SECRETS } from './definition-source.ts'
import { tellPlan } from './diff.ts'
import { refuseStalePlan } from './plan-file.ts'

export const apply: CommandSpec = {
  name: 'apply',
  parameters: '[plan]',
  summary: 'Make the server like the folder, after showing what would change',
  examples: [
    'sluice apply',
    'sluice apply plan.json --yes',
    'sluice apply -p staging --yes --secrets-out secrets.env',
    'sluice apply --prune --allow-deletes 2',
  ],
  options: [
    ONLY,
    { flags: '--prune', text: 'delete what the folder has not; wants --allow-deletes, too' },
    { flags: '--allow-deletes <n>', text: 'with --prune: at most so many deletions' },
    SECRETS,
    { flags: '--secrets-out <file>', text: 'signing secrets of new webhooks are written there (mode 0600)' },
  ],
  async run(context, input): Promise<ExitCode> {
    const comparison = await compareSides(context, input)
    const { untried } = await checkComparison(context, comparison)
    const planFile = input.optionalArgument(0)
    if (planFile !== undefined) refuseStalePlan(planFile, comparison)
    const { steps } = comparison.plan
    const view = { untried, isShort: false, isPruned: input.isSet('prune') }
    if (!context.terminal.isJson) tellPlan(context, comparison, view)
    if (steps.length === 0) return tellNothing(context)
    await agreeToDeletions(context, input, countDeletions(steps))
    if (steps.some(isDifferent)) await agree(context)
    return runAndTell(context, input, comparison)
  },
}

function tellNothing({ terminal }: CommandContext): ExitCode {
  if (terminal.isJson) terminal.printDocument({ applied: [], notSent: [], exitCode: EXIT.done })
  else terminal.print('Nothing to do.')
  return EXIT.done
}

/** Deletions have a consent of their own: a number that is not below their count. @throws CliError */
async function agreeToDeletions({ terminal }: CommandContext, input: CommandInput, count: number): Promise<void> {
  if (count === 0) return
  const allowed = input.wholeNumber('allowDeletes')
  if (allowed !== undefined && allowed >= count) return
  if (allowed !== undefined || !terminal.isInteractive) {
    throw new CliError(
      `The plan deletes ${count}, and ${allowed ?? 'no'} deletions are allowed. Nothing was written.`,
      {
        exitCode: EXIT.usage,
        advice: [`If that is meant: --allow-deletes ${count}. Is it the right branch?`],
      },
    )
  }
  const answer = await askLine(`This deletes ${count}. Type the number to go on: `)
  if (answer.trim() !== String(count)) throw new CliError('Nothing was written.', { exitCode: EXIT.usage })
}

/** @throws CliError where nobody agrees */
async function agree({ terminal, flags, environment, profile }: CommandContext): Promise<void> {
  const { name, isProtected } = profile()
  if (isProtected) {
    if (flags.isAgreed && environment.SLUICE_PROFILE === name) return
    const flag = `--yes with SLUICE_PROFILE=${name}`
    const isMeant = await wantTyped(terminal, {
      question: `This is protected. Type its name to go on (${name}): `,
      answer: name,
      flag,
    })
    if (!isMeant) throw new CliError('Nothing was written.', { exitCode: EXIT.usage })
    return
  }
  if (flags.isAgreed) return
  const isMeant = await wantTyped(terminal, { question: 'Apply this? Type yes: ', answer: 'yes', flag: '--yes' })
  if (!isMeant) throw new CliError('Nothing was written.', { exitCode: EXIT.usage })
}

async function runAndTell(
  context: CommandContext,
  input: CommandInput,
  comparison: DefinitionComparison,
): Promise<ExitCode> {
  const { target, plan, values } = comparison
  const secretsOut = input.text('secretsOut')
  const outcome = await runPlan({ ...target, signal: NEVER }, plan.steps, {
    values,
    stop: context.signal,
    keepSecret: secretsOut === undefined ? undefined : (step, secret) => appendSecret(secretsOut, step, secret),
    onApplied: applied => tellApplied(context, applied),
  })
  return tellOutcome(context, outcome, plan.steps.length)
}

/** A step that is under way is finished, whatever is pressed. */
const NEVER = new AbortController().signal

/** @throws CliError where others can read the file */
function appendSecret(file: string, { key }: PlanStep, secret: string): void {
  const before = existsSync(file) ? (readPrivateFile(file) ?? '') : ''
  const name = `WEBHOOK_${key}_SECRET`.toUpperCase().replace(/[^A-Z0-9]+/g, '_')
  writePrivateFile(file, `${before}SLUICE_SECRET_${name}=${secret}\n`)
}

function tellApplied(
  { terminal }: CommandContext,
  { steps, action, seconds, warnings, hasNewSecret }: AppliedStep,
): void {
  if (terminal.isJson) return
  const [first] = steps
  const what = first?.kind === 'permission' ? 'permissions' : labelOf(first ?? { kind: 'app', key: '' })
  const done = first?.kind === 'permission' ? countActions(steps) : action
  terminal.print(
    `  ${terminal.paint('green', '✓')} ${visible(what).padEnd(36)} ${done.padEnd(14)} ${seconds.toFixed(1)} s`,
  )
  for (const warning of warnings) terminal.print(visible(`    ! ${warning}`))
  if (hasNewSecret && first) {
    terminal.print(
      visible(`    The server has made its signing secret. See a new one: sluice webhooks rotate-secret ${first.key}`),
    )
  }
}

function countActions(steps: readonly PlanStep[]): string {
  const of = (action: PlanStep['action'], word: string) => {
    const count = steps.filter(step => step.action === action).length
    return count === 0 ? [] : [`${count} ${word}`]
  }
  return [...of('create', 'created'), ...of('change', 'changed'), ...of('delete', 'deleted')].join(', ')
}

const ACTED = { create: 'created', change: 'changed', delete: 'deleted' } as const

const stepName = ({ kind, key, action }: PlanStep) => ({ kind, id: key, action })

function tellOutcome(context: CommandContext, { applied, failed, notSent }: PlanOutcome, count: number): ExitCode {
  const { terminal, signal } = context
  const made = applied.flatMap(({ steps, action }) =>
    steps.map(step => ({
      kind: step.kind,
      id: step.key,
      action: action === 'unchanged' ? action : ACTED[step.action],
    })),
  )
  const isStopped = signal.aborted && notSent.length > 0
  const exitCode = exitOf({ made: made.length, failed, isStopped })
  if (terminal.isJson) {
    const problem = failed && {
      ...stepName(firstOf(failed.steps)),
      fate: failed.fate,
      problem: describeError(failed.error).json,
    }
    terminal.printDocument({
      applied: made,
      ...(problem && { failed: problem }),
      notSent: notSent.map(stepName),
      exitCode,
    })
    return exitCode
  }
  if (failed) tellFailure(context, failed)
  for (const step of notSent) terminal.print(visible(`  · ${labelOf(step)}  not sent`))
  terminal.print('')
  const isWhole = failed === undefined && notSent.length === 0
  terminal.print(
    isWhole
      ? `Applied ${count} of ${count}.`
      : `Applied ${made.length} of ${count}. Run the same command again: it goes on from here.`,
  )
  return exitCode
}

function firstOf(steps: readonly PlanStep[]): PlanStep {
  const [first] = steps
  if (first === undefined) throw usageError('There is no step.')
  return first
}

function exitOf({
  made,
  failed,
  isStopped,
}: {
  made: number
  failed: PlanOutcome['failed']
  isStopped: boolean
}): ExitCode {
  if (isStopped) return made > 0 ? EXIT.partly : EXIT.interrupted
  if (failed === undefined) return EXIT.done
  if (made > 0 || failed.fate === 'unknown') return EXIT.partly
  return failed.error instanceof SluiceError ? exitOfStatus(failed.error.status) : EXIT.failed
}

function tellFailure(
  { terminal, flags }: CommandContext,
  { steps, error, fate }: NonNullable<PlanOutcome['failed']>,
): void {
  const { message, lines, advice } = describeError(error)
  const what = steps.length > 1 ? 'permissions' : labelOf(firstOf(steps))
  const isStale = isStaleError(error)
  const reason = isStale ? 'changed by someone else since the plan was made' : visible(message)
  terminal.print(`  ${terminal.paint('red', '✗')} ${visible(what)}  ${reason}`)
  const told = [
    ...lines,
    ...(isStale ? [`sluice diff${flags.profile ? ` -p ${flags.profile}` : ''} shows what is different now.`] : []),
    ...(fate === 'unknown' ? ['Nobody knows whether it was made: no answer came, and it could not be read back.'] : []),
    ...advice.filter(one => one.startsWith('Request')),
  ]
  for (const line of told) terminal.print(`    ${line}`)
}

const isStaleError = (error: unknown): boolean =>
  error instanceof SluiceError && (error.status === 412 || error.status === 409)
