import type { Row } from './row.ts'
import type { Report, RunOptions } from './run-row.ts'

/** The line of the letters, and below it what broke a promise. */
export function printReport({ verdicts, requests, deliveries, remarks }: Report): string {
  const letters = verdicts.map(({ letter, holds, figure }) => `${letter} ${holds ? 'holds' : 'BROKEN'} (${figure})`)
  const findings = verdicts.flatMap(verdict => verdict.findings.map(finding => `    ${verdict.letter}: ${finding}`))
  const noted = remarks.map(text => `    ${text}`)
  return [`  ${requests} requests, ${deliveries} deliveries`, ...noted, `  ${letters.join(' · ')}`, ...findings].join(
    '\n',
  )
}

/** The same as a line of a table in Markdown, without the findings: row, run, L, D, A, R, G, X, O. */
export function tableLine({ id, extent }: Row, options: RunOptions, { verdicts }: Report): string {
  const { on, seed, perSecond } = options
  const run = `seed ${seed}, ${options.extent} ${extent.unit}, ${perSecond}/s`
  const letters = verdicts.map(({ holds, figure }) => (holds ? figure : `**broken**: ${figure}`))
  const own = verdicts.some(({ letter }) => letter === 'O') ? [] : ['']
  return `| ${[on === 'cluster' ? id : `${id} ${on}`, run, ...letters, ...own].join(' | ')} |\n`
}
