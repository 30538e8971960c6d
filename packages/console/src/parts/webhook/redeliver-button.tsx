import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { type DeliveryEntry, logsApi } from '../../api/logs.ts'
import { useLeaves } from '../../api/use-leaves.ts'
import { problemOf } from '../../http/problem.ts'
import { IconButton } from '../button.tsx'
import { showToast } from '../toast.tsx'

/** What is shown of deliveries: logs, and what each webhook did about an event. */
const TOLD_OF = [['logs'], ['events', 'one']]

/** Delivers a failed one again, as it was sent. */
export function RedeliverButton({ entry: { _id, webhookId } }: { entry: DeliveryEntry }) {
  const may = useLeaves()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const redeliver = useMutation({
    mutationFn: () => logsApi.redeliver(webhookId, _id, 'same'),
    onSuccess: made =>
      showToast('It is being delivered again.', {
        label: 'Open',
        run: () => void navigate({ to: '/webhooks/entry', search: { id: webhookId, entry: made._id } }),
      }),
    onError: error => showToast(`It was not delivered again. ${problemOf(error).detail}`),
    onSettled: () => Promise.all(TOLD_OF.map(queryKey => queryClient.invalidateQueries({ queryKey }))),
  })
  if (!may('makeWebhooks')) return null
  return (
    <IconButton
      icon={RotateCcw}
      name="Redeliver"
      data-key="r"
      disabled={redeliver.isPending}
      onClick={() => redeliver.mutate()}
    />
  )
}
