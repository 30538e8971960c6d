import { useEffect, useRef, useState } from 'react'
import { documentsApi } from '../../api/data/documents.ts'
import type { CollectionPlace, DocumentQuery } from '../../domain/data/data-search.ts'
import { shortText } from '../../domain/data/extended-text.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog/dialog.tsx'
import { saveFile } from '../../parts/export/save-file.ts'
import { FaultSummary } from '../../parts/states/fault-summary.tsx'

type ExportDialogProps = {
  place: CollectionPlace
  /** Its page counts for nothing: all that it finds is exported. */
  query: DocumentQuery
  onClose(): void
}
type ExportState =
  | { kind: 'reading' | 'done' | 'cut'; count: number }
  | { kind: 'failed'; count: number; error: unknown }

const A_PAGE = 500
/** More would have to be kept in memory until it is saved. */
const MOST_SIGNS = 64 * 1024 * 1024

/** Reads all that a query finds and saves it as JSON lines, which an import takes back with every type. */
export function ExportDialog({ place, query, onClose }: ExportDialogProps) {
  const [state, setState] = useState<ExportState>({ kind: 'reading', count: 0 })
  const reading = useRef<AbortController>(undefined)
  const wish = useRef({ place, query })
  useEffect(() => {
    const controller = new AbortController()
    reading.current = controller
    void exportAll(wish.current, controller.signal, setState)
    return () => controller.abort()
  }, [])
  return (
    <Dialog
      title={`Export “${place.collection}”`}
      isSmall
      onClose={onClose}
      actions={
        <Button look={state.kind === 'reading' ? 'plain' : 'primary'} onClick={onClose}>
          {state.kind === 'reading' ? 'Cancel' : 'Done'}
        </Button>
      }
    >
      {state.kind === 'failed' && <FaultSummary title="Nothing was saved." error={state.error} />}
      <p role="status">
        {state.kind === 'reading' && `${state.count.toLocaleString()} documents read…`}
        {state.kind === 'done' && `${state.count.toLocaleString()} documents are saved as JSON lines.`}
        {state.kind === 'cut' &&
          `The first ${state.count.toLocaleString()} documents are saved: there are more than 64 MB of them. A filter on _id gets the rest.`}
      </p>
    </Dialog>
  )
}

type ExportWish = Pick<ExportDialogProps, 'place' | 'query'>

/** Fetches all pages one by one. Without a sort of one's own they come by id, so that what is added meanwhile moves nothing. */
async function exportAll(
  { place, query: { filter, sort = '_id', keys } }: ExportWish,
  signal: AbortSignal,
  onState: (state: ExportState) => void,
): Promise<void> {
  const lines: string[] = []
  let signs = 0
  try {
    for (let page = 1; signs < MOST_SIGNS; page += 1) {
      const documents = await documentsApi.list(place, { filter, sort, keys, page }, { pageSize: A_PAGE, signal })
      for (const { text } of documents) {
        const line = shortText(text)
        signs += line.length
        lines.push(`${line}\n`)
      }
      onState({ kind: 'reading', count: lines.length })
      if (documents.length < A_PAGE) break
    }
    saveFile(`${place.collection}.jsonl`, 'application/x-ndjson', lines.join(''))
    onState({ kind: signs < MOST_SIGNS ? 'done' : 'cut', count: lines.length })
  } catch (error) {
    if (!signal.aborted) onState({ kind: 'failed', count: lines.length, error })
  }
}
