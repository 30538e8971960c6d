import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type BodyRender, logsApi, type ManyRedelivered, type RedeliveryWish } from '../../api/logs.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx'
import { Dialog } from '../../parts/dialog/dialog.tsx'
import { useWrite } from '../../state/use-write.ts'
import { BodyRenderChoice } from './body-render-choice.tsx'

type RedeliverDialogProps = {
  webhook: { id: string; name: string }
  wish: Omit<RedeliveryWish, 'render'>
  onClose(): void
}

/** More than this is asked for by its number. */
const MANY = 100
/** Each request delivers a thousand at most. */
const MOST_REQUESTS = 100
/** Delivers again what a filter finds: counted first, confirmed, and gone on with until nothing is left. */
export function RedeliverDialog({ webhook, wish, onClose }: RedeliverDialogProps) {
  const queryClient = useQueryClient()
  const [render, setRender] = useState<BodyRender>('same')
  const [soFar, setSoFar] = useState(0)
  const isStopped = useRef(false)
  const count = useQuery({
    queryKey: ['redeliver', webhook.id, wish],
    queryFn: () => logsApi.redeliverMany(webhook.id, { ...wish, render: 'same' }, true),
    staleTime: 0,
    gcTime: 0,
  })
  const send = useWrite({
    mutationFn: () =>
      redeliverAll(webhook.id, { ...wish, render }, { onStep: setSoFar, isStopped: () => isStopped.current }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['logs'] }),
  })
  const close = () => {
    isStopped.current = true
    onClose()
  }
  if (send.data) return <RedeliverDone done={send.data} onClose={onClose} />
  const { matched, number } = countOf(count.data)
  return (
    <ConfirmDialog
      title={`Redeliver to “${webhook.name}”`}
      verb={matched === 0 ? 'Redeliver' : `Redeliver ${number}`}
      look="primary"
      {...(matched > MANY && { typed: String(matched) })}
      error={send.error ?? count.error}
      failed={saysFailed(soFar)}
      isBusy={send.isPending || count.isPending}
      onConfirm={() => matched > 0 && send.mutate()}
      onClose={close}
    >
      <p role="status">{saysCount(count.isPending, matched, number)}</p>
      {send.isPending && <p>{soFar.toLocaleString()} so far.</p>}
      <BodyRenderChoice render={render} onChange={setRender} />
    </ConfirmDialog>
  )
}

function countOf(counted: ManyRedelivered | undefined): { matched: number; number: string } {
  const { matched = 0, more = false } = counted ?? {}
  return { matched, number: `${matched.toLocaleString()}${more ? ' or more' : ''}` }
}

const saysFailed = (soFar: number): string =>
  soFar > 0 ? `${soFar.toLocaleString()} were delivered again, then it stopped.` : 'Nothing was delivered again.'

function saysCount(isPending: boolean, matched: number, number: string): string {
  if (isPending) return 'Counting.'
  if (matched === 0) return 'Nothing that matches is left to deliver again.'
  const is = matched === 1 ? 'entry matches' : 'entries match'
  return `${number} ${is}. What was delivered again with success already, or is about to be, is left out.`
}

type RedeliverSteps = { onStep(soFar: number): void; isStopped(): boolean }

async function redeliverAll(
  id: string,
  wish: RedeliveryWish,
  { onStep, isStopped }: RedeliverSteps,
): Promise<ManyRedelivered> {
  const sum = { matched: 0, redelivered: 0, refused: 0, more: true }
  for (let request = 0; request < MOST_REQUESTS && sum.more && !isStopped(); request += 1) {
    const step = await logsApi.redeliverMany(id, wish, false)
    sum.matched += step.matched
    sum.redelivered += step.redelivered
    sum.refused += step.refused
    sum.more = step.more && step.redelivered > 0
    onStep(sum.redelivered)
  }
  return sum
}

function RedeliverDone({ done, onClose }: { done: ManyRedelivered; onClose(): void }) {
  const close = useRef<HTMLButtonElement>(null)
  const { redelivered, refused, more } = done
  return (
    <Dialog
      title={`${redelivered.toLocaleString()} delivered again`}
      isSmall
      initialFocus={close}
      onClose={onClose}
      actions={
        <Button ref={close} look="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p className="quiet">
        Each is an entry of its own, which is pending until the target has answered.
        {refused > 0 &&
          ` ${refused.toLocaleString()} could not be delivered again; asked for by itself, each says why.`}
        {more && ' There are more: redeliver once more for them.'}
      </p>
    </Dialog>
  )
}
