import { type ReactNode, useState } from 'react'
import type { KeptBody } from '../../api/webhooks.ts'
import { absenceOf, lengthInWords, withLineBreaks } from '../../domain/webhooks/body-words.ts'
import { Button } from '../button.tsx'
import styles from './webhook.module.css'

type BodyViewProps = { label: string; body: KeptBody }

/** This many characters are shown at once. */
const AT_ONCE = 65_536

/** A body as it was kept: JSON with line breaks; what is not there is told in words. */
export function BodyView({ label, body }: BodyViewProps) {
  const [isWhole, setIsWhole] = useState(false)
  const absence = absenceOf(body)
  const text = body.encoding === 'utf8' ? withLineBreaks(body.text) : body.text
  const isLong = text.length > AT_ONCE && !isWhole
  return (
    <figure className={styles.body}>
      <figcaption>
        {label} <span className="quiet">{lengthInWords(body)}</span>
      </figcaption>
      {absence === undefined ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
        <pre className={styles.text} tabIndex={0}>
          {isLong ? text.slice(0, AT_ONCE) : text}
        </pre>
      ) : (
        <p className="small quiet">{absence}</p>
      )}
      {isLong && (
        <div>
          <Button onClick={() => setIsWhole(true)}>Show all of it</Button>
        </div>
      )}
    </figure>
  )
}

/** Headers, a line each. */
export function HeaderList({ headers }: { headers: Readonly<Record<string, string>> }) {
  return Object.entries(headers).map(([name, value]) => (
    <div key={name} className={styles.fact}>
      <dt>{name}</dt>
      <dd className="figures">{value === '' ? '(empty)' : value}</dd>
    </div>
  ))
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A text with its name. */
export const TextView = ({ label, text }: { label: string; text: string }) => (
  <figure className={styles.body}>
    <figcaption>{label}</figcaption>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
    <pre className={styles.text} tabIndex={0}>
      {text}
    </pre>
  </figure>
)
