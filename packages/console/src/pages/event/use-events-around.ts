import { useQuery } from '@tanstack/react-query'
import { webhookTools } from '../../api/webhook-tools.ts'
import { isOwn } from '../../domain/tails/live-search.ts'
import { shownEvents } from '../../state/shown-entries.ts'

const AROUND_MS = 60_000
const MOST = 200

/**
 * The requests beside one, newest first: of the list that was shown last, or of the minutes around it, without those of the
 * console itself.
 * @param at epoch ms
 */
export function useEventsAround(id: string, at: number): readonly string[] {
  const listed = shownEvents.get()
  const isListed = listed.includes(id)
  const { data } = useQuery({
    queryKey: ['events', 'around', id],
    queryFn: () => webhookTools.eventsBetween(at - AROUND_MS, at + AROUND_MS, MOST),
    enabled: !isListed,
    retry: false,
  })
  if (isListed) return listed
  return data?.items.filter(event => event._id === id || !isOwn(event)).map(({ _id }) => _id) ?? []
}
