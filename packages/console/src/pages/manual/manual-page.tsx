import { lazy, Suspense } from 'react'
import { PageHead } from '../../parts/page-head.tsx'
import { TableSkeleton } from '../../parts/states/skeleton.tsx'

const ManualView = lazy(async () => ({ default: (await import('./manual-view.tsx')).ManualView }))

const LOADING = (
  <>
    <PageHead title="Manual" />
    <TableSkeleton what="the manual" />
  </>
)

/** The manual of this version. All its texts come in one chunk, from the gateway that serves the console, and from nowhere else. */
export const ManualPage = () => (
  <Suspense fallback={LOADING}>
    <ManualView />
  </Suspense>
)
