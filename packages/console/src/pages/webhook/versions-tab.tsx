import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Hook, type HookVersion, webhooksApi } from '../../api/webhooks.ts'
import { exactTime } from '../../domain/times.ts'
import { documentOf, draftOf } from '../../domain/webhooks/hook-draft.ts'
import { useLeaves } from '../../frame/use-leaves.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx'
import { Comparison } from '../../parts/editor/comparison.tsx'
import { jsonLanguage } from '../../parts/editor/json-language.ts'
import { SelectField } from '../../parts/form/select-field.tsx'
import { ProblemPanel } from '../../parts/states/problem-panel.tsx'
import { TableSkeleton } from '../../parts/states/skeleton.tsx'
import { showToast } from '../../parts/toast.tsx'
import { shownDocument } from '../editor/shown-document.ts'
import styles from './webhook.module.css'

type VersionsTabProps = { hook: Hook; etag: string | undefined }

/** What the webhook was: two versions side by side, and the way back to one. */
export function VersionsTab({ hook, etag }: VersionsTabProps) {
  const id = hook._id
  const versions = useQuery({ queryKey: ['webhooks', 'versions', id], queryFn: () => webhooksApi.versions(id) })
  if (versions.isPending) return <TableSkeleton what="the versions" />
  if (versions.isError) {
    return <ProblemPanel error={versions.error} what="the versions" onRetry={() => void versions.refetch()} />
  }
  return <Versions hook={hook} etag={etag} versions={versions.data} />
}

const nameOf = ({ version, at, by }: HookVersion): string =>
  `${version} · ${exactTime(at.$date)} · ${by ?? 'nobody knows by whom'}`

function Versions({ hook, etag, versions }: VersionsTabProps & { versions: readonly HookVersion[] }) {
  const may = useLeaves()
  const newest = versions[0]?.version ?? hook.version
  const [before, setBefore] = useState(versions[1]?.version ?? newest)
  const [after, setAfter] = useState(newest)
  const [isRestoring, setIsRestoring] = useState(false)
  const options = versions.map(version => ({ value: String(version.version), label: nameOf(version) }))
  const canRestore = may('makeWebhooks') && before !== newest
  return (
    <Card
      title="Versions"
      actions={canRestore && <Button onClick={() => setIsRestoring(true)}>{`Restore version ${before}`}</Button>}
    >
      <div className={styles.pickers}>
        <SelectField
          label="Before"
          options={options}
          value={String(before)}
          onChange={value => setBefore(Number(value))}
        />
        <SelectField
          label="After"
          options={options}
          value={String(after)}
          onChange={value => setAfter(Number(value))}
        />
      </div>
      <Difference id={hook._id} before={before} after={after} />
      {isRestoring && <RestoreDialog hook={hook} etag={etag} version={before} onClose={() => setIsRestoring(false)} />}
    </Card>
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

type RestoreDialogProps = VersionsTabProps & { version: number; onClose(): void }

function RestoreDialog({ hook, etag, version, onClose }: RestoreDialogProps) {
  const queryClient = useQueryClient()
  const restore = useMutation({
    mutationFn: () => webhooksApi.restore(hook._id, version, etag),
    onSuccess: () => {
      onClose()
      showToast(`“${hook.name}” is what it was in version ${version}.`)
      return queryClient.invalidateQueries({ queryKey: ['webhooks'] })
    },
  })
  return (
    <ConfirmDialog
      title={`Restore version ${version}`}
      verb="Restore"
      look="primary"
      error={restore.error}
      failed="The webhook is as it was."
      isBusy={restore.isPending}
      onConfirm={() => restore.mutate()}
      onClose={onClose}
    >
      It becomes the next version and is in force at once; the secret stays as it is.
    </ConfirmDialog>
  )
}
