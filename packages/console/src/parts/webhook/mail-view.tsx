import { useEffect, useRef, useState } from 'react'
import type { KeptBody } from '../../api/webhooks.ts'
import { isMarkup } from '../../domain/webhooks/body-words.ts'
import { Segments } from '../form/segments.tsx'
import { BodyView } from './body-view.tsx'
import styles from './webhook.module.css'

type MailForm = 'text' | 'mail'

const FORMS = [
  { value: 'mail', label: 'As a mail' },
  { value: 'text', label: 'As text' },
] as const

/** The body of a mail: as whoever got it sees it, where it is HTML, and as it was sent. */
export function MailView({ label, body }: { label: string; body: KeptBody }) {
  const [form, setForm] = useState<MailForm>('mail')
  if (!isMarkup(body)) return <BodyView label={label} body={body} />
  return (
    <div className={styles.mail}>
      <Segments<MailForm> label="How the mail is shown" segments={FORMS} value={form} onChange={setForm} />
      {form === 'text' ? <BodyView label={label} body={body} /> : <MailFrame html={body.text} />}
    </div>
  )
}

/** What the page in the frame says when it can take a mail. */
const READY = 'mail-preview'

/**
 * A mail as HTML. The frame is a page without an origin, a network and scripts of the mail, so what somebody put into it can
 * do nothing; its text goes there by a message.
 */
function MailFrame({ html }: { html: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const send = ({ source, data }: MessageEvent) => {
      const target = frame.current?.contentWindow
      if (target && source === target && data === READY) target.postMessage(html, '*')
    }
    addEventListener('message', send)
    return () => removeEventListener('message', send)
  }, [html])
  return (
    <>
      <iframe
        key={html}
        ref={frame}
        className={styles.mailFrame}
        title="The mail"
        src="/console/mail-preview.html"
        sandbox="allow-scripts"
      />
      <p className="small quiet">
        Pictures are not loaded, links lead nowhere, and nothing in the mail runs. What a link leads to is its tooltip.
      </p>
    </>
  )
}
