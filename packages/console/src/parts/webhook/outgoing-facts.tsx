import type { OutgoingCall } from '../../api/webhooks.ts'
import { Fact, HeaderList } from './body-view.tsx'
import styles from './webhook.module.css'

/** What was sent, but for its body. */
export function OutgoingFacts({ request }: { request: OutgoingCall }) {
  return (
    <dl className={styles.facts}>
      {request.type === 'http' ? (
        <>
          <Fact name="Request">
            <code>
              {request.method} {request.url}
            </code>
          </Fact>
          <HeaderList headers={request.headers} />
        </>
      ) : (
        <>
          <Fact name="From">{request.from}</Fact>
          <Fact name="To">{request.to.join(', ')}</Fact>
          {request.cc.length > 0 && <Fact name="Cc">{request.cc.join(', ')}</Fact>}
          <Fact name="Subject">{request.subject}</Fact>
        </>
      )}
    </dl>
  )
}
