import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Minus, Radio, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type DeliveryEntry, type DeliveryStatus, logsApi } from '../../api/logs.ts'
import { useLeaves } from '../../api/use-leaves.ts'
import { webhookTools } from '../../api/webhook-tools.ts'
import type { Hook } from '../../api/webhooks.ts'
import type { LogChange, LogSearch } from '../../domain/webhooks/log-search.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx'
import { Empty } from '../../parts/states/empty.tsx'
import { FaultSummary } from '../../parts/states/fault-summary.tsx'
import { showToast } from '../../parts/toast.tsx'
import { useWebhooksPlugin } from '../../parts/webhook/plugin-badge.tsx'
import { StartRecording, useRecordingStart } from '../../parts/webhook/start-recording.tsx'
import { usePageKeys } from '../../state/page-keys.ts'
import { LogFilters } from '../delivery-log/log-filters.tsx'
import { LogView } from '../delivery-log/log-view.tsx'
import { useStatusCounts } from '../delivery-log/use-log.ts'
import { LiveLogView } from './live-log.tsx'
import styles from './webhook.module.css'

const route = getRouteApi('/webhooks/one')
/** What was delivered, or tried. */
const TRIED: readonly DeliveryStatus[] = ['success', 'failed', 'pending']

/** The log of one webhook. What it skipped is told in one line unless it is asked for. */
export function LogsTab({ hook }: { hook: Hook }) {
  const { id: _, tab: __, event: ___, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const may = useLeaves()
  const [isClearing, setIsClearing] = useState(false)
  const [isLive, setIsLive] = useState(false)
  const recording = useRecordingStart({ isReplacing: false })
  usePageKeys({ '.': () => setIsLive(!isLive) })
  const change = (next: LogChange) => void navigate({ search: old => ({ ...old, ...next }), replace: true })
  const { status, ...rest } = search
  const counts = useStatusCounts(hook._id, rest)
  const skipped = useNewestSkipped(hook._id, status === undefined)
  const { _id: id, name } = hook
  const showSkipped = () => change({ status: 'skipped' })
  usePageKeys({ s: showSkipped })
  const isFiltered = Object.keys(rest).length > 0 || status !== undefined
  if (isLive) return <LiveTab id={id} search={search} onChange={change} onStop={() => setIsLive(false)} />
  return (
    <>
      <LogFilters search={search} hasSkipped counts={counts} onChange={change} />
      {recording.isError && <FaultSummary title="No recording was started." error={recording.error} />}
      <LogView
        scope={{ webhook: id }}
        filter={{ ...rest, status: status ? [status] : TRIED }}
        search={search}
        onChange={change}
        webhook={{ id, name }}
        following={<FollowWays recording={recording} onLive={() => setIsLive(true)} />}
        actions={
          may('makeWebhooks') && (
            <Button look="danger" icon={Trash2} onClick={() => setIsClearing(true)}>
              Clear Logs
            </Button>
          )
        }
        strip={skipped?.isAny && <SkippedStrip entry={skipped.entry} onShow={showSkipped} />}
        empty={
          <NoEntries
            hook={hook}
            skipped={skipped?.entry}
            isFiltered={isFiltered}
            onShow={showSkipped}
            onClear={() => void navigate({ search: { id, tab: 'logs' }, replace: true })}
          />
        }
      />
      {isClearing && <ClearDialog hook={hook} onClose={() => setIsClearing(false)} />}
    </>
  )
}

type FollowWaysProps = { recording: ReturnType<typeof useRecordingStart>; onLive(): void }

/** The ways to see what comes: what this webhook does about it, or all of it. */
function FollowWays({ recording, onLive }: FollowWaysProps) {
  const isOn = useWebhooksPlugin()
  const may = useLeaves()
  return (
    <>
      <Button icon={Radio} onClick={onLive}>
        Live
      </Button>
      {may('record') && isOn !== false && <StartRecording start={recording} />}
    </>
  )
}

type LiveTabProps = { id: string; search: LogSearch; onChange(change: LogChange): void; onStop(): void }

/** The same log as it happens: by status and text, as a tail tells no more of an entry. */
function LiveTab({ id, search: { status, q }, onChange, onStop }: LiveTabProps) {
  const search = { ...(status && { status }), ...(q && { q }) }
  return (
    <>
      <LogFilters search={search} hasSkipped isLive onChange={onChange} />
      <LiveLogView webhook={id} statuses={status ? [status] : TRIED} q={q ?? ''} onStop={onStop} />
    </>
  )
}

const LOOKED_AT = 50

/** `entry` is undefined where those that were looked at are the console's own. */
type NewestSkipped = { isAny: boolean; entry: DeliveryEntry | undefined }

/**
 * The newest entry that was skipped: why the webhook did not fire. What the console itself has asked for is left out,
 * where one may see who asked.
 */
function useNewestSkipped(id: string, isWanted: boolean): NewestSkipped | undefined {
  const may = useLeaves()
  const canSeeEvents = may('seeEvents')
  const { data } = useQuery({
    queryKey: ['logs', { webhook: id }, 'newest skipped', canSeeEvents],
    queryFn: async () => {
      const { items } = await logsApi.ofOne(id, { status: ['skipped'], limit: canSeeEvents ? LOOKED_AT : 1 })
      if (!canSeeEvents || items.length === 0) return { isAny: items.length > 0, entry: items[0] }
      const own = new Set((await webhookTools.eventsOf('console', 4 * LOOKED_AT)).items.map(({ _id }) => _id))
      return { isAny: true, entry: items.find(({ eventId }) => !own.has(eventId)) }
    },
    enabled: isWanted,
  })
  return isWanted ? data : undefined
}

type SkippedProps = { entry: DeliveryEntry | undefined; onShow(): void }

function SkippedStrip({ entry, onShow }: SkippedProps) {
  return (
    <div className={styles.strip}>
      <Minus size={16} strokeWidth={1.75} aria-hidden />
      {entry ? (
        <>
          <span>Skipped last:</span>
          <Link to="/webhooks/entry" search={{ id: entry.webhookId, entry: entry._id }} title={entry.summary}>
            {entry.summary}
          </Link>
        </>
      ) : (
        <span>Skipped entries are not listed. The newest ones are requests of this console.</span>
      )}
      <Button aria-keyshortcuts="s" onClick={onShow}>
        Show skipped
      </Button>
    </div>
  )
}

type NoEntriesProps = {
  hook: Hook
  skipped: DeliveryEntry | undefined
  isFiltered: boolean
  onShow(): void
  onClear(): void
}

/** Why nothing is there: webhooks are off, this one is, or nothing has matched. */
function NoEntries({ hook, skipped, isFiltered, onShow, onClear }: NoEntriesProps) {
  const isOn = useWebhooksPlugin()
  if (isFiltered) {
    return (
      <Empty title="No entry matches" text="Nothing of this status, time and text stands in the log.">
        <Button onClick={onClear}>Show what was delivered</Button>
      </Empty>
    )
  }
  if (isOn === false) {
    return (
      <Empty title="Webhooks are switched off" text="None is delivered until an owner enables them.">
        <Link to="/webhooks">Go to the webhooks</Link>
      </Empty>
    )
  }
  if (!hook.enabled) {
    return (
      <Empty
        title="Nothing was delivered"
        text="This webhook is disabled. Requests are judged by it once it is enabled."
      />
    )
  }
  if (!skipped) {
    return (
      <Empty
        title="Nothing has come yet"
        text="No request was seen since this webhook was made. Send one to this installation, then refresh."
      />
    )
  }
  return (
    <Empty
      title="Nothing has matched yet"
      text={
        <>
          The newest request was skipped:{' '}
          <Link to="/webhooks/entry" search={{ id: hook._id, entry: skipped._id }}>
            {skipped.summary}
          </Link>
        </>
      }
    >
      <Button aria-keyshortcuts="s" onClick={onShow}>
        Show skipped
      </Button>
    </Empty>
  )
}

function ClearDialog({ hook: { _id, name }, onClose }: { hook: Hook; onClose(): void }) {
  const queryClient = useQueryClient()
  const clear = useMutation({
    mutationFn: () => logsApi.clear(_id),
    onSuccess: () => {
      onClose()
      showToast(`The log of “${name}” is cleared.`)
      return queryClient.invalidateQueries({ queryKey: ['logs'] })
    },
  })
  return (
    <ConfirmDialog
      title={`Clear the log of “${name}”`}
      verb="Clear Logs"
      typed={name}
      error={clear.error}
      failed="The log is as it was."
      isBusy={clear.isPending}
      onConfirm={() => clear.mutate()}
      onClose={onClose}
    >
      Its entries are gone for good, and what failed can’t be delivered again. What is pending goes on.
    </ConfirmDialog>
  )
}
