import type { UseQueryResult } from '@tanstack/react-query'
import { Card } from '../../parts/card.tsx'
import { Editor } from '../../parts/editor/editor.tsx'
import { CopyButton } from '../../parts/export/copy-button.tsx'
import { schemaLanguage } from '../../parts/graphql/graphql-language.ts'
import { Loaded } from '../../parts/states/loaded.tsx'
import styles from './app.module.css'

/** The schema as it is served, complete: what can be asked. Ctrl F searches it. */
export function SchemaCard({ schema }: { schema: UseQueryResult<string> }) {
  return (
    <Loaded query={schema} what="the schema">
      {text => (
        <Card
          title="Schema"
          beside={<span className="small quiet">as it is served</span>}
          actions={<CopyButton text={text} what="the schema" isIcon />}
          isFull
        >
          <div className={styles.bare}>
            <Editor label="Served schema" lines={12} value={text} language={schemaLanguage} />
          </div>
        </Card>
      )}
    </Loaded>
  )
}
