import { Copy } from 'lucide-react'
import type { DeliveryDetail } from '../../api/logs.ts'
import type { OutgoingCall } from '../../api/webhooks.ts'
import { withLineBreaks } from '../../domain/webhooks/body-words.ts'
import { curlLine } from '../../domain/webhooks/curl-line.ts'
import { Button } from '../../parts/button.tsx'
import { Fold } from '../../parts/card.tsx'
import { Code } from '../../parts/code.tsx'
import { ConditionTree } from '../../parts/condition/condition-tree.tsx'
import { copyText } from '../../parts/export/copy-text.ts'
import { showToast } from '../../parts/toast.tsx'
import { BodyView, TextView } from '../../parts/webhook/body-view.tsx'
import { AnswerView, RequestView } from '../../parts/webhook/exchange-views.tsx'
import { MailView } from '../../parts/webhook/mail-view.tsx'
import { OutgoingFacts } from '../../parts/webhook/outgoing-facts.tsx'
import parts from '../../parts/webhook/webhook.module.css'
import styles from './entry.module.css'

const NOT_REACHED = 'not reached'

/** The five parts of an entry, in the order of the pipeline. Those that say why are open. */
export function EntrySections({ entry }: { entry: DeliveryDetail }) {
  return (
    <div className={styles.sections}>
      <Incoming entry={entry} />
      <Condition entry={entry} />
      <Transformation entry={entry} />
      <Outgoing entry={entry} />
      <Answer entry={entry} />
    </div>
  )
}

type SectionProps = { entry: DeliveryDetail }

function Incoming({
  entry: { incomingRequest: request, incomingResponse: response, turnedAway, repeat },
}: SectionProps) {
  const answered = response ? `answered ${response.statusCode}` : 'no answer is known'
  return (
    <Fold title="Incoming Request" gist={`${request.method} ${request.path}, ${answered}`}>
      {turnedAway !== undefined && (
        <p className="small quiet">
          It stands for {turnedAway.toLocaleString()} sign-ins that were turned away within a minute.
        </p>
      )}
      {repeat && (
        <p className="small quiet">
          It repeats request {repeat.of} with its Idempotency-Key, and nothing was done:{' '}
          {repeat.isKept ? 'it was given the answer of that.' : 'that was under way.'}
        </p>
      )}
      <RequestView request={request} />
      {response && <AnswerView answer={response} name="Answer it got" label="Body of the answer" />}
    </Fold>
  )
}

function Condition({ entry: { conditionEvaluation, status, summary } }: SectionProps) {
  const { matched, explanation } = conditionEvaluation
  return (
    <Fold title="Condition Evaluation" gist={matched ? 'true' : 'false'} isOpen={status === 'skipped' || !matched}>
      {status === 'skipped' && matched && <p>{summary}</p>}
      <ConditionTree whole={explanation} />
    </Fold>
  )
}

function Transformation({ entry: { transformation, conditionEvaluation, status } }: SectionProps) {
  if (!transformation) {
    const isReached = conditionEvaluation.matched && status !== 'skipped'
    const says = isReached
      ? 'There is none: the body goes as it is.'
      : 'The condition did not hold, so there was nothing to render.'
    return (
      <Fold title="Transformation" gist={isReached ? 'none' : NOT_REACHED}>
        <p className="small quiet">{says}</p>
      </Fold>
    )
  }
  const { input, output, validJson } = transformation
  const gist = validJson === false ? 'no valid JSON' : 'by the template'
  return (
    <Fold title="Transformation" gist={gist} isOpen={validJson === false}>
      <div className={parts.two}>
        <TextView label="Input" text={JSON.stringify(input, null, 2) ?? ''} />
        <TextView
          label="Output"
          text={output === null ? 'It is not kept: the bodies were dropped.' : withLineBreaks(output)}
        />
      </div>
    </Fold>
  )
}

function Outgoing({ entry: { outgoingRequest: request, error, status } }: SectionProps) {
  if (!request) {
    const says = error?.message ?? (status === 'pending' ? 'It is not sent yet.' : 'Nothing was sent.')
    return (
      <Fold title="Outgoing Request" gist={error ? error.code : NOT_REACHED} isOpen={error !== null}>
        <p className="small quiet">{says}</p>
      </Fold>
    )
  }
  const gist = request.type === 'http' ? `${request.method} ${request.url}` : `mail to ${request.to.join(', ')}`
  return (
    <Fold title="Outgoing Request" gist={gist}>
      <div className={parts.two}>
        <OutgoingFacts request={request} />
        {request.type === 'email' ? (
          <MailView label="Body" body={request.body} />
        ) : (
          <BodyView label="Body" body={request.body} />
        )}
      </div>
      {request.type === 'http' && <CopyAsCurl request={request} />}
    </Fold>
  )
}

function CopyAsCurl({ request }: { request: Extract<OutgoingCall, { type: 'http' }> }) {
  const copy = async () => {
    if (await copyText(curlLine(request))) showToast('The line is copied.')
  }
  return (
    <div className={styles.copy}>
      <Button icon={Copy} onClick={() => void copy()}>
        Copy as curl
      </Button>
      <span className="small quiet">Secrets stand as placeholders.</span>
    </div>
  )
}

function Answer({ entry: { response, error, status } }: SectionProps) {
  if (!response) {
    const says = error
      ? `There was none: ${error.message}`
      : status === 'pending'
        ? 'It is not there yet.'
        : 'There was none.'
    return (
      <Fold title="Response" gist={error ? error.code : NOT_REACHED} isOpen={error !== null}>
        <p className="small quiet">{says}</p>
        {error && <Code text={`${error.stage}: ${error.code}`} />}
      </Fold>
    )
  }
  return (
    <Fold title="Response" gist={String(response.statusCode)} isOpen>
      <AnswerView answer={response} />
    </Fold>
  )
}
