import { ofChunk } from '../../of-chunk.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { TableSkeleton } from '../../parts/states/skeleton.tsx'

const Waiting = () => (
  <>
    <PageHead title="Manual" />
    <TableSkeleton what="the manual" />
  </>
)

const ManualView = ofChunk(async () => (await import('./manual-view.tsx')).ManualView, Waiting)

/** The manual of this version. All its texts come in one chunk, from the gateway that serves the console, and from nowhere else. */
export const ManualPage = () => <ManualView />
