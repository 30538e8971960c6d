import type { Figure } from '../figure.ts'
import { judgeFigure } from '../results/judge-figure.ts'
import type { MeasuredProcess } from './measured-process.ts'
import { recordProfile } from './record-profile.ts'
import type { WorkProfile } from './work-profile.ts'

/** Work whose figures begin with this name, and the processes that do it. */
export type MeasuredWork = { name: string; processes: readonly MeasuredProcess[]; serve(): Promise<unknown> }

/**
 * Does once more whatever has missed a bar, and keeps with its first figure where the time goes. It comes after all that is
 * measured, as a process that was profiled may be slower.
 */
export async function profileMissed(figures: readonly Figure[], works: readonly MeasuredWork[]): Promise<Figure[]> {
  const profiled = new Map<Figure, WorkProfile[]>()
  for (const { name, processes, serve } of works) {
    const missed = figures.find(figure => figure.name.startsWith(name) && isMissed(figure))
    if (!missed) continue
    const profiles: WorkProfile[] = []
    for (const { label, pid } of processes) {
      profiles.push({ work: name, process: label, ...(await recordProfile(pid, serve)) })
    }
    profiled.set(missed, [...(profiled.get(missed) ?? []), ...profiles])
  }
  return figures.map(figure => ({ ...figure, profiles: profiled.get(figure) }))
}

const isMissed = (figure: Figure): boolean => judgeFigure(figure) === 'missed'
