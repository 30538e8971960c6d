import { useBlocker } from '@tanstack/react-router'
import { Check, Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import type { SecretKey } from '../../api/keys.ts'
import { exactTime } from '../../domain/times.ts'
import { RoleTags } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { copyText } from '../../parts/copy-text.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import styles from './keys.module.css'
import { TryIt } from './try-it.tsx'

type SecretDialogProps = { apiKey: SecretKey; isNew: boolean; onDone(): void }
type CopyState = 'not-yet' | 'copied' | 'failed' | 'asked'

const NOTES: Readonly<Record<CopyState, string>> = {
  'not-yet': 'Not copied yet: Done asks once more.',
  copied: 'Copied.',
  failed: 'The browser did not let it be copied: select it and copy it yourself.',
  asked: 'It was not copied. Press Done again to close it for good.',
}

/**
 * The secret of a key, this once. It closes by Done alone, which asks where nothing was copied: not by Esc, a click
 * beside it, going back or a reload.
 */
export function SecretDialog({ apiKey, isNew, onDone }: SecretDialogProps) {
  const [state, setState] = useState<CopyState>('not-yet')
  const copyButton = useRef<HTMLButtonElement>(null)
  const isCopied = state === 'copied'
  useBlocker({ shouldBlockFn: () => !isCopied, enableBeforeUnload: () => !isCopied })

  const copy = async () => setState((await copyText(apiKey.key)) ? 'copied' : 'failed')
  const done = () => (isCopied || state === 'asked' ? onDone() : setState('asked'))
  return (
    <Dialog
      title={isNew ? `Key “${apiKey.name}” is issued` : `Key “${apiKey.name}” has a new secret`}
      initialFocus={copyButton}
      note={<span role="status">{NOTES[state]}</span>}
      actions={
        <Button look={isCopied ? 'primary' : 'plain'} onClick={done}>
          Done
        </Button>
      }
    >
      <p className="quiet">
        This is the only time its secret is shown. Sluice keeps a hash of it; nobody can look it up later.
      </p>
      <div className={styles.secret}>
        <TextField
          label="Secret"
          value={apiKey.key}
          readOnly
          spellCheck={false}
          onFocus={event => event.target.select()}
        />
        <Button
          ref={copyButton}
          look={isCopied ? 'plain' : 'primary'}
          icon={isCopied ? Check : Copy}
          onClick={() => void copy()}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <dl className={styles.facts}>
        <dt>Roles</dt>
        <dd>
          <RoleTags roles={apiKey.roles} />
        </dd>
        <dt>Works until</dt>
        <dd>{exactTime(apiKey.expiresAt.$date)}</dd>
        {apiKey.previousUntil && <dt>Old secret until</dt>}
        {apiKey.previousUntil && <dd>{exactTime(apiKey.previousUntil.$date)}</dd>}
      </dl>
      <TryIt />
    </Dialog>
  )
}
