import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Eraser } from 'lucide-react'
import { eventsApi, type LiveExchange } from '../../api/events.ts'
import { isOwn, isWanted, type LiveSearch } from '../../domain/tails/live-search.ts'
import { missedIn } from '../../domain/tails/tail-log.ts'
import { Button } from '../../parts/button.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { WithLeave } from '../../parts/states/with-leave.tsx'
import { TailBars } from '../../parts/tail/tail-bars.tsx'
import { TailHead } from '../../parts/tail/tail-head.tsx'
import { useStillTail } from '../../parts/tail/use-still-tail.ts'
import { useTail } from '../../parts/tail/use-tail.ts'
import { useWebhooksPlugin, WebhooksAreOff } from '../../parts/webhook/plugin-badge.tsx'
import { usePageKeys } from '../../state/page-keys.ts'
import { LiveFilters } from './live-filters.tsx'
import { LiveTable } from './live-table.tsx'
import { NothingYet } from './nothing-yet.tsx'

const route = getRouteApi('/live')

/** Requests as they happen, with what they fired. */
export function LivePage() {
  const isOn = useWebhooksPlugin()
  return (
    <>
      <PageHead title="Live" say="While this page is open, all requests are recorded, with their bodies." />
      {isOn === false && <WebhooksAreOff />}
      {isOn !== false && (
        <WithLeave leave="followEvents" refused="You may not follow the requests">
          <Followed />
        </WithLeave>
      )}
    </>
  )
}

function Followed() {
  const search = route.useSearch()
  const navigate = useNavigate()
  const tail = useStillTail(useTail<LiveExchange>({ name: 'events', open: eventsApi.tail }))
  const { shown } = tail
  const others = search.mine ? shown.entries : shown.entries.filter(exchange => !isOwn(exchange))
  const exchanges = others.filter(exchange => isWanted(exchange, search))
  usePageKeys({ '.': tail.flip, c: tail.clear })
  const change = (next: LiveSearch) => void navigate({ to: '/live', search: { ...search, ...next }, replace: true })
  return (
    <>
      <LiveFilters search={search} onChange={change} />
      <TailBars
        tail={tail}
        what="the requests"
        things="requests"
        over="you may not see it any more, or the plugin is off."
      />
      <LiveTable
        exchanges={exchanges}
        missed={shown.missed}
        head={
          <TailHead tail={tail} says="Live: requests stand here when they are over.">
            <Button icon={Eraser} onClick={tail.clear}>
              Clear
            </Button>
          </TailHead>
        }
        foot={
          <>
            {exchanges.length === 0 && <NothingYet />}
            <Counts
              came={shown.total}
              shown={exchanges.length}
              own={shown.entries.length - others.length}
              missed={missedIn(shown)}
              isCut={shown.total > shown.entries.length}
            />
          </>
        }
      />
    </>
  )
}

type CountsProps = { came: number; shown: number; own: number; missed: number; isCut: boolean }

const Counts = ({ came, shown, own, missed, isCut }: CountsProps) => (
  <span>
    {came.toLocaleString()} came, {shown.toLocaleString()} {shown === 1 ? 'is' : 'are'} shown.
    {own > 0 && ` The console’s own ${own.toLocaleString()} are not.`}
    {isCut && ' The oldest are gone from here.'}
    {missed > 0 &&
      ` ${missed.toLocaleString()} ${missed === 1 ? 'was' : 'were'} missed, as more came than can be told.`}
  </span>
)
