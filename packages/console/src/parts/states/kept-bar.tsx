import { History } from 'lucide-react'
import { useState } from 'react'
import { clockTime } from '../../domain/times.ts'
import { dropDraft, type KeptDraft, readDraft } from '../../session/drafts.ts'
import { Bar } from '../bar.tsx'
import { Button } from '../button.tsx'

type KeptBarProps<T> = {
  page: string
  isDraft(value: unknown): value is T
  /** Puts the text back. Where something else was saved meanwhile, the two are compared before anything is written. */
  onRestore(kept: KeptDraft<T>): void
  /** A sentence that says more of it, as what is not kept. */
  note?: string
}

/** Text that was typed here before, and not saved: offered after a reload or a crash. */
export function KeptBar<T>({ page, isDraft, onRestore, note }: KeptBarProps<T>) {
  const [kept, setKept] = useState(() => readDraft(page, isDraft))
  if (!kept) return null
  const end = (act: () => void) => () => {
    act()
    setKept(undefined)
  }
  return (
    <Bar
      look="warn"
      icon={History}
      role="status"
      actions={
        <>
          <Button onClick={end(() => onRestore(kept))}>Restore</Button>
          <Button onClick={end(() => dropDraft(page))}>Discard</Button>
        </>
      }
    >
      <b>There is unsaved text of {clockTime(kept.at)}.</b> Restored, it is not saved yet. {note}
    </Bar>
  )
}
