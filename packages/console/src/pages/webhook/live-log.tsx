import { CircleStop, MoonStar, Pause, Play, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { DeliveryEntry, DeliveryStatus } from '../../api/logs.ts'
import { type LiveLog, missedIn } from '../../domain/webhooks/live-log.ts'
import { Bar } from '../../parts/bar.tsx'
import { Button } from '../../parts/button.tsx'
import list from '../../parts/list/list.module.css'
import { Empty } from '../../parts/states/empty.tsx'
import { ProblemPanel } from '../../parts/states/problem-panel.tsx'
import { usePageKeys } from '../../state/page-keys.ts'
import log from '../delivery-log/log.module.css'
import { LogTable } from '../delivery-log/log-table.tsx'
import { type LiveState, useLiveLog } from './use-live-log.ts'

type LiveLogProps = {
  webhook: string
  /** Which entries are shown; all come. */
  statuses: readonly DeliveryStatus[]
  q: string
  onStop(): void
}

/** The log as it happens, newest first. Paused, or scrolled away from its top, nothing moves. */
export function LiveLogView({ webhook, statuses, q, onStop }: LiveLogProps) {
  const { log: held, state, takeOver } = useLiveLog(webhook)
  const [isPaused, setIsPaused] = useState(false)
  const isAway = useScrolledAway()
  const shown = useStill(held, isPaused || isAway)
  const isWanted = ({ status, summary }: DeliveryEntry) =>
    statuses.includes(status) && summary.toLowerCase().includes(q.toLowerCase())
  const entries = shown.entries.filter(isWanted)
  const isCut = shown.total > shown.entries.length
  const flip = () => setIsPaused(!isPaused)
  usePageKeys({ p: flip })
  const head = (
    <div className={list.dock}>
      <span className={list.says}>{wordsOf(state, isPaused)}</span>
      <Fresh count={held.total - shown.total} onShow={() => scrollTo({ top: 0 })} isPaused={isPaused} />
      <Button icon={isPaused ? Play : Pause} onClick={flip}>
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <Button icon={CircleStop} onClick={onStop}>
        Stop
      </Button>
    </div>
  )
  return (
    <>
      <StateBar state={state} onTakeOver={takeOver} />
      <PoliteCount total={held.total} />
      <LogTable
        entries={entries}
        missed={shown.missed}
        head={head}
        foot={
          <div className={log.liveFoot}>
            {entries.length === 0 && (
              <Empty title="Nothing has come yet" text="Entries stand here once they have ended." />
            )}
            <span>
              {shown.total.toLocaleString()} came, {entries.length.toLocaleString()} are shown.
              {isCut && ' The oldest are gone from here, and stand in the log.'}
              {missedIn(shown) > 0 && ` ${missedIn(shown).toLocaleString()} were missed.`}
            </span>
          </div>
        }
      />
    </>
  )
}

function wordsOf({ kind }: LiveState, isPaused: boolean): string {
  if (isPaused) return 'Paused. What comes is kept, and shown when you go on.'
  if (kind === 'live') return 'Live: entries stand here as they end.'
  return kind === 'opening' ? 'Opening the tail …' : 'Not live at the moment.'
}

type FreshProps = { count: number; isPaused: boolean; onShow(): void }

const Fresh = ({ count, isPaused, onShow }: FreshProps) => {
  if (count === 0) return null
  const words = `${count.toLocaleString()} new`
  return isPaused ? <span className="small">{words}</span> : <Button onClick={onShow}>{words}</Button>
}

function StateBar({ state, onTakeOver }: { state: LiveState; onTakeOver(): void }) {
  switch (state.kind) {
    case 'elsewhere':
      return (
        <Bar look="warn" icon={TriangleAlert} role="status" actions={<Button onClick={onTakeOver}>Take over</Button>}>
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
        <Bar look="warn" icon={TriangleAlert} role="status">
          The tail has ended: the webhook is deleted, or you may not see it any more.
        </Bar>
      )
    case 'refused':
      return <ProblemPanel error={state.error} what="this log" onRetry={onTakeOver} />
    default:
      return null
  }
}

const COUNT_EVERY_MS = 10_000

/** A list that moves is not read out; how many came is, every 10 s. */
function PoliteCount({ total }: { total: number }) {
  const latest = useRef(total)
  latest.current = total
  const [told, setTold] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTold(latest.current), COUNT_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <span className="hidden-text" role="status">
      {told > 0 && `${told.toLocaleString()} entries have come`}
    </span>
  )
}

/** The log as it was when it had to stand still. */
function useStill(held: LiveLog<DeliveryEntry>, isStill: boolean): LiveLog<DeliveryEntry> {
  const [shown, setShown] = useState(held)
  useEffect(() => {
    if (!isStill) setShown(held)
  }, [held, isStill])
  return shown
}

const TOP_PX = 400

/** Whether one reads farther down, where rows that come in above would move the text. */
function useScrolledAway(): boolean {
  const [isAway, setIsAway] = useState(false)
  useEffect(() => {
    const look = () => setIsAway(scrollY > TOP_PX)
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  return isAway
}
