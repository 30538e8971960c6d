import { lazyRouteComponent, Navigate } from '@tanstack/react-router'
import { useLeaveKnown, useStart } from '../../api/use-leaves.ts'

const OverviewPage = lazyRouteComponent(() => import('../overview/overview-page.tsx'), 'OverviewPage')

/** The address without a page is the overview, and leads who may not see it to the first page that is of use. */
export function StartPage() {
  const to = useStart()
  const isAllowed = useLeaveKnown('seeProcesses')
  if (isAllowed) return <OverviewPage />
  return to ? <Navigate to={to} replace /> : null
}
