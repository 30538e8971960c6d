import { Link } from '@tanstack/react-router'
import { CircleSlash, Hourglass } from 'lucide-react'
import { useLeaves } from '../../api/use-leaves.ts'
import type { Hook } from '../../api/webhooks.ts'
import { countOf } from '../../domain/overview/overview-words.ts'
import { exactTime } from '../../domain/times.ts'
import { durationInWords } from '../../domain/webhooks/duration-words.ts'
import { Bar } from '../../parts/bar.tsx'
import { Button, buttonClass } from '../../parts/button.tsx'
import { Time } from '../../parts/time.tsx'
import { useSwitch } from '../webhooks/use-webhooks.ts'

/** Why a webhook delivers nothing at the moment, or later. */
export const StateBars = ({ hook }: { hook: Hook }) => (
  <>
    {hook.autoDisabled && <AutoDisabledBar hook={hook} autoDisabled={hook.autoDisabled} />}
    {hook.heldBack?.map(held => (
      <Bar key={held.reason} look="warn" icon={Hourglass}>
        <b>{held.waiting.toLocaleString()} deliveries wait</b> since {exactTime(held.since.$date)},{' '}
        {held.reason === 'rate'
          ? 'as more come in a minute than maxPerMinute lets through.'
          : 'as the target does not answer. It is tried again by itself.'}
      </Bar>
    ))}
  </>
)

type AutoDisabledProps = { hook: Hook; autoDisabled: NonNullable<Hook['autoDisabled']> }

function AutoDisabledBar({ hook, autoDisabled: { at, since, failures } }: AutoDisabledProps) {
  const may = useLeaves()
  const flip = useSwitch()
  const missed = { id: hook._id, tab: 'logs', status: 'skipped', from: at.$date } as const
  return (
    <Bar
      look="bad"
      icon={CircleSlash}
      actions={
        <>
          <Link to="/webhooks/one" search={missed} className={buttonClass()}>
            What it missed
          </Link>
          {may('makeWebhooks') && <Button onClick={() => flip(hook, true)}>Switch on</Button>}
        </>
      }
    >
      <b>It switched itself off</b> <Time at={at.$date} form="relative" />: {countOf(failures, 'failure')} in{' '}
      {durationInWords((at.$date - since.$date) / 1_000)}, and no success. What comes meanwhile can be delivered once it
      is on.
    </Bar>
  )
}
