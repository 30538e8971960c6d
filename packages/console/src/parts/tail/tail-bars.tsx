import { MoonStar, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Bar } from '../bar.tsx'
import { Button } from '../button.tsx'
import { ProblemPanel } from '../states/problem-panel.tsx'
import type { TailState } from './use-tail.ts'

type TailBarsProps = {
  tail: { state: TailState; log: { total: number }; takeOver(): void }
  /** What is followed: `this log`. */
  what: string
  /** What comes, in the plural: `entries`. */
  things: string
  /** Why it may have ended. */
  over: string
}

/** What keeps a tail from being live, and what one can do about it. What comes is counted for those who do not see it. */
export const TailBars = ({ tail, what, things, over }: TailBarsProps) => (
  <>
    <StateBar tail={tail} what={what} over={over} />
    <PoliteCount total={tail.log.total} things={things} />
  </>
)

function StateBar({ tail: { state, takeOver }, what, over }: Omit<TailBarsProps, 'things'>) {
  switch (state.kind) {
    case 'elsewhere':
      return (
        <Bar look="warn" icon={TriangleAlert} role="status" actions={<Button onClick={takeOver}>Take over</Button>}>
          <b>Live in other tabs.</b> A browser has two tails at most: more would hold up its other requests.
        </Bar>
      )
    case 'resting':
      return (
        <Bar look="plain" icon={MoonStar} role="status">
          The tab was hidden, so the tail rests. It goes on from the last entry when the tab is seen.
        </Bar>
      )
    case 'over':
      return (
        <Bar look="warn" icon={TriangleAlert} role="status" actions={<Button onClick={takeOver}>Follow again</Button>}>
          The tail has ended: {over}
        </Bar>
      )
    case 'refused':
      return <ProblemPanel error={state.error} what={what} onRetry={takeOver} />
    default:
      return null
  }
}

const COUNT_EVERY_MS = 10_000

/** A list that moves is not read out; how many came is, every 10 s. */
function PoliteCount({ total, things }: { total: number; things: string }) {
  const latest = useRef(total)
  latest.current = total
  const [told, setTold] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTold(latest.current), COUNT_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <span className="hidden-text" role="status">
      {told > 0 && `${told.toLocaleString()} ${things} have come`}
    </span>
  )
}
