import type { Report } from './run-row.ts'

/** The line of the six letters, and below it what broke a promise. */
export function printReport({ verdicts, requests, deliveries }: Report): string {
  const letters = verdicts.map(({ letter, holds, figure }) => `${letter} ${holds ? 'holds' : 'BROKEN'} (${figure})`)
  const findings = verdicts.flatMap(verdict => verdict.findings.map(finding => `    ${verdict.letter}: ${finding}`))
  return [`  ${requests} requests, ${deliveries} deliveries`, `  ${letters.join(' · ')}`, ...findings].join('\n')
}
