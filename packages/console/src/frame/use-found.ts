import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FoundById, findById } from '../api/find-by-id.ts'
import { useLeaves } from '../api/use-leaves.ts'
import { readPasted } from '../domain/pasted-text.ts'

type FoundPlace = { found: FoundById; label: string; go(): void }
export type FoundPlaces = { isAsked: boolean; isSearching: boolean; places: FoundPlace[] }

/** The pages of what has an id that was pasted. */
export function useFound(text: string): FoundPlaces {
  const may = useLeaves()
  const navigate = useNavigate()
  const pasted = readPasted(text)
  const id = pasted.kind === 'id' ? pasted.id : undefined
  const search = useQuery({
    queryKey: ['found', id],
    queryFn: () => findById(id ?? '', { canSee: may }),
    enabled: id !== undefined,
    retry: false,
  })
  const go = (found: FoundById) => {
    if (found.kind === 'webhook') return navigate({ to: '/webhooks/one', search: { id: found.id } })
    if (found.kind === 'event') return navigate({ to: '/events', search: { id: found.id } })
    if (found.kind === 'entry')
      return navigate({ to: '/webhooks/entry', search: { id: found.webhook, entry: found.id } })
    return found.isOwn ? navigate({ to: '/keys' }) : navigate({ to: '/admin/keys', search: { key: found.id } })
  }
  const places = (search.data ?? []).map(found => ({ found, label: labelOf(found), go: () => void go(found) }))
  return { isAsked: id !== undefined, isSearching: id !== undefined && search.isFetching, places }
}

function labelOf(found: FoundById): string {
  switch (found.kind) {
    case 'webhook':
      return `Webhook ${found.name}`
    case 'event':
      return `Event ${found.name}`
    case 'entry':
      return `Entry of a log: ${found.name}`
    default:
      return found.isOwn ? `Your key ${found.name}` : `Key ${found.name} of ${found.user ?? 'somebody'}`
  }
}
