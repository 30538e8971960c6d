import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { type BodyRender, type DeliveryDetail, logsApi } from '../../api/logs.ts'
import { useLeaves } from '../../api/use-leaves.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx'
import { usePageKeys } from '../../state/page-keys.ts'
import { useWrite } from '../../state/use-write.ts'
import { BodyRenderChoice } from '../delivery-log/body-render-choice.tsx'

/** Delivers an entry once more, after a question. What was skipped by its condition has nothing to deliver. */
export function RedeliverOne({ entry }: { entry: DeliveryDetail }) {
  const may = useLeaves()
  const [isAsking, setIsAsking] = useState(false)
  const isPossible = entry.status === 'failed' || entry.status === 'success' || entry.reason === 'disabled'
  usePageKeys({ r: () => isPossible && may('makeWebhooks') && setIsAsking(true) })
  if (!isPossible || !may('makeWebhooks')) return null
  return (
    <>
      <Button look="primary" icon={RotateCcw} onClick={() => setIsAsking(true)}>
        Redeliver
      </Button>
      {isAsking && <RedeliverOneDialog entry={entry} onClose={() => setIsAsking(false)} />}
    </>
  )
}

function RedeliverOneDialog({
  entry: { _id, webhookId, status },
  onClose,
}: {
  entry: DeliveryDetail
  onClose(): void
}) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [render, setRender] = useState<BodyRender>('same')
  const redeliver = useWrite({
    mutationFn: () => logsApi.redeliver(webhookId, _id, render),
    onSuccess: made => {
      onClose()
      void queryClient.invalidateQueries({ queryKey: ['logs'] })
      return navigate({ to: '/webhooks/entry', search: { id: webhookId, entry: made._id } })
    },
  })
  return (
    <ConfirmDialog
      title="Redeliver this entry"
      verb="Redeliver"
      look="primary"
      error={redeliver.error}
      failed="It was not delivered again."
      isBusy={redeliver.isPending}
      onConfirm={() => redeliver.mutate()}
      onClose={onClose}
    >
      <p>
        {status === 'success' && 'The target has had it already, and gets it a second time. '}
        {status === 'skipped' && 'It came while the webhook was switched off. '}
        It goes to the webhook as it is now, with the same webhook-id.
      </p>
      {status !== 'skipped' && <BodyRenderChoice render={render} onChange={setRender} />}
    </ConfirmDialog>
  )
}
