/** `O` is what a row promises of its own. */
export type Letter = 'L' | 'D' | 'A' | 'R' | 'G' | 'X' | 'O'

export type PromiseVerdict = {
  letter: Letter
  holds: boolean
  /** What was counted, for the line of the report. */
  figure: string
  /** What broke the promise, one line each; the first ones of many. */
  findings: readonly string[]
}

const MAX_FINDINGS = 10

/** @param findings what broke the promise; none: it holds */
export function verdict(letter: Letter, figure: string, findings: readonly string[]): PromiseVerdict {
  const more = findings.length - MAX_FINDINGS
  const shown = more > 0 ? [...findings.slice(0, MAX_FINDINGS), `and ${more} more`] : findings
  return { letter, holds: findings.length === 0, figure, findings: shown }
}

/** One verdict of several of the same letter. */
export function together([first, ...others]: readonly [PromiseVerdict, ...PromiseVerdict[]]): PromiseVerdict {
  const all = [first, ...others]
  const findings = all.flatMap(one => one.findings)
  return {
    ...first,
    holds: all.every(({ holds }) => holds),
    figure: all.map(({ figure }) => figure).join('; '),
    findings,
  }
}
