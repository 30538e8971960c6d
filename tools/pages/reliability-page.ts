import type { RunRecord } from '@sluice/faults/results'
import { markdownTable } from './markdown.ts'

/** A row of the matrix of faults, as far as the page names it. */
type FaultRow = { id: string; title: string; extent: { promised: number; unit: string } }

const COLUMNS = ['row', 'harm', 'run', 'letters', 'verdict']

const HEAD = `# Reliability

What each row of the matrix of faults came to when it was last run. This page is written by \`npm run generate\` from the files of
[faults/results](../faults/results), which \`npm run faults -- <rows>\` writes; [how it measures, and what the letters
judge](../faults/README.md); what was counted for each letter stands in the files. A run says nothing about commits after its own.`

type FaultResults = { rows: readonly FaultRow[]; records: readonly RunRecord[] }

/** Writes the page of all rows: those that are broken, or were never run at their full extent, stand first. */
export function reliabilityPage({ rows, records }: FaultResults): string {
  const runsOf = Map.groupBy(records, ({ row }) => row)
  const lines = rows.flatMap(row => (runsOf.get(row.id) ?? [undefined]).map(run => ({ row, run })))
  const open = lines.filter(isOpen)
  const kept = lines.filter(line => !isOpen(line))
  const parts = [
    HEAD,
    `## Broken, or never run at its full extent: ${open.length} of ${lines.length}`,
    open.length === 0 ? 'None.' : tableOf(open),
    '## Holds at its full extent',
    kept.length === 0 ? 'None.' : tableOf(kept),
  ]
  return `${parts.join('\n\n')}\n`
}

type FaultLine = { row: FaultRow; run: RunRecord | undefined }

const isOpen = ({ run }: FaultLine): boolean => !run?.isFullExtent || brokenOf(run).length > 0

const brokenOf = ({ letters }: RunRecord): RunRecord['letters'] => letters.filter(({ verdict }) => verdict === 'broken')

const tableOf = (lines: readonly FaultLine[]): string => markdownTable(COLUMNS, lines.map(cellsOf))

function cellsOf({ row, run }: FaultLine): string[] {
  if (!run) return [row.id, row.title, '', '', '**never run**']
  const { letters, commit, date, seed, rate, extent } = run
  const told = letters.map(({ letter, verdict }) => (verdict === 'broken' ? `**${letter}**` : letter)).join(' ')
  const runs = `${date}, \`${commit}\`, seed ${seed}, ${extent.done} ${extent.unit}, ${rate}/s`
  return [nameOf(run), row.title, runs, told, verdictOf(run)]
}

const nameOf = ({ row, on }: RunRecord): string => (on === 'cluster' ? row : `${row}, ${on}`)

/** A letter that is broken says by what; a run that was short says by how much. */
function verdictOf(run: RunRecord): string {
  const { isFullExtent, extent } = run
  const broken = brokenOf(run).map(({ letter, figure }) => `**${letter} broken**: ${figure}`)
  const short = isFullExtent ? [] : [`**short**: ${extent.done} of ${extent.promised} ${extent.unit}`]
  return [...(broken.length === 0 ? ['holds'] : broken), ...short].join('; ')
}
