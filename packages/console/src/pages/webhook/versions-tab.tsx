import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLeaves } from '../../api/use-leaves.ts'
import { type Hook, type HookVersion, webhooksApi } from '../../api/webhooks.ts'
import { documentOf, draftOf } from '../../domain/hook-form/hook-draft.ts'
import { Comparison } from '../../parts/editor/comparison.tsx'
import { jsonLanguage } from '../../parts/editor/json-language.ts'
import { Loaded } from '../../parts/states/loaded.tsx'
import { ProblemPanel } from '../../parts/states/problem-panel.tsx'
import { RestoreDialog } from '../../parts/versions/restore-dialog.tsx'
import { VersionsCard } from '../../parts/versions/versions-card.tsx'
import { shownDocument } from '../editor/shown-document.ts'
import styles from './webhook.module.css'

type VersionsTabProps = { hook: Hook; etag: string | undefined }

/** Compares two versions of the webhook, and leads back to one. */
export function VersionsTab({ hook, etag }: VersionsTabProps) {
  const id = hook._id
  const versions = useQuery({ queryKey: ['webhooks', 'versions', id], queryFn: () => webhooksApi.versions(id) })
  return (
    <Loaded query={versions} what="the versions">
      {lines => <Versions hook={hook} etag={etag} versions={lines} />}
    </Loaded>
  )
}

function Versions({ hook, etag, versions }: VersionsTabProps & { versions: readonly HookVersion[] }) {
  const may = useLeaves()
  const [restored, setRestored] = useState<number>()
  const id = hook._id
  return (
    <>
      <VersionsCard versions={versions} canRestore={may('makeWebhooks')} onRestore={setRestored}>
        {(before, after) => <Difference id={id} before={before} after={after} />}
      </VersionsCard>
      {restored !== undefined && (
        <RestoreDialog
          thing="webhook"
          name={hook.name}
          version={restored}
          restore={() => webhooksApi.restore(id, restored, etag)}
          queryKey={['webhooks']}
          onClose={() => setRestored(undefined)}
        >
          It becomes the next version and is in force at once; the secret stays as it is.
        </RestoreDialog>
      )}
    </>
  )
}

const useVersion = (id: string, version: number) =>
  useQuery({
    queryKey: ['webhooks', 'version', id, version],
    queryFn: () => webhooksApi.version(id, version),
    staleTime: Number.POSITIVE_INFINITY,
  })

const textOf = (hook: Hook) => shownDocument(documentOf(draftOf(hook)))

function Difference({ id, before, after }: { id: string; before: number; after: number }) {
  const one = useVersion(id, before)
  const other = useVersion(id, after)
  const failed = [one, other].find(({ isError }) => isError)
  if (failed) return <ProblemPanel error={failed.error} what="this version" onRetry={() => void failed.refetch()} />
  if (!one.data || !other.data) return <div className={styles.differencePlace} />
  const [left, right] = [textOf(one.data), textOf(other.data)]
  return (
    <>
      <p className="small quiet" role="status">
        {left === right
          ? 'The two are the same, but for values of headers, which are not shown.'
          : 'Left: before, right: after. Values of headers are not shown.'}
      </p>
      {left !== right && <Comparison label="Difference" before={left} after={right} language={jsonLanguage} />}
    </>
  )
}
