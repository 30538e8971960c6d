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
/** Each request delivers, or counts, a thousand at most. */
const MOST_REQUESTS = 100
/** Counting stops here: each request may take ten seconds of a long log. */
const MOST_COUNTED = 10

/** Delivers again what a filter finds: counted first, confirmed, and gone on with until nothing is left. */
export function RedeliverDialog({ webhook, wish, onClose }: RedeliverDialogProps) {
  const queryClient = useQueryClient()
  const [render, setRender] = useState<BodyRender>('same')
  const [soFar, setSoFar] = useState(NONE)
  const isStopped = useRef(false)
  const count = useQuery({
    queryKey: ['redeliver', webhook.id, wish],
    queryFn: ({ signal }) =>
      lastOf(logsApi.redeliverAll(webhook.id, { ...wish, render: 'same' }, true), {
        most: MOST_COUNTED,
        onStep: setSoFar,
        isStopped: () => signal.aborted,
      }),
    staleTime: 0,
    gcTime: 0,
  })
  const send = useWrite({
    mutationFn: () =>
      lastOf(logsApi.redeliverAll(webhook.id, { ...wish, render }, false), {
        most: MOST_REQUESTS,
        onStep: setSoFar,
        isStopped: () => isStopped.current,
      }),
    onMutate: () => setSoFar(NONE),
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
      failed={saysFailed(soFar.redelivered)}
      isBusy={send.isPending || count.isPending}
      onConfirm={() => matched > 0 && send.mutate()}
      onClose={close}
    >
      <p role="status">{count.isPending ? saysCounting(soFar.matched) : saysCount(wish.status, matched, number)}</p>
      {send.isPending && <p>{soFar.redelivered.toLocaleString()} so far.</p>}
      {wish.status !== 'skipped' && <BodyRenderChoice render={render} onChange={setRender} />}
    </ConfirmDialog>
  )
}

const NONE: ManyRedelivered = { matched: 0, redelivered: 0, refused: 0, more: false }

function countOf({ matched, more }: ManyRedelivered = NONE): { matched: number; number: string } {
  return { matched, number: `${matched.toLocaleString()}${more ? ' or more' : ''}` }
}

const saysFailed = (soFar: number): string =>
  soFar > 0 ? `${soFar.toLocaleString()} were delivered again, then it stopped.` : 'Nothing was delivered again.'

const saysCounting = (soFar: number): string =>
  soFar > 0 ? `Counting: ${soFar.toLocaleString()} so far.` : 'Counting.'

function saysCount(status: RedeliveryWish['status'], matched: number, number: string): string {
  if (matched === 0) return 'Nothing that matches is left to deliver again.'
  const is = matched === 1 ? 'entry matches' : 'entries match'
  return status === 'skipped'
    ? `${number} ${is}, of what came while it was switched off. What was delivered since is left out.`
    : `${number} ${is}. What was delivered again with success already, or is about to be, is left out.`
}

type SumSteps = { most: number; onStep(sum: ManyRedelivered): void; isStopped(): boolean }

/** Goes on until nothing is left, somebody stops it, or so many requests were made. */
async function lastOf(sums: AsyncIterable<ManyRedelivered>, { most, onStep, isStopped }: SumSteps) {
  let last = NONE
  let requests = 0
  for await (last of sums) {
    onStep(last)
    requests += 1
    if (requests >= most || isStopped()) break
  }
  return last
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
