import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AppVersionLine, appsApi, type ShownApp } from '../../api/apps.ts'
import { textsOf } from '../../domain/graphql/app-text.ts'
import { Comparison } from '../../parts/editor/comparison.tsx'
import { jsonLanguage } from '../../parts/editor/json-language.ts'
import { Segments } from '../../parts/form/segments.tsx'
import { schemaLanguage } from '../../parts/graphql/graphql-language.ts'
import { Loaded } from '../../parts/states/loaded.tsx'
import { ProblemPanel } from '../../parts/states/problem-panel.tsx'
import { RestoreDialog } from '../../parts/versions/restore-dialog.tsx'
import { VersionsCard } from '../../parts/versions/versions-card.tsx'
import styles from './app.module.css'

type AppVersionsProps = { id: string; app: ShownApp; etag: string | undefined; canChange: boolean }

/** Compares two versions of the app, and leads back to one. */
export function VersionsTab(props: AppVersionsProps) {
  const { id } = props
  const versions = useQuery({ queryKey: ['apps', 'versions', id], queryFn: () => appsApi.versions(id) })
  return (
    <Loaded query={versions} what="the versions">
      {lines => <Versions {...props} versions={lines} />}
    </Loaded>
  )
}

type ComparedPart = 'schema' | 'mappings' | 'settings'
const PARTS = [
  { value: 'schema', label: 'Schema' },
  { value: 'mappings', label: 'Mappings' },
  { value: 'settings', label: 'Settings' },
] as const

function Versions({ id, app, etag, canChange, versions }: AppVersionsProps & { versions: readonly AppVersionLine[] }) {
  const [part, setPart] = useState<ComparedPart>('schema')
  const [restored, setRestored] = useState<number>()
  return (
    <>
      <VersionsCard
        versions={versions}
        canRestore={canChange}
        beside={<span className="small quiet">the last 20 are kept</span>}
        choice={<Segments<ComparedPart> label="Part" segments={PARTS} value={part} onChange={setPart} />}
        onRestore={setRestored}
      >
        {(before, after) => <Difference id={id} before={before} after={after} part={part} />}
      </VersionsCard>
      {restored !== undefined && (
        <RestoreDialog
          thing="app"
          name={app.descriptor.name}
          version={restored}
          restore={() => appsApi.restore(id, restored, etag)}
          queryKey={['apps']}
          onClose={() => setRestored(undefined)}
        >
          It is checked like any change, becomes the next version, and is in force at once, with the settings of then.
        </RestoreDialog>
      )}
    </>
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
