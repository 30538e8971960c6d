import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { webhookTools } from '../../api/webhook-tools.ts'
import { addressesIn, type HeaderDraft } from '../../domain/hook-form/hook-draft.ts'
import { clockTime } from '../../domain/times.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Fault, TextField } from '../../parts/field.tsx'
import { TextAreaField } from '../../parts/form/text-area-field.tsx'
import styles from './editor.module.css'
import type { EditorPartProps } from './use-editor.ts'

/** The target: an address with its headers, or mailboxes. */
export const WhereItGoes = ({ editor }: EditorPartProps) => (
  <Card title="Where it goes">
    {editor.draft.type === 'http' ? <HttpTarget editor={editor} /> : <MailTarget editor={editor} />}
  </Card>
)

function HttpTarget({ editor }: EditorPartProps) {
  const { draft, faults, change } = editor
  return (
    <div className={styles.two}>
      <div className={styles.fields}>
        <TextField
          label="URL"
          aria-required
          hint="http or https, and publicly reachable, unless the operator has opened other addresses (WEBHOOK_ALLOW_CIDRS)."
          type="text"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          value={draft.url}
          onChange={event => change({ url: event.target.value })}
          fault={faults.byField.url}
        />
        <div className={styles.pair}>
          <TextField
            label="Time-out"
            hint="ms, 1,000 to 30,000"
            inputMode="numeric"
            autoComplete="off"
            value={draft.timeoutMs}
            onChange={event => change({ timeoutMs: event.target.value })}
            fault={faults.byField.timeout_ms}
          />
          <PerMinute editor={editor} />
        </div>
      </div>
      <Headers editor={editor} />
    </div>
  )
}

const PerMinute = ({ editor: { draft, faults, change } }: EditorPartProps) => (
  <TextField
    label="At most a minute"
    hint="more wait their turn"
    inputMode="numeric"
    autoComplete="off"
    value={draft.maxPerMinute}
    onChange={event => change({ maxPerMinute: event.target.value })}
    fault={faults.byField.maxPerMinute}
  />
)

function Headers({ editor: { draft, faults, change } }: EditorPartProps) {
  const { headers } = draft
  const fault = useId()
  const replace = (key: number, next: Partial<HeaderDraft>) =>
    change({ headers: headers.map(header => (header.key === key ? Object.assign({}, header, next) : header)) })
  const add = () => {
    const key = Math.max(0, ...headers.map(header => header.key)) + 1
    change({ headers: [...headers, { key, name: '', value: '', isKept: false }] })
  }
  return (
    <fieldset className={styles.headers} aria-describedby={faults.byField.headers ? fault : undefined}>
      <legend className={styles.legend}>Headers</legend>
      {headers.map(({ key, name, value, isKept }, at) => (
        <div key={key} className={styles.header}>
          <TextField
            label={`Name of header ${at + 1}`}
            isLabelHidden
            placeholder="Name"
            autoComplete="off"
            spellCheck={false}
            value={name}
            onChange={event => replace(key, { name: event.target.value, isKept: false })}
          />
          <TextField
            label={`Value of header ${at + 1}`}
            isLabelHidden
            placeholder={isKept ? '•••••••• kept' : 'Value'}
            autoComplete="off"
            spellCheck={false}
            value={value}
            onChange={event => replace(key, { value: event.target.value })}
          />
          <IconButton
            icon={X}
            name={`Remove header ${name || at + 1}`}
            onClick={() => change({ headers: headers.filter(header => header.key !== key) })}
          />
        </div>
      ))}
      {faults.byField.headers && <Fault id={fault} text={faults.byField.headers} />}
      <div>
        <Button icon={Plus} onClick={add}>
          Add header
        </Button>
      </div>
      <p className="small quiet">
        Values are kept and not shown again. Where the address goes to another host, they have to be typed anew.
      </p>
    </fieldset>
  )
}

function MailTarget({ editor }: EditorPartProps) {
  const { draft, faults, change } = editor
  const count = addressesIn(draft.to).length + addressesIn(draft.cc).length
  return (
    <div className={styles.two}>
      <div className={styles.fields}>
        <TextAreaField
          label="To"
          hint="Addresses, one a line, or pasted with commas between."
          value={draft.to}
          onChange={to => change({ to })}
          fault={faults.byField['email.to']}
        />
        <TextAreaField
          label="Cc"
          hint={`${count} of 50 recipients. All get the mail, or none does.`}
          value={draft.cc}
          onChange={cc => change({ cc })}
          fault={faults.byField['email.cc']}
        />
      </div>
      <div className={styles.fields}>
        <PerMinute editor={editor} />
        <Allowance />
      </div>
    </div>
  )
}

/** The server by which mails go, and how many may still be sent today. */
function Allowance() {
  const allowance = useQuery({ queryKey: ['mail', 'allowance'], queryFn: webhookTools.allowance, retry: false })
  const own = useQuery({ queryKey: ['mail', 'server'], queryFn: webhookTools.mailServer, retry: false })
  if (own.data) {
    return (
      <p className="small quiet">
        Mails go by your own server, <code>{own.data.host}</code>, and are not counted.{' '}
        <Link to="/webhooks/mail">Mail server</Link>
      </p>
    )
  }
  if (!allowance.data) return null
  const { left, limit, resetsAt } = allowance.data
  return (
    <p className="small quiet">
      <span className="figures">
        {left.toLocaleString()} of {limit.toLocaleString()}
      </span>{' '}
      recipients are left today by the service’s own mail server, counted anew at {clockTime(resetsAt.$date)}.{' '}
      <Link to="/webhooks/mail">Mail server</Link>
    </p>
  )
}
