type RefusalLine = { action: string; at: { $date: number }; actor: string | null; from: string | null }

const HOUR_MS = 3_600_000
/** So many refused keys of one user, and refused sign-ins of one network, are kept of an hour. */
export const REFUSALS_AN_HOUR = 60

/** The user or the address of whom so many refusals are kept that more may have been left out. */
export type CutRefusals = { of: 'user' | 'address'; name: string }

/** Finds of whom the bound was reached within an hour. @param lines newest first */
export function cutRefusals(lines: readonly RefusalLine[]): CutRefusals[] {
  const bySource = Map.groupBy(
    lines.filter(({ action }) => action.endsWith('.refused')),
    ({ action, actor, from }) => JSON.stringify([action, (action === 'key.refused' ? actor : from) ?? '']),
  )
  return [...bySource.values()].filter(isCut).flatMap(([line]) => (line ? sourceOf(line) : []))
}

const isCut = (lines: readonly RefusalLine[]): boolean =>
  lines.some((line, at) => {
    const last = lines[at + REFUSALS_AN_HOUR - 1]
    return last !== undefined && line.at.$date - last.at.$date <= HOUR_MS
  })

const sourceOf = ({ action, actor, from }: RefusalLine): CutRefusals =>
  action === 'key.refused' ? { of: 'user', name: actor ?? '' } : { of: 'address', name: from ?? '' }
