import { diffLines } from 'diff'
import type { Terminal } from '../output/terminal.ts'
import { visible } from '../output/terminal.ts'
import { labelOf } from './definition.ts'
import type { FieldChange } from './field-changes.ts'
import { countDeletions, type DefinitionPlan, isDifferent, type PlanStep } from './plan.ts'
import { referencesOf, textsOf } from './references.ts'

const SIGNS = { create: '+', change: '~', delete: '-' } as const
const COLOURS = { create: 'green', change: 'yellow', delete: 'red' } as const
const MOST_LINES = 40
const LONGEST_VALUE = 60

/** Prints what a plan would do, for people. @param isShort only the line of each definition */
export function printPlan(
  terminal: Terminal,
  plan: DefinitionPlan,
  { isShort, isPruned }: { isShort: boolean; isPruned: boolean },
): void {
  for (const step of plan.steps) {
    const line = `  ${SIGNS[step.action]} ${visible(labelOf(step))}`
    terminal.print(terminal.paint(COLOURS[step.action], line))
    if (!isShort) for (const detail of detailsOf(step)) terminal.print(`      ${detail}`)
  }
  for (const manual of plan.manual) terminal.print(`  ! ${visible(manual)}`)
  for (const kept of plan.kept)
    terminal.print(`  - ${visible(kept)}  only on the server: kept${isPruned ? '' : keptHint(kept)}`)
  terminal.print('')
  terminal.print(`${summaryOf(plan)}.`)
}

const keptHint = (kept: string): string => (kept.startsWith('collection ') ? '' : ' (--prune deletes)')

function summaryOf({ steps, kept, manual }: DefinitionPlan): string {
  const count = (action: PlanStep['action']) => steps.filter(step => step.action === action && isDifferent(step)).length
  const parts = [`${count('create')} to create`, `${count('change')} to change`, `${countDeletions(steps)} to delete`]
  const again = steps.filter(step => !isDifferent(step)).length
  if (again > 0) parts.push(`${again} whose hidden values are sent again`)
  if (kept.length > 0) parts.push(`${kept.length} kept`)
  if (manual.length > 0) parts.push(`${manual.length} to do by hand`)
  return parts.join(', ')
}

function detailsOf(step: PlanStep): string[] {
  if (step.action === 'create') return createdFields(step)
  return [...step.changes.flatMap(changeLines), ...step.hidden.map(path => hiddenLine(step, path))]
}

/** What a reviewer wants to know first of a new definition. */
function createdFields({ document }: PlanStep): string[] {
  const told = ['description', 'roles', 'predicate', 'priority', 'condition', 'url'].filter(
    name => document[name] !== undefined,
  )
  return told.map(name => `${name}: ${valueText(document[name])}`)
}

function changeLines({ path, before, after }: FieldChange): string[] {
  const isLong = [before, after].some(value => typeof value === 'string' && value.includes('\n'))
  if (!isLong) return [`~ ${visible(path)}  ${valueText(before)} → ${valueText(after)}`]
  return textDiff(path, typeof before === 'string' ? before : '', typeof after === 'string' ? after : '')
}

function textDiff(path: string, before: string, after: string): string[] {
  const parts = diffLines(before, after)
  const changed = parts.flatMap(({ added, removed, value }) => {
    const sign = added ? '+' : removed ? '-' : undefined
    return sign === undefined
      ? []
      : value
          .replace(/\n$/, '')
          .split('\n')
          .map(line => `  ${sign} ${visible(line)}`)
  })
  const lines = (sign: string) => changed.filter(line => line.startsWith(`  ${sign}`)).length
  const shown = changed.slice(0, MOST_LINES)
  const rest = changed.length - shown.length
  return [
    `~ ${visible(path)}  +${lines('+')} -${lines('-')}`,
    ...shown,
    ...(rest > 0 ? [`  … ${rest} more lines`] : []),
  ]
}

function hiddenLine({ document }: PlanStep, path: string): string {
  const text = [...textsOf(document)].find(one => one.path === path)?.text ?? ''
  const names = referencesOf(text).map(({ kind, name }) => (kind === 'secret' ? `SLUICE_SECRET_${name}` : name))
  return `~ ${visible(path)}  ${names.length > 0 ? `set from ${names.join(', ')}` : 'set'} (value not compared)`
}

function valueText(value: unknown): string {
  if (value === undefined) return '(none)'
  const text = visible(typeof value === 'string' ? value : JSON.stringify(value))
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 1)}…` : text
}
