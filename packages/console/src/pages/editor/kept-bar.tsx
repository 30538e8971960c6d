import { History } from 'lucide-react'
import { useState } from 'react'
import { clockTime } from '../../domain/times.ts'
import type { HookDraft } from '../../domain/webhooks/hook-draft.ts'
import { newDraft } from '../../domain/webhooks/hook-draft.ts'
import { Bar } from '../../parts/bar.tsx'
import { Button } from '../../parts/button.tsx'
import { dropDraft, readDraft } from '../../session/drafts.ts'

type KeptBarProps = {
  page: string
  /** The version that is being edited now. */
  version: number | undefined
  onRestore(draft: HookDraft): void
}

/** Whether a kept value has all parts of a form. */
const isHookDraft = (value: unknown): value is HookDraft =>
  typeof value === 'object' && value !== null && Object.keys(newDraft('http')).every(name => name in value)

/** Text that was typed here before, and not saved: offered after a reload or a crash. */
export function KeptBar({ page, version, onRestore }: KeptBarProps) {
  const [kept, setKept] = useState(() => readDraft(page, isHookDraft))
  if (!kept) return null
  const discard = () => {
    dropDraft(page)
    setKept(undefined)
  }
  const restore = () => {
    onRestore(kept.value)
    setKept(undefined)
  }
  return (
    <Bar
      look="warn"
      icon={History}
      role="status"
      actions={
        <>
          <Button onClick={restore}>Restore</Button>
          <Button onClick={discard}>Discard</Button>
        </>
      }
    >
      <b>There is unsaved text of {clockTime(kept.at)}.</b>
      {kept.version !== version && ' The webhook was changed since: compare before you save.'}
    </Bar>
  )
}
