import { useBlocker } from '@tanstack/react-router'
import { Check, Copy } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { copyText } from '../export/copy-text.ts'
import { TextField } from '../field.tsx'
import { Dialog } from './dialog.tsx'
import styles from './secret-dialog.module.css'

type SecretDialogProps = {
  title: string
  secret: string
  says: string
  /** It says what else is good to know. */
  children?: ReactNode
  onDone(): void
}
type CopyState = 'not-yet' | 'copied' | 'failed' | 'asked'

const NOTES: Readonly<Record<CopyState, string>> = {
  'not-yet': 'Not copied yet: Done asks once more.',
  copied: 'Copied.',
  failed: 'The browser did not let it be copied: select it and copy it yourself.',
  asked: 'It was not copied. Press Done again to close it for good.',
}

/**
 * A secret, this once. It closes by Done alone, which asks where nothing was copied: not by Esc, a click beside it, going
 * back or a reload.
 */
export function SecretDialog({ title, secret, says, children, onDone }: SecretDialogProps) {
  const [state, setState] = useState<CopyState>('not-yet')
  const copyButton = useRef<HTMLButtonElement>(null)
  const isCopied = state === 'copied'
  useBlocker({ shouldBlockFn: () => !isCopied, enableBeforeUnload: () => !isCopied })

  const copy = async () => setState((await copyText(secret)) ? 'copied' : 'failed')
  const done = () => (isCopied || state === 'asked' ? onDone() : setState('asked'))
  return (
    <Dialog
      title={title}
      initialFocus={copyButton}
      note={<span role="status">{NOTES[state]}</span>}
      actions={
        <Button look={isCopied ? 'primary' : 'plain'} onClick={done}>
          Done
        </Button>
      }
    >
      <p className="quiet">{says}</p>
      <div className={styles.secret}>
        <TextField label="Secret" value={secret} readOnly spellCheck={false} onFocus={event => event.target.select()} />
        <Button
          ref={copyButton}
          look={isCopied ? 'plain' : 'primary'}
          icon={isCopied ? Check : Copy}
          onClick={() => void copy()}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      {children}
    </Dialog>
  )
}
