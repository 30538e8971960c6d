import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useLeaves } from '../../api/use-leaves.ts'
import { type RecordingParts, type SuggestedHook, webhookTools } from '../../api/webhook-tools.ts'
import { secondsInSteps } from '../../domain/times.ts'
import { conditionFor } from '../../domain/webhooks/condition-for.ts'
import { buttonClass } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { ConditionText } from '../../parts/condition/condition-text.tsx'
import { BESIDE_WORDS } from '../../parts/icon.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty } from '../../parts/states/empty.tsx'
import { FaultSummary } from '../../parts/states/fault-summary.tsx'
import { Loaded } from '../../parts/states/loaded.tsx'
import { WithLeave } from '../../parts/states/with-leave.tsx'
import { useWebhooksPlugin, WebhooksAreOff } from '../../parts/webhook/plugin-badge.tsx'
import { StartRecording, useRecordingStart } from '../../parts/webhook/start-recording.tsx'
import { usePageKeys } from '../../state/page-keys.ts'
import styles from './recording.module.css'
import { SeenTable } from './seen-table.tsx'

const route = getRouteApi('/recordings')
const EVERY_MS = 2_000
const OWN_CLIENT = 'console'

const TRAIL = [
  <Link key="list" to="/webhooks">
    Webhooks
  </Link>,
]

/** What comes in within a minute, whatever the webhooks wait for: and webhooks that could be made of it. */
export function RecordingPage() {
  const { id } = route.useSearch()
  const isOn = useWebhooksPlugin()
  const start = useRecordingStart({ isReplacing: id !== undefined })
  const record = () => isOn !== false && !start.isPending && start.mutate()
  usePageKeys({ r: record })
  const button = <StartRecording start={start} look="primary" shortcut="r" />
  return (
    <>
      <PageHead
        title="Recording"
        trail={TRAIL}
        say="All requests of 60 seconds, with their bodies. Who opens it sees what was sent."
        actions={id !== undefined && isOn !== false && button}
      />
      {isOn === false && <WebhooksAreOff />}
      {start.isError && <FaultSummary title="No recording was started." error={start.error} />}
      {isOn !== false && id === undefined && (
        <WithLeave leave="record" refused="You may not record">
          <Empty
            title="See what comes in"
            text="For 60 seconds every request is kept, whatever the webhooks wait for. Of those that are alike a webhook can be made."
          >
            {button}
          </Empty>
        </WithLeave>
      )}
      {id !== undefined && <Recorded id={id} />}
    </>
  )
}

function Recorded({ id }: { id: string }) {
  const recording = useQuery({
    queryKey: ['recordings', id],
    queryFn: () => webhookTools.recording(id),
    refetchInterval: ({ state }) => state.data?.state !== 'ended' && EVERY_MS,
  })
  return (
    <Loaded query={recording} what="this recording">
      {parts => <Shown recording={parts} />}
    </Loaded>
  )
}

function Shown({ recording }: { recording: RecordingParts }) {
  const { state, secondsLeft, total, events, suggestions } = recording
  const others = events.filter(({ client }) => client !== OWN_CLIENT)
  const isRunning = state === 'running'
  const hidden = events.length - others.length
  return (
    <>
      <Told recording={recording} total={total - hidden} />
      <p className={styles.state}>
        {isRunning ? (
          <>
            <b>Recording</b>, <span className="figures">{secondsLeft}</span> s are left. It goes on when you leave.
          </>
        ) : (
          <b>The recording has ended.</b>
        )}{' '}
        {saysCount(total - hidden, others.length)}
        {hidden > 0 && ` The console’s own ${hidden.toLocaleString()} are not shown.`}
      </p>
      {others.length === 0 ? (
        <Nothing isRunning={isRunning} secondsLeft={secondsLeft} />
      ) : (
        <>
          <Suggestions suggestions={suggestions} events={others} />
          <SeenTable events={others} />
        </>
      )}
    </>
  )
}

const TOLD_EVERY_S = 10

/** What a screen reader is told of a recording: once in ten seconds, and at its end. */
function Told({ recording: { state, secondsLeft }, total }: { recording: RecordingParts; total: number }) {
  const left = state === 'running' ? secondsInSteps(secondsLeft, TOLD_EVERY_S) : 0
  const [told, setTold] = useState({ state, left, total })
  if (told.state !== state || told.left !== left) setTold({ state, left, total })
  return (
    <p className="hidden-text" role="status">
      {told.state === 'running' ? `Recording: ${told.left} seconds are left at most.` : 'The recording is over.'}{' '}
      {saysCount(told.total, told.total)}
    </p>
  )
}

function saysCount(total: number, shown: number): string {
  if (total === 0) return ''
  const requests = total === 1 ? '1 request' : `${total.toLocaleString()} requests`
  return shown < total ? `${requests}, of which the newest ${shown.toLocaleString()} are shown.` : `${requests}.`
}

const Nothing = ({ isRunning, secondsLeft }: { isRunning: boolean; secondsLeft: number }) => (
  <Empty
    title={isRunning ? `Waiting for requests · ${secondsLeft} s` : 'Nothing came in'}
    text={
      isRunning
        ? 'Send a request to this installation: it stands here a moment later.'
        : 'No request but the console’s own was made within these 60 seconds.'
    }
  />
)

type SuggestionsProps = { suggestions: readonly SuggestedHook[]; events: RecordingParts['events'] }

/** A request that the condition is about, to try it on. */
function sampleOf(condition: string, events: RecordingParts['events']): { event?: string } {
  const like = events.find(({ incomingRequest: { method, path } }) => conditionFor(method, path) === condition)
  return like ? { event: like._id } : {}
}

function Suggestions({ suggestions, events }: SuggestionsProps) {
  const may = useLeaves()
  if (suggestions.length === 0) return null
  return (
    <Card title="Webhooks that could be made of it" isFull>
      <ul className={styles.suggestions}>
        {suggestions.map(({ condition, variables, events: count }) => (
          <li key={condition}>
            <div className={styles.words}>
              <ConditionText condition={condition} />
              <div className="small quiet">
                {count === 1 ? '1 request' : `${count.toLocaleString()} requests`}
                {variables.length > 0 && ` · ${variables.join(', ')}`}
              </div>
            </div>
            {may('makeWebhooks') && (
              <Link to="/webhooks/new" search={{ condition, ...sampleOf(condition, events) }} className={buttonClass()}>
                <Plus {...BESIDE_WORDS} />
                Make webhook
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
