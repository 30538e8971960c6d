import type { Figure } from '../figure.ts'
import { judgeFigure } from '../results/judge-figure.ts'
import type { MeasuredProcess } from './measured-process.ts'
import { recordProfile } from './record-profile.ts'
import type { WorkProfile } from './work-profile.ts'

/** Work whose figures begin with this name, and the processes that do it. */
export type MeasuredWork = { name: string; processes: readonly MeasuredProcess[]; serve(): Promise<unknown> }

/**
 * Does once more whatever has missed a bar, and keeps with its first figure where the time goes. It comes after what is
 * measured, as a process is slower while it is profiled.
 */
export async function profileMissed(figures: readonly Figure[], works: readonly MeasuredWork[]): Promise<Figure[]> {
  const profiled = new Map<Figure, WorkProfile[]>()
  for (const { name, processes, serve } of works) {
    const missed = figures.find(figure => figure.name.startsWith(name) && isMissed(figure))
    if (!missed) continue
    for (const { label, pid } of processes) {
      const use = await recordProfile(pid, serve).catch((error: unknown) => sayLost(`${label} while ${name}`, error))
      if (use) profiled.set(missed, [...(profiled.get(missed) ?? []), { work: name, process: label, ...use }])
    }
  }
  return figures.map(figure => ({ ...figure, profiles: profiled.get(figure) }))
}

/** What was measured is kept whatever becomes of its profile. */
function sayLost(what: string, error: unknown): undefined {
  console.error(`There is no profile of ${what}: ${error}`)
}

const isMissed = (figure: Figure): boolean => judgeFigure(figure) === 'missed'
