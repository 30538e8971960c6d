import { useNavigate } from '@tanstack/react-router'
import type { Hook } from '../../api/webhooks.ts'

/** Gives the pages to which the actions of a row lead. */
export function useRowWays({ _id: id }: Pick<Hook, '_id'>) {
  const navigate = useNavigate()
  return {
    goTo: {
      edit: () => void navigate({ to: '/webhooks/one', search: { id } }),
      duplicate: () => void navigate({ to: '/webhooks/new', search: { from: id } }),
    },
  }
}
