import type { AnswerParts, IncomingCall } from '../../api/webhooks.ts'
import { BodyView, Fact, HeaderList } from './body-view.tsx'
import styles from './webhook.module.css'

/** What a client has asked: the line, its headers and its body. */
export const RequestView = ({ request }: { request: IncomingCall }) => (
  <div className={styles.two}>
    <dl className={styles.facts}>
      <Fact name="Request">
        <code>
          {request.method} {request.path}
          {request.query && `?${request.query}`}
        </code>
      </Fact>
      <HeaderList headers={request.headers} />
    </dl>
    <BodyView label="Body" body={request.body} />
  </div>
)

type AnswerViewProps = { answer: AnswerParts; name?: string; label?: string }

/** What was answered. @param name of its status @param label of its body */
export const AnswerView = ({ answer, name = 'Status', label = 'Body' }: AnswerViewProps) => (
  <div className={styles.two}>
    <dl className={styles.facts}>
      <Fact name={name}>
        <code>{answer.statusCode}</code>
      </Fact>
      <HeaderList headers={answer.headers} />
    </dl>
    <BodyView label={label} body={answer.body} />
  </div>
)
