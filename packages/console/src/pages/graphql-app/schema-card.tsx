import type { UseQueryResult } from '@tanstack/react-query'
import { Card } from '../../parts/card.tsx'
import { Editor } from '../../parts/editor/editor.tsx'
import { CopyButton } from '../../parts/export/copy-button.tsx'
import { schemaLanguage } from '../../parts/graphql/graphql-language.ts'
import { ProblemPanel } from '../../parts/states/problem-panel.tsx'
import { TableSkeleton } from '../../parts/states/skeleton.tsx'
import styles from './app.module.css'

/** The schema as it is served, complete: what can be asked. Ctrl F searches it. */
export function SchemaCard({ schema }: { schema: UseQueryResult<string> }) {
  if (schema.isError)
    return <ProblemPanel error={schema.error} what="the schema" onRetry={() => void schema.refetch()} />
  if (schema.data === undefined) return <TableSkeleton what="the schema" />
  return (
    <Card
      title="Schema"
      beside={<span className="small quiet">as it is served</span>}
      actions={<CopyButton text={schema.data} what="the schema" isIcon />}
      isFull
    >
      <div className={styles.bare}>
        <Editor label="Served schema" lines={12} value={schema.data} language={schemaLanguage} />
      </div>
    </Card>
  )
}
