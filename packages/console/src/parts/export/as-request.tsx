import { printed } from '../../domain/json-text.ts'
import { requestLine } from '../../domain/request-line.ts'
import { Fold } from '../card.tsx'
import { Code } from '../code.tsx'
import styles from './as-request.module.css'
import { CopyButton } from './copy-button.tsx'

type AsRequestProps = {
  method: 'POST' | 'PUT' | 'PATCH'
  path: string
  etag?: string | undefined
  /** What would be sent. Secrets stand in it as placeholders. */
  body: Readonly<Record<string, unknown>>
}

/** What a form would send, as JSON and as a line of curl, kept in step with what is typed. */
export function AsRequest({ method, path, etag, body }: AsRequestProps) {
  const json = printed(body)
  const line = requestLine({ method, url: `${location.origin}${path}`, etag, body: json })
  return (
    <Fold title="As JSON and curl" gist={`${method} ${path}`}>
      {Object.keys(body).length === 0 ? (
        <p className="small quiet">Nothing is changed yet, so nothing would be sent.</p>
      ) : (
        <div className={styles.views}>
          <View title="JSON" text={json} what="the JSON" />
          <View title="curl" text={line} what="the line" />
        </div>
      )}
    </Fold>
  )
}

const View = ({ title, text, what }: { title: string; text: string; what: string }) => (
  <figure className={styles.view}>
    <figcaption className={styles.caption}>
      {title}
      <CopyButton text={text} what={what} isIcon />
    </figcaption>
    <Code text={text} />
  </figure>
)
