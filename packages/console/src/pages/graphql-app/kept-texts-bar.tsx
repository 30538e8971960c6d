import { History } from 'lucide-react'
import { useState } from 'react'
import type { AppTexts } from '../../domain/graphql/app-faults.ts'
import { clockTime } from '../../domain/times.ts'
import { Bar } from '../../parts/bar.tsx'
import { Button } from '../../parts/button.tsx'
import { dropDraft, readDraft } from '../../session/drafts.ts'

const areTexts = (value: unknown): value is AppTexts =>
  typeof value === 'object' &&
  value !== null &&
  'schema' in value &&
  typeof value.schema === 'string' &&
  'mappings' in value &&
  typeof value.mappings === 'string'

type KeptTextsBarProps = { page: string; onRestore(texts: AppTexts): void }

/** Text that was typed here before, and not saved: offered after a reload or a crash. */
export function KeptTextsBar({ page, onRestore }: KeptTextsBarProps) {
  const [kept, setKept] = useState(() => readDraft(page, areTexts))
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
          <Button onClick={end(() => onRestore(kept.value))}>Restore</Button>
          <Button onClick={end(() => dropDraft(page))}>Discard</Button>
        </>
      }
    >
      <b>There is unsaved text of {clockTime(kept.at)}.</b> Restored, it is not saved yet.
    </Bar>
  )
}
