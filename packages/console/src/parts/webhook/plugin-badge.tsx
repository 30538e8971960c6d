import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, CircleSlash, Power } from 'lucide-react'
import { pluginsApi } from '../../api/plugins.ts'
import { useLeaves } from '../../api/use-leaves.ts'
import { Badge } from '../badge.tsx'
import { Button } from '../button.tsx'
import { Empty } from '../states/empty.tsx'
import { FaultSummary } from '../states/fault-summary.tsx'
import { showToast } from '../toast.tsx'

/** Whether webhooks are on; undefined where one may not know, or it is not known yet. */
export function useWebhooksPlugin(): boolean | undefined {
  const may = useLeaves()
  const { data } = useQuery({ queryKey: ['plugins'], queryFn: pluginsApi.list, enabled: may('seePlugins') })
  const state = data?.find(({ id }) => id === 'webhooks')?.state
  return state === undefined ? undefined : state === 'enabled'
}

export function PluginBadge({ isOn }: { isOn: boolean | undefined }) {
  if (isOn === undefined) return null
  return isOn ? (
    <Badge look="ok" icon={Check} word="ENABLED" />
  ) : (
    <Badge look="quiet" icon={CircleSlash} word="DISABLED" />
  )
}

/** What stands in the place of the list while webhooks are off. */
export function WebhooksAreOff() {
  const may = useLeaves()
  const queryClient = useQueryClient()
  const enable = useMutation({
    mutationFn: () => pluginsApi.move('webhooks', 'enable'),
    onSuccess: () => showToast('Webhooks are enabled.'),
    onSettled: () => queryClient.invalidateQueries(),
  })
  return (
    <>
      {enable.isError && <FaultSummary title="Webhooks are still off." error={enable.error} />}
      <Empty
        title="Webhooks are switched off"
        text="No request is recorded for them and none is delivered. The webhooks that there are are kept, and go on when they are enabled."
      >
        {may('changePlugins') && (
          <Button look="primary" icon={Power} isBusy={enable.isPending} onClick={() => enable.mutate()}>
            Enable Webhooks
          </Button>
        )}
      </Empty>
    </>
  )
}
