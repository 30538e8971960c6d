import { CircleStop } from 'lucide-react'
import { type DeliveryEntry, type DeliveryStatus, logsApi } from '../../api/logs.ts'
import { missedIn } from '../../domain/tails/tail-log.ts'
import { Button } from '../../parts/button.tsx'
import list from '../../parts/list/list.module.css'
import { Empty } from '../../parts/states/empty.tsx'
import { TailBars } from '../../parts/tail/tail-bars.tsx'
import { TailHead } from '../../parts/tail/tail-head.tsx'
import { useStillTail } from '../../parts/tail/use-still-tail.ts'
import { useTail } from '../../parts/tail/use-tail.ts'
import { usePageKeys } from '../../state/page-keys.ts'
import { LogTable } from '../delivery-log/log-table.tsx'

type LiveLogProps = {
  webhook: string
  /** Which entries are shown; all come. */
  statuses: readonly DeliveryStatus[]
  q: string
  onStop(): void
}

const NOTHING_YET = { title: 'Nothing has come yet', text: 'Entries stand here once they have ended.' }
const NOTHING_TO_SHOW = { title: 'Nothing to show', text: 'What has come was skipped, or the filters leave it out.' }

/** The log as it happens, newest first. Paused, or scrolled away from its top, nothing moves. */
export function LiveLogView({ webhook, statuses, q, onStop }: LiveLogProps) {
  const followed = useTail<DeliveryEntry>({ name: webhook, open: options => logsApi.tail(webhook, options) })
  const tail = useStillTail(followed)
  const { shown } = tail
  const isWanted = ({ status, summary }: DeliveryEntry) =>
    statuses.includes(status) && summary.toLowerCase().includes(q.toLowerCase())
  const entries = shown.entries.filter(isWanted)
  const hidden = shown.entries.length - entries.length
  const isCut = shown.total > shown.entries.length
  usePageKeys({ p: tail.flip })
  const head = (
    <TailHead tail={tail} says="Live: entries stand here as they end.">
      <Button icon={CircleStop} onClick={onStop}>
        Stop
      </Button>
    </TailHead>
  )
  return (
    <>
      <TailBars
        tail={tail}
        what="this log"
        things="entries"
        over="the webhook is deleted, or you may not see it any more."
      />
      <LogTable
        entries={entries}
        missed={shown.missed}
        head={head}
        foot={
          <div className={list.tailFoot}>
            {entries.length === 0 && <Empty isBare {...(hidden > 0 ? NOTHING_TO_SHOW : NOTHING_YET)} />}
            <span>
              {shown.total.toLocaleString()} came, {entries.length.toLocaleString()} shown.
              {hidden > 0 && ` Not shown: ${hidden.toLocaleString()}, skipped or left out by the filters.`}
              {isCut && ' The oldest are gone from here, and stand in the log.'}
              {missedIn(shown) > 0 && ` ${missedIn(shown).toLocaleString()} were missed.`}
            </span>
          </div>
        }
      />
    </>
  )
}
