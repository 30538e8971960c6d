import type { RowReport } from './run-row.ts'

/** The line of the letters, and below it what broke a promise. */
export function printReport({ verdicts, requests, deliveries, remarks }: RowReport): string {
  const letters = verdicts.map(({ letter, holds, figure }) => `${letter} ${holds ? 'holds' : 'BROKEN'} (${figure})`)
  const findings = verdicts.flatMap(verdict => verdict.findings.map(finding => `    ${verdict.letter}: ${finding}`))
  const noted = remarks.map(text => `    ${text}`)
  return [`  ${requests} requests, ${deliveries} deliveries`, ...noted, `  ${letters.join(' · ')}`, ...findings].join(
    '\n',
  )
}
