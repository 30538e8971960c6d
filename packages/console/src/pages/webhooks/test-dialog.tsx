import { useEffect, useRef } from 'react'
import { type Hook, webhooksApi } from '../../api/webhooks.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog/dialog.tsx'
import { FaultSummary } from '../../parts/states/fault-summary.tsx'
import { TestResult } from '../../parts/webhook/test-result.tsx'
import { useWrite } from '../../state/use-write.ts'

type TestDialogProps = { hook: Hook; onClose(): void }

/** One delivery of a sample, by the webhook as it is saved. It is asked for first: a test really sends something. */
export function TestDialog({ hook, onClose }: TestDialogProps) {
  const send = useRef<HTMLButtonElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  const test = useWrite({ mutationFn: () => webhooksApi.test(hook._id, undefined) })
  const target = hook.type === 'http' ? hook.url : hook.email.to.join(', ')
  useEffect(() => {
    if (test.isSuccess) close.current?.focus()
  }, [test.isSuccess])
  return (
    <Dialog
      title={`Test “${hook.name}”`}
      initialFocus={send}
      onClose={onClose}
      actions={
        <>
          <Button ref={close} onClick={onClose}>
            Close
          </Button>
          <Button ref={send} look="primary" isBusy={test.isPending} onClick={() => test.mutate()}>
            {test.data ? 'Test again' : 'Send a test'}
          </Button>
        </>
      }
    >
      {test.isError && <FaultSummary title="No test was sent." error={test.error} />}
      {test.data ? (
        <TestResult test={test.data} />
      ) : (
        <p className="quiet">
          A sample that fits the condition is delivered to <code>{target}</code>, also while the webhook is disabled. It
          stands in no log{hook.type === 'email' ? ', but the mail counts in the allowance' : ''}.
        </p>
      )}
    </Dialog>
  )
}
