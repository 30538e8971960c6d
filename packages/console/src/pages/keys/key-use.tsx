import { useQuery } from '@tanstack/react-query'
import { keysApi, type OwnKey } from '../../api/keys.ts'
import { lastDays } from '../../domain/key-usage.ts'
import { SparkLine } from '../../parts/spark-line.tsx'

const DAYS = 30
const FRESH_MS = 300_000

/** How much a key was used, by the days of the last month. */
export function KeyUse({ apiKey: { _id, name } }: { apiKey: OwnKey }) {
  const { data } = useQuery({
    queryKey: ['keys', 'usage', _id],
    queryFn: () => keysApi.usage(_id),
    staleTime: FRESH_MS,
    retry: false,
  })
  if (!data) return null
  const days = lastDays(data, Date.now(), DAYS)
  const total = days.reduce((sum, requests) => sum + requests, 0)
  return (
    <SparkLine
      says={`${name}: ${total.toLocaleString()} requests in ${DAYS} days`}
      bars={days.map(up => ({ up, down: 0 }))}
    />
  )
}
