import { useQueryClient } from '@tanstack/react-query'
import { ListRestart } from 'lucide-react'
import { useState } from 'react'
import { type BodyRender, type DeliveryEntry, logsApi } from '../../api/logs.ts'
import { problemOf } from '../../http/problem.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx'
import { showToast } from '../../parts/toast.tsx'
import { useWrite } from '../../state/use-write.ts'
import { BodyRenderChoice } from './body-render-choice.tsx'

/** Entries that their boxes have chosen. */
type RedeliverChosenProps = { entries: readonly DeliveryEntry[]; onDone(): void }

/** Delivers again those whose boxes are ticked, of whatever webhooks they are. */
export function RedeliverChosen({ entries, onDone }: RedeliverChosenProps) {
  const [isAsking, setIsAsking] = useState(false)
  if (entries.length === 0) return null
  return (
    <>
      <Button icon={ListRestart} onClick={() => setIsAsking(true)}>
        {`Redeliver ${entries.length} chosen`}
      </Button>
      {isAsking && <ChosenDialog entries={entries} onDone={onDone} onClose={() => setIsAsking(false)} />}
    </>
  )
}

const IS_OF_THIS_ENTRY = [404, 409]

/** Each is asked for by itself: where one is refused for its own sake, the others are delivered all the same. */
function ChosenDialog({ entries, onDone, onClose }: RedeliverChosenProps & { onClose(): void }) {
  const queryClient = useQueryClient()
  const [shown] = useState(entries)
  const [render, setRender] = useState<BodyRender>('same')
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const send = useWrite({
    mutationFn: async () => {
      let refused = 0
      for (const { _id, webhookId } of shown.filter(entry => !done.has(entry._id))) {
        if (!(await redeliverOrRefused(webhookId, _id, render))) refused += 1
        setDone(before => new Set([...before, _id]))
      }
      return refused
    },
    onSuccess: refused => {
      onDone()
      onClose()
      showToast(`${countWords(shown.length - refused)} delivered again.${refused > 0 ? ` ${refused} can’t be.` : ''}`)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['logs'] }),
  })
  const again = shown.filter(({ status }) => status === 'success').length
  return (
    <ConfirmDialog
      title={`Redeliver ${shown.length} chosen`}
      verb={done.size > 0 ? 'Go on' : `Redeliver ${shown.length}`}
      look="primary"
      error={send.error}
      failed={
        done.size > 0 ? `${countWords(done.size)} delivered again, then it stopped.` : 'Nothing was delivered again.'
      }
      isBusy={send.isPending}
      onConfirm={() => send.mutate()}
      onClose={onClose}
    >
      <p>
        Each goes to its webhook as it is now, with the same webhook-id.
        {again === 1 && ' 1 of them had success, and its target gets it a second time.'}
        {again > 1 && ` ${again.toLocaleString()} of them had success, and their targets get them a second time.`}
      </p>
      {shown.some(({ status }) => status !== 'skipped') && <BodyRenderChoice render={render} onChange={setRender} />}
    </ConfirmDialog>
  )
}

const countWords = (count: number): string => (count === 1 ? '1 is' : `${count.toLocaleString()} are`)

/** @returns false where this entry can't be delivered again, as its webhook or its body is gone */
async function redeliverOrRefused(webhook: string, id: string, render: BodyRender): Promise<boolean> {
  try {
    await logsApi.redeliver(webhook, id, render)
    return true
  } catch (error) {
    if (!IS_OF_THIS_ENTRY.includes(problemOf(error).status)) throw error
    return false
  }
}
