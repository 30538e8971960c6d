import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AppVersionLine, appsApi, type ShownApp } from '../../api/apps.ts'
import { textsOf } from '../../domain/graphql/app-text.ts'
import { exactTime } from '../../domain/times.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx'
import { Comparison } from '../../parts/editor/comparison.tsx'
import { jsonLanguage } from '../../parts/editor/json-language.ts'
import { Segments } from '../../parts/form/segments.tsx'
import { SelectField } from '../../parts/form/select-field.tsx'
import { schemaLanguage } from '../../parts/graphql/graphql-language.ts'
import { ProblemPanel } from '../../parts/states/problem-panel.tsx'
import { TableSkeleton } from '../../parts/states/skeleton.tsx'
import { showToast } from '../../parts/toast.tsx'
import styles from './app.module.css'

type AppVersionsProps = { id: string; app: ShownApp; etag: string | undefined; canChange: boolean }

/** What the app was: two versions side by side, and the way back to one. */
export function VersionsTab(props: AppVersionsProps) {
  const { id } = props
  const versions = useQuery({ queryKey: ['apps', 'versions', id], queryFn: () => appsApi.versions(id) })
  if (versions.isPending) return <TableSkeleton what="the versions" />
  if (versions.isError) {
    return <ProblemPanel error={versions.error} what="the versions" onRetry={() => void versions.refetch()} />
  }
  return <Versions {...props} versions={versions.data} />
}

const nameOf = ({ version, at, by }: AppVersionLine): string =>
  `${version} · ${exactTime(at.$date)} · ${by ?? 'nobody knows by whom'}`

type ComparedPart = 'schema' | 'mappings' | 'settings'
const PARTS = [
  { value: 'schema', label: 'Schema' },
  { value: 'mappings', label: 'Mappings' },
  { value: 'settings', label: 'Settings' },
] as const

function Versions({ id, app, etag, canChange, versions }: AppVersionsProps & { versions: readonly AppVersionLine[] }) {
  const newest = versions[0]?.version ?? 1
  const [before, setBefore] = useState(versions[1]?.version ?? newest)
  const [after, setAfter] = useState(newest)
  const [part, setPart] = useState<ComparedPart>('schema')
  const [isRestoring, setIsRestoring] = useState(false)
  const options = versions.map(line => ({ value: String(line.version), label: nameOf(line) }))
  const canRestore = canChange && before !== newest
  return (
    <Card
      title="Versions"
      beside={<span className="small quiet">the last 20 are kept</span>}
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
        <Segments<ComparedPart> label="Part" segments={PARTS} value={part} onChange={setPart} />
      </div>
      <Difference id={id} before={before} after={after} part={part} />
      {isRestoring && (
        <RestoreDialog id={id} app={app} etag={etag} version={before} onClose={() => setIsRestoring(false)} />
      )}
    </Card>
  )
}

const useVersion = (id: string, version: number) =>
  useQuery({
    queryKey: ['apps', 'version', id, version],
    queryFn: () => appsApi.version(id, version),
    staleTime: Number.POSITIVE_INFINITY,
  })

function textOf({ schema, mappings, descriptor }: ShownApp, part: ComparedPart): string {
  if (part === 'settings') return JSON.stringify(descriptor, undefined, 2)
  return textsOf({ schema, mappings })[part]
}

type DifferenceProps = { id: string; before: number; after: number; part: ComparedPart }

function Difference({ id, before, after, part }: DifferenceProps) {
  const one = useVersion(id, before)
  const other = useVersion(id, after)
  const failed = [one, other].find(({ isError }) => isError)
  if (failed) return <ProblemPanel error={failed.error} what="this version" onRetry={() => void failed.refetch()} />
  if (!one.data || !other.data) return <div className={styles.differencePlace} />
  const [left, right] = [textOf(one.data, part), textOf(other.data, part)]
  return (
    <>
      <p className="small quiet" role="status">
        {left === right ? 'They are the same in this part.' : 'Left: before, right: after.'}
      </p>
      <Comparison
        key={part}
        label="Difference"
        before={left}
        after={right}
        language={part === 'schema' ? schemaLanguage : jsonLanguage}
      />
    </>
  )
}

type RestoreDialogProps = { id: string; app: ShownApp; etag: string | undefined; version: number; onClose(): void }

function RestoreDialog({ id, app, etag, version, onClose }: RestoreDialogProps) {
  const queryClient = useQueryClient()
  const restore = useMutation({
    mutationFn: () => appsApi.restore(id, version, etag),
    onSuccess: () => {
      onClose()
      showToast(`“${app.descriptor.name}” is what it was in version ${version}.`)
      return queryClient.invalidateQueries({ queryKey: ['apps'] })
    },
  })
  return (
    <ConfirmDialog
      title={`Restore version ${version}`}
      verb="Restore"
      look="primary"
      error={restore.error}
      failed="The app is as it was."
      isBusy={restore.isPending}
      onConfirm={() => restore.mutate()}
      onClose={onClose}
    >
      It is checked like any change, becomes the next version, and is in force at once, with the settings of then.
    </ConfirmDialog>
  )
}
