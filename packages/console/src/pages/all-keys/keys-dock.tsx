import { useMutation } from '@tanstack/react-query'
import { Download, Trash2 } from 'lucide-react'
import { allKeysApi, type ListedKey } from '../../api/admin/all-keys.ts'
import { useLeaves } from '../../api/use-leaves.ts'
import { keyCsv } from '../../domain/admin/key-csv.ts'
import { choiceOf, choiceWords, isNarrowed, type KeysSearch } from '../../domain/admin/key-search.ts'
import { Button } from '../../parts/button.tsx'
import { saveFile } from '../../parts/export/save-file.ts'
import list from '../../parts/list/list.module.css'
import { FaultSummary } from '../../parts/states/fault-summary.tsx'
import { showToast } from '../../parts/toast.tsx'
import { usePageKeys } from '../../state/page-keys.ts'
import type { WantedRevocation } from './revocation-dialogs.tsx'

type KeysDockProps = {
  search: KeysSearch
  total: number
  chosen: readonly ListedKey[]
  onRevoke(wanted: WantedRevocation): void
}

/** Which keys the list shows, and what can be done to all of them. */
export function KeysDock({ search, total, chosen, onRevoke }: KeysDockProps) {
  const may = useLeaves()
  const choice = choiceOf(search)
  const canMatch = may('revokeMatchingKeys') && isNarrowed(choice)
  const revokeMatching = () => canMatch && onRevoke({ kind: 'matching', choice })
  usePageKeys({ m: revokeMatching })
  const keys = total === 1 ? 'key' : 'keys'
  return (
    <div className={list.dock}>
      <span className={list.says} role="status">
        {total.toLocaleString()} {keys}
        {isNarrowed(choice) ? ` ${choiceWords(choice)}.` : ' of all users.'}
      </span>
      {chosen.length > 0 && (
        <Button icon={Trash2} look="danger" onClick={() => onRevoke({ kind: 'chosen', keys: chosen })}>
          {`Revoke ${chosen.length} chosen`}
        </Button>
      )}
      {may('revokeMatchingKeys') && (
        <Button
          look="danger"
          aria-keyshortcuts="m"
          disabled={!canMatch}
          title={canMatch ? undefined : 'Filter first: all keys are never meant by nothing.'}
          onClick={revokeMatching}
        >
          Revoke matching
        </Button>
      )}
      <SaveKeys search={search} />
    </div>
  )
}

/** What matches, on all pages, for other programs. */
function SaveKeys({ search }: { search: KeysSearch }) {
  const save = useMutation({
    mutationFn: () => allKeysApi.every(choiceOf(search), search.sort),
    onSuccess: ({ keys, total }) => {
      saveFile(`keys-${new Date().toISOString().slice(0, 10)}.csv`, 'text/csv', keyCsv(keys))
      const few = keys.length < total ? ` of ${total.toLocaleString()}: more do not go into one file` : ''
      showToast(`${keys.length.toLocaleString()} ${keys.length === 1 ? 'key' : 'keys'} saved as CSV${few}.`)
    },
  })
  return (
    <>
      <Button icon={Download} isBusy={save.isPending} onClick={() => save.mutate()}>
        Save as CSV
      </Button>
      {save.isError && <FaultSummary title="The keys were not saved." error={save.error} />}
    </>
  )
}
