import { getRouteApi, Link } from '@tanstack/react-router'
import { ShieldAlert } from 'lucide-react'
import { useCallback, useState } from 'react'
import { KEYS_PER_PAGE, type ListedKeys } from '../../api/admin/all-keys.ts'
import { useLeaveKnown, useLeaves } from '../../api/use-leaves.ts'
import { choiceOf, choiceWords, isNarrowed, type KeyChoice, type KeysSearch } from '../../domain/admin/key-search.ts'
import { Button } from '../../parts/button.tsx'
import { Code } from '../../parts/code.tsx'
import { ReportLeakDialog } from '../../parts/keys/report-leak-dialog.tsx'
import { useListPlace } from '../../parts/list/use-list-place.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty } from '../../parts/states/empty.tsx'
import { Loaded } from '../../parts/states/loaded.tsx'
import { TableSkeleton } from '../../parts/states/skeleton.tsx'
import { AllKeysTable } from './all-keys-table.tsx'
import { KeyFilters } from './key-filters.tsx'
import { KeySheet } from './key-sheet.tsx'
import { RevocationDialogs, type WantedRevocation } from './revocation-dialogs.tsx'
import { useHidesUse, useKeyPage } from './use-all-keys.ts'

const route = getRouteApi('/admin/keys')

/** Every key of the service, with its holder and its last use. */
export function AllKeysPage() {
  const [isReporting, setIsReporting] = useState(false)
  const maySee = useLeaveKnown('seeAllKeys')
  return (
    <>
      <PageHead
        title="All keys"
        say="Every key of this service, who holds it and when it was used last."
        actions={
          <Button icon={ShieldAlert} onClick={() => setIsReporting(true)}>
            Report a leaked key
          </Button>
        }
      />
      <Keys canFilter={maySee !== false} />
      {isReporting && <ReportLeakDialog secret="" onClose={() => setIsReporting(false)} />}
    </>
  )
}

function Keys({ canFilter }: { canFilter: boolean }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = useCallback((next: KeysSearch) => void navigate({ search: next, replace: true }), [navigate])
  const keys = useKeyPage(search)
  const listed = keys.data?.keys ?? []
  const hidesUse = useHidesUse(listed)
  const [wanted, setWanted] = useState<WantedRevocation>()
  const { key, ...rest } = search
  const close = () => change(rest)
  const revoke = (next: WantedRevocation) => {
    if (key !== undefined) close()
    setWanted(next)
  }
  return (
    <>
      {canFilter && <KeyFilters search={search} onChange={change} />}
      <Loaded query={keys} what="all keys">
        {page => (
          <KeyList
            {...page}
            search={rest}
            isOfBefore={keys.isPlaceholderData}
            hidesUse={hidesUse}
            onChange={change}
            onRevoke={revoke}
          />
        )}
      </Loaded>
      {key !== undefined && (
        <KeySheet
          id={key}
          listed={listed.find(({ _id }) => _id === key)}
          hidesUse={hidesUse}
          onRevoke={shown => revoke({ kind: 'one', key: shown })}
          onClose={close}
        />
      )}
      <RevocationDialogs wanted={wanted} hidesUse={hidesUse} onClose={() => setWanted(undefined)} />
    </>
  )
}

type KeyListProps = ListedKeys & {
  search: KeysSearch
  isOfBefore: boolean
  hidesUse: boolean
  onChange(search: KeysSearch): void
  onRevoke(wanted: WantedRevocation): void
}

function KeyList({ isOfBefore, ...props }: KeyListProps) {
  const { keys, total, search, onChange } = props
  const { page = 1, ...first } = search
  const place = useListPlace({
    page,
    pageSize: KEYS_PER_PAGE,
    rows: keys.length,
    total,
    isOfBefore,
    onBeyond: last => onChange(last > 1 ? { ...first, page: last } : first),
  })
  if (place === 'beyond') return <TableSkeleton what="all keys" />
  if (place === 'nothing') return <NoKeys choice={choiceOf(search)} onAll={() => onChange({})} />
  return <AllKeysTable key={JSON.stringify(search)} {...props} />
}

const curlLine = () => `curl -u USER '${location.origin}/admin/keys'`

type NoKeysProps = { choice: KeyChoice; onAll(): void }

/** Why no key is listed, and what to do about it. */
function NoKeys({ choice, onAll }: NoKeysProps) {
  const may = useLeaves()
  if (isNarrowed(choice)) {
    return (
      <Empty title="No key matches" text={`Looked for: ${choiceWords(choice)}.`}>
        <Button onClick={onAll}>Show all keys</Button>
      </Empty>
    )
  }
  return (
    <Empty
      title="Nobody has a key"
      text="An API key lets a script act as its holder. Who may issue one is said by the permissions."
    >
      {may('seePermissions') && <Link to="/permissions">Go to the permissions</Link>}
      <Code text={curlLine()} />
    </Empty>
  )
}
