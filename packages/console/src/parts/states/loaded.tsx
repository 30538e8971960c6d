import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ProblemPanel } from './problem-panel.tsx'
import { TableSkeleton } from './skeleton.tsx'
import { StaleBar } from './stale-bar.tsx'

type LoadedProps<T> = {
  query: UseQueryResult<T>
  /** The thing that is fetched, as it stands in `You may not see …`. */
  what: string
  /** The head of the page, where the one of what is shown says more. */
  head?: ReactNode
  /** Shows what was fetched. */
  children(data: T): ReactNode
}

/**
 * A part of a page that shows what a query has fetched: its place before that, or why nothing came. What was fetched once stays
 * where it can't be fetched anew, with what is typed in it, below a bar that says of when it is.
 */
export function Loaded<T>({ query, what, head, children }: LoadedProps<T>) {
  const retry = () => void query.refetch()
  if (query.data === undefined) {
    return (
      <>
        {head}
        {query.isError ? (
          <ProblemPanel error={query.error} what={what} onRetry={retry} />
        ) : (
          <TableSkeleton what={what} />
        )}
      </>
    )
  }
  return (
    <>
      {query.isError && <StaleBar error={query.error} asOf={query.dataUpdatedAt} onRetry={retry} />}
      {children(query.data)}
    </>
  )
}
