import type { AskedAnswer, Span } from '../observations.ts'
import { isWithin, NOISE_MS, p99 } from '../percentile.ts'
import { type PromiseVerdict, verdict } from '../verdict.ts'

type ComparedAnswers = {
  /** What is asked of those that the fault is not about. */
  asked: readonly AskedAnswer[]
  calm: Span
  phases: readonly (Span & { name: string })[]
  /** How many times the p99 of the calm the p99 in each phase may be. */
  factor: number
}

/** What others do to a gateway slows nobody, and gets nobody refused. Each question for itself. */
export function judgeOthers({ asked, calm, phases, factor }: ComparedAnswers): PromiseVerdict {
  const byName = Map.groupBy(asked, ({ name }) => name)
  const parts = [...byName].map(([name, ofName]) => {
    const p99In = (span: Span) => p99(ofName.filter(({ startedAt }) => isWithin(startedAt, span)))
    const before = Math.round(p99In(calm))
    const during = phases.map(phase => ({ phase, ms: Math.round(p99In(phase)) }))
    const slow = during.filter(({ ms }) => ms > Math.max(before * factor, before + NOISE_MS))
    return {
      figure: `${name} p99 ${before} → ${during.map(({ ms }) => ms).join(', ')} ms`,
      findings: slow.map(({ phase, ms }) => `${name}: p99 ${before} ms in the calm, ${ms} ms in "${phase.name}"`),
    }
  })
  const failed = asked.filter(({ answer }) => !answer || answer.status >= 300)
  return verdict('O', parts.map(({ figure }) => figure).join('; '), [
    ...parts.flatMap(({ findings }) => findings),
    ...failed.map(({ name, gateway, answer }) => `${name} on gateway ${gateway + 1}: ${answer?.status ?? 'no answer'}`),
  ])
}
