import { useMutation, useQuery } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useMemo, useState } from 'react'
import { appsApi, type QueryText, type ShownApp } from '../../api/apps.ts'
import { runQuery } from '../../api/run-query.ts'
import { readMappings } from '../../domain/graphql/app-text.ts'
import { endpointOf } from '../../domain/graphql/endpoint.ts'

/** A query that is being tried, with its variables as JSON. */
export type TriedQuery = { query: string; variables: string }

const MOST = 100

/** The queries that were run in this tab, by app. They are gone with the tab. */
const runsByApp = new Map<string, readonly TriedQuery[]>()

/** @returns undefined where the variables are no JSON */
function toBody({ query, variables }: TriedQuery): QueryText | undefined {
  if (variables.trim() === '') return { query }
  const read = readMappings(variables)
  return read.kind === 'read' ? { query, variables: read.mappings } : undefined
}

/** A query as it is typed; undefined until something is. Its holder outlives the view, so that it is there again afterwards. */
export type TypedQuery = { typed: TriedQuery | undefined; setTyped: Dispatch<SetStateAction<TriedQuery | undefined>> }

/** Runs and explains queries of an app, and remembers the last hundred. */
export function useExplorer(id: string, app: ShownApp, { typed, setTyped }: TypedQuery) {
  const [runs, setRuns] = useState(runsByApp.get(id) ?? [])
  const begin = useFirstQuery(app)
  const tried = typed ?? runs[0] ?? begin
  const [key, setKey] = useState('')
  const body = toBody(tried)
  const remember = () => {
    const next = [tried, ...runs.filter(run => JSON.stringify(run) !== JSON.stringify(tried))].slice(0, MOST)
    runsByApp.set(id, next)
    setRuns(next)
  }
  const run = useMutation({
    mutationFn: (text: QueryText) => runQuery({ path: endpointOf(app), body: text, key: key.trim() }),
    onMutate: remember,
  })
  const explain = useMutation({
    mutationFn: ({ text, execute }: { text: QueryText; execute: boolean }) => appsApi.explain(id, { ...text, execute }),
  })
  return {
    tried,
    runs,
    key,
    run,
    explain,
    areVariablesRead: body !== undefined,
    setKey,
    change: (next: Partial<TriedQuery>) => setTyped(old => Object.assign({}, old ?? runs[0] ?? begin, next)),
    runNow: () => body && run.mutate(body),
    explainNow: (execute: boolean) => body && explain.mutate({ text: body, execute }),
  }
}

/** A query of the app to begin with, until something is typed. */
function useFirstQuery({ schema }: ShownApp): TriedQuery {
  const { data: query = '' } = useQuery({
    queryKey: ['apps', 'first query', schema],
    queryFn: async () => (await import('../../domain/graphql/first-query.ts')).firstQuery(schema),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return useMemo(() => ({ query, variables: '' }), [query])
}

export type Explorer = ReturnType<typeof useExplorer>
