import { useNavigate } from '@tanstack/react-router'
import type { Hook } from '../../api/webhooks.ts'

/** Where the actions of a row lead. */
export function useRowWays({ _id: id }: Pick<Hook, '_id'>) {
  const navigate = useNavigate()
  return {
    goTo: {
      edit: () => void navigate({ to: '/webhooks/one', search: { id } }),
      duplicate: () => void navigate({ to: '/webhooks/new', search: { from: id } }),
    },
  }
}
