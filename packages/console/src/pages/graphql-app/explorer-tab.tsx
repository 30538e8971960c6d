import { useQuery } from '@tanstack/react-query'
import { BookOpen, CircleSlash, Play, Route } from 'lucide-react'
import { useMemo, useState } from 'react'
import { appsApi, type ShownApp } from '../../api/apps.ts'
import { operationName } from '../../domain/graphql/operation-name.ts'
import { Bar } from '../../parts/bar.tsx'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { EditorField } from '../../parts/editor/editor-field.tsx'
import { jsonLanguage } from '../../parts/editor/json-language.ts'
import { TextField } from '../../parts/field.tsx'
import { SelectField } from '../../parts/form/select-field.tsx'
import { queryLanguage } from '../../parts/graphql/graphql-language.ts'
import { ProblemPanel } from '../../parts/states/problem-panel.tsx'
import { useKeysEverywhere } from '../../state/page-keys.ts'
import styles from './app.module.css'
import { PlanCard } from './plan-card.tsx'
import { ResultCard } from './result-card.tsx'
import { SchemaCard } from './schema-card.tsx'
import { type Explorer, type TypedQuery, useExplorer } from './use-explorer.ts'

/** A place to try an app: a query, what it was answered, and what the store was asked. */
export function ExplorerTab({ id, app, query }: { id: string; app: ShownApp; query: TypedQuery }) {
  const explorer = useExplorer(id, app, query)
  const schema = useQuery({ queryKey: ['apps', 'sdl', id, app.schema], queryFn: () => appsApi.schema(id) })
  const language = useMemo(() => queryLanguage(schema.data), [schema.data])
  const [isSchemaShown, setIsSchemaShown] = useState(false)
  const { tried, run, explain, areVariablesRead, change } = explorer
  const isEnabled = app.descriptor.enabled !== false
  useKeysEverywhere({
    '$mod+Enter': event => {
      if (event.defaultPrevented) return
      event.preventDefault()
      explorer.runNow()
    },
  })
  return (
    <>
      {!isEnabled && (
        <Bar look="warn" icon={CircleSlash}>
          <b>The app is disabled.</b> Its address answers 404; the plan of a query can be seen all the same.
        </Bar>
      )}
      <ExplorerTools explorer={explorer} isSchemaShown={isSchemaShown} onSchema={setIsSchemaShown} />
      {isSchemaShown && <SchemaCard schema={schema} />}
      <div className={styles.two}>
        <div className={styles.column}>
          <EditorField
            label="Query"
            lines={10}
            value={tried.query}
            onChange={query => change({ query })}
            language={language}
            onRun={explorer.runNow}
          />
          <EditorField
            label="Variables"
            beside={<span className="small quiet">JSON</span>}
            lines={3}
            value={tried.variables}
            onChange={variables => change({ variables })}
            language={jsonLanguage}
            fault={areVariablesRead ? undefined : 'The variables are not JSON.'}
            onRun={explorer.runNow}
          />
          <RunAs explorer={explorer} />
        </div>
        <div className={styles.column}>
          {run.isError ? (
            <ProblemPanel error={run.error} what="this answer" onRetry={explorer.runNow} />
          ) : (
            <ResultCard answer={run.data} isBusy={run.isPending} />
          )}
        </div>
      </div>
      {explain.isError && (
        <ProblemPanel error={explain.error} what="this plan" onRetry={() => explorer.explainNow(false)} />
      )}
      {explain.data && <PlanCard plan={explain.data} />}
    </>
  )
}

type ExplorerToolsProps = { explorer: Explorer; isSchemaShown: boolean; onSchema(isShown: boolean): void }

function ExplorerTools({ explorer, isSchemaShown, onSchema }: ExplorerToolsProps) {
  const { runs, run, explain, areVariablesRead, change } = explorer
  const options = runs.map((past, at) => ({
    value: String(at),
    label: operationName(past.query) ?? firstLine(past.query),
  }))
  return (
    <div className={styles.tools}>
      {runs.length > 0 && (
        <SelectField
          label="Ran"
          isInline
          options={options}
          value="0"
          onChange={at => {
            const past = runs[Number(at)]
            if (past) change(past)
          }}
        />
      )}
      <span className={styles.grow} />
      <Button icon={BookOpen} aria-pressed={isSchemaShown} onClick={() => onSchema(!isSchemaShown)}>
        Schema
      </Button>
      <Button
        icon={Route}
        disabled={!areVariablesRead}
        isBusy={explain.isPending}
        onClick={() => explorer.explainNow(false)}
      >
        Explain plan
      </Button>
      <Button disabled={!areVariablesRead} onClick={() => explorer.explainNow(true)}>
        Explain with execution
      </Button>
      <Button look="primary" icon={Play} disabled={!areVariablesRead} isBusy={run.isPending} onClick={explorer.runNow}>
        Run
      </Button>
    </div>
  )
}

const LONGEST = 40
const firstLine = (query: string): string => query.trim().replaceAll(/\s+/g, ' ').slice(0, LONGEST)

/** Chooses as whom a query runs. A key that is pasted stays in the field alone. */
function RunAs({ explorer: { key, setKey } }: { explorer: Explorer }) {
  return (
    <Card title="Run as">
      {/* A field of a password belongs to a form, or browsers complain. */}
      <form onSubmit={event => event.preventDefault()}>
        <TextField
          label="API key"
          type="password"
          autoComplete="off"
          spellCheck={false}
          hint="Left empty, it runs as you. A key is kept until you leave this view, and nowhere else."
          value={key}
          onChange={event => setKey(event.target.value)}
        />
      </form>
    </Card>
  )
}
