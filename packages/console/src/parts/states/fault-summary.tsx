import { CircleX } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { problemOf } from '../../http/problem.ts'
import { Bar } from '../bar.tsx'
import { ProblemFacts } from './problem-panel.tsx'

type FaultSummaryProps = { title: string; error: unknown; others?: readonly string[] }

/** Why something was not done. It takes the focus; what belongs to a field stands below the field besides. */
export function FaultSummary({ title, error, others = [] }: FaultSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error) box.current?.focus()
  }, [error])
  const { detail } = problemOf(error)
  return (
    <div ref={box} tabIndex={-1}>
      <Bar look="bad" icon={CircleX} role="alert">
        <b>{title}</b> {detail}
        {others.map(other => (
          <div key={other}>{other}</div>
        ))}
        <ProblemFacts error={error} />
      </Bar>
    </div>
  )
}
