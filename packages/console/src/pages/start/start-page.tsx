import { Navigate } from '@tanstack/react-router'
import { useStart } from '../../api/use-leaves.ts'

/** The address without a page leads to the first one that is of use. */
export function StartPage() {
  const to = useStart()
  return to ? <Navigate to={to} replace /> : null
}
