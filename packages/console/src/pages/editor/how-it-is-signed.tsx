import {
  lackOf,
  type SecondKind,
  type SignatureDraft,
  typedFields,
  withKind,
} from '../../domain/hook-form/signature-draft.ts'
import { Card } from '../../parts/card.tsx'
import { TextField } from '../../parts/field.tsx'
import { SelectField } from '../../parts/form/select-field.tsx'
import styles from './editor.module.css'
import type { EditorPartProps } from './use-editor.ts'

const KINDS: readonly { value: SecondKind; label: string }[] = [
  { value: 'none', label: 'None' },
  { value: 'github', label: 'As GitHub signs' },
  { value: 'shopify', label: 'As Shopify signs' },
  { value: 'stripe', label: 'As Stripe signs' },
  { value: 'body', label: 'HMAC-SHA256 of the body' },
  { value: 'timed', label: 'HMAC-SHA256 of time and body' },
]
const ENCODINGS = [
  { value: 'hex', label: 'hex' },
  { value: 'base64', label: 'base64' },
]

const isKind = (value: string): value is SecondKind => KINDS.some(kind => kind.value === value)

/** In which headers deliveries are signed, and by what beside the usual signature. */
export function HowItIsSigned({ editor }: EditorPartProps) {
  const { draft, faults, change } = editor
  const { signature } = draft
  const edit = (next: Partial<SignatureDraft>) => change({ signature: Object.assign({}, signature, next) })
  return (
    <Card title="How it is signed" help="signatures">
      <div className={styles.two}>
        <div className={styles.fields}>
          <TextField
            label="Headers begin with"
            hint={`${signature.prefix || '…'}-id, -timestamp and -signature, by Standard Webhooks.`}
            autoComplete="off"
            spellCheck={false}
            value={signature.prefix}
            onChange={event => edit({ prefix: event.target.value })}
            fault={faults.byField['signature.prefix'] ?? faults.byField.signature}
          />
        </div>
        <div className={styles.fields}>
          <SelectField
            label="A second signature, while its receiver moves"
            options={KINDS}
            value={signature.kind}
            onChange={value => isKind(value) && change({ signature: withKind(signature, value) })}
            fault={typedFields(signature.kind).header ? undefined : faults.byField['signature.second.header']}
          />
          {signature.kind !== 'none' && <SecondSignature editor={editor} edit={edit} />}
        </div>
      </div>
    </Card>
  )
}

type SecondSignatureProps = EditorPartProps & { edit(next: Partial<SignatureDraft>): void }

function SecondSignature({ editor: { draft, faults }, edit }: SecondSignatureProps) {
  const { signature } = draft
  const typed = typedFields(signature.kind)
  return (
    <>
      {typed.header && (
        <TextField
          label="Its header"
          autoComplete="off"
          spellCheck={false}
          value={signature.header}
          onChange={event => edit({ header: event.target.value })}
          fault={faults.byField['signature.second.header']}
        />
      )}
      {typed.encoding && (
        <div className={styles.pair}>
          <SelectField
            label="Written in"
            options={ENCODINGS}
            value={signature.encoding}
            onChange={value => edit({ encoding: value === 'base64' ? 'base64' : 'hex' })}
          />
          <TextField
            label="Behind this text"
            hint="like sha256="
            autoComplete="off"
            spellCheck={false}
            value={signature.label}
            onChange={event => edit({ label: event.target.value })}
            fault={faults.byField['signature.second.label']}
          />
        </div>
      )}
      <TextField
        label="Its secret"
        hint="The one that the receiver has. It is kept and not shown again."
        autoComplete="off"
        spellCheck={false}
        placeholder={signature.isSecretKept ? '•••••••• kept' : ''}
        value={signature.secret}
        onChange={event => edit({ secret: event.target.value })}
        fault={faults.byField['signature.second.secret'] ?? faults.byField['signature.second']}
      />
      <p className="small quiet">{lackOf(signature)}</p>
    </>
  )
}
