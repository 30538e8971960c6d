import { CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import type { HookTest } from '../../api/webhooks.ts'
import { timingParts } from '../../domain/webhooks/timing-parts.ts'
import { Bar } from '../bar.tsx'
import legend from '../chart/legend.module.css'
import { type SegmentChoice, Segments } from '../form/segments.tsx'
import { BodyView, Fact, HeaderList } from './body-view.tsx'
import { OutgoingFacts } from './outgoing-facts.tsx'
import styles from './webhook.module.css'

type TestSide = 'response' | 'request'

const SIDES: readonly SegmentChoice<TestSide>[] = [
  { value: 'response', label: 'Response' },
  { value: 'request', label: 'Request' },
]

/** What came of a test: the answer, what was sent, and how long each stage took. */
export function TestResult({ test }: { test: HookTest }) {
  const [side, setSide] = useState<TestSide>('response')
  const { method, path, statusCode, kind, matched } = test.exchange
  return (
    <div className={styles.result}>
      <Bar look={test.ok ? 'plain' : 'bad'} icon={test.ok ? CircleCheck : CircleX} role="status">
        <b>{headline(test)}</b> It stands in no log.
        {!matched && ' The condition does not hold for what it was tested with.'}
        <div className="small quiet">
          Tested with {kind === 'event' ? 'the event' : 'a sample'}: {method} {path}
          {statusCode !== null && `, answered ${statusCode}`}
        </div>
      </Bar>
      <Timing test={test} />
      <div>
        <Segments<TestSide> label="What is shown" segments={SIDES} value={side} onChange={setSide} />
      </div>
      {side === 'response' ? <TestAnswer test={test} /> : <TestRequest test={test} />}
    </div>
  )
}

function headline({ ok, response, error, timings, request }: HookTest): string {
  const took = `in ${Math.round(timings.totalMs).toLocaleString()} ms`
  if (ok && request?.type === 'email') return `The mail server took it ${took}.`
  if (response) return `The target answered ${response.statusCode} ${took}.`
  return error ? `${error.message} (${error.stage}, ${error.code})` : `It was sent ${took}.`
}

const BAR_WIDTH = 1_000
const LEAST_PART = 6

function Timing({ test: { timings } }: { test: HookTest }) {
  const parts = timingParts(timings)
  const whole = Math.max(1, timings.totalMs)
  const starts = parts.map((_, at) => parts.slice(0, at).reduce((sum, { ms }) => sum + ms, 0))
  return (
    <div>
      <svg className={styles.timing} viewBox={`0 0 ${BAR_WIDTH} 20`} preserveAspectRatio="none" aria-hidden="true">
        {parts.map(({ label, kind, ms }, at) => (
          <rect
            key={label}
            className={styles[kind]}
            x={((starts[at] ?? 0) / whole) * BAR_WIDTH}
            width={Math.max(LEAST_PART, (ms / whole) * BAR_WIDTH - 2)}
            height={20}
          />
        ))}
      </svg>
      <ul className={legend.legend}>
        {parts.map(({ label, kind, ms }) => (
          <li key={label}>
            <svg width={8} height={8} aria-hidden="true">
              <rect className={styles[kind]} width={8} height={8} rx={2} />
            </svg>
            {label} <span className="figures">{ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function TestAnswer({ test: { response, error } }: { test: HookTest }) {
  if (!response) return <p className="small quiet">{error ? `No answer: ${error.message}` : 'There was none.'}</p>
  return (
    <div className={styles.two}>
      <dl className={styles.facts}>
        <Fact name="Status">
          <code>{response.statusCode}</code>
        </Fact>
        <HeaderList headers={response.headers} />
      </dl>
      <BodyView label="Body" body={response.body} />
    </div>
  )
}

function TestRequest({ test: { request } }: { test: HookTest }) {
  if (!request) return <p className="small quiet">Nothing was sent.</p>
  return (
    <div className={styles.two}>
      <OutgoingFacts request={request} />
      <BodyView label="Body" body={request.body} />
    </div>
  )
}
