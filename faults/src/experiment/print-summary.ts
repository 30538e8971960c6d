import type { PromiseVerdict } from '../oracle/verdict.ts'

/** What came of one row. `verdicts`: undefined where it ended without a result. */
export type RowOutcome = { id: string; seconds: number; verdicts: readonly PromiseVerdict[] | undefined }

const LETTERS = ['L', 'D', 'A', 'R', 'G', 'X', 'O'] as const
const HEAD = ['row', ...LETTERS, 'time']
const GAP = '  '

/** One line for each row: whether each letter holds, and how long the row took. */
export function printSummary(outcomes: readonly RowOutcome[]): string {
  const lines = [HEAD, ...outcomes.map(toLine), ['', ...LETTERS.map(() => ''), inMinutes(sum(outcomes))]]
  const widths = HEAD.map((_, column) => Math.max(...lines.map(line => line[column]?.length ?? 0)))
  return lines.map(line => line.map((text, column) => text.padEnd(widths[column] ?? 0)).join(GAP)).join('\n')
}

/** Whether every row has a result, and every letter of it holds. */
export const areKept = (outcomes: readonly RowOutcome[]): boolean =>
  outcomes.every(({ verdicts }) => verdicts?.every(({ holds }) => holds) ?? false)

function toLine({ id, seconds, verdicts }: RowOutcome): string[] {
  const letters = LETTERS.map(letter => {
    if (!verdicts) return '?'
    const verdict = verdicts.find(one => one.letter === letter)
    if (!verdict) return '–'
    return verdict.holds ? 'ok' : 'BROKEN'
  })
  return [id, ...letters, inMinutes(seconds)]
}

const sum = (outcomes: readonly RowOutcome[]): number => outcomes.reduce((all, { seconds }) => all + seconds, 0)

const inMinutes = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
