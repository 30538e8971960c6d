import { Play } from 'lucide-react'
import { type HookFields, webhooksApi } from '../../api/webhooks.ts'
import { documentOf, type HookDraft } from '../../domain/hook-form/hook-draft.ts'
import { withKind } from '../../domain/hook-form/signature-draft.ts'
import type { TrialSample } from '../../domain/webhooks/trial-sample.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { FaultSummary } from '../../parts/states/fault-summary.tsx'
import { TestResult } from '../../parts/webhook/test-result.tsx'
import { useWrite } from '../../state/use-write.ts'
import type { WebhookEditor } from './use-editor.ts'

/** One delivery by what stands in the form: what is saved is tested with its kept headers, what is not without them. */
export function useTest(editor: WebhookEditor, sample: TrialSample) {
  const event = sample.kind === 'event' ? sample.id : undefined
  const { base, isDirty, draft } = editor
  return useWrite({
    mutationFn: () =>
      base && !isDirty ? webhooksApi.test(base.hook._id, event) : webhooksApi.testUnsaved(withoutKept(draft), event),
  })
}

function withoutKept(draft: HookDraft): HookFields {
  const headers = draft.headers.filter(({ isKept, value }) => !isKept || value !== '')
  const signature = isSecretLeft(draft) ? withKind(draft.signature, 'none') : draft.signature
  return documentOf(Object.assign({}, draft, { headers, signature }))
}

/** Whether a second signature is there whose secret is kept, and was not typed anew. */
const isSecretLeft = ({ signature: { kind, isSecretKept, secret } }: HookDraft): boolean =>
  kind !== 'none' && isSecretKept && secret === ''

type TestCardProps = { editor: WebhookEditor; test: ReturnType<typeof useTest> }

export function TestCard({ editor: { base, isDirty, draft }, test }: TestCardProps) {
  const isKept = isSecretLeft(draft) || draft.headers.some(header => header.isKept && header.value === '')
  const isWithout = base !== undefined && isDirty && isKept
  return (
    <Card
      title="Test"
      actions={
        <Button icon={Play} isBusy={test.isPending} onClick={() => test.mutate()}>
          Test Webhook
        </Button>
      }
    >
      {test.isError && <FaultSummary title="No test was sent." error={test.error} />}
      {test.data ? (
        <TestResult test={test.data} />
      ) : (
        <p className="quiet">
          Sends the sample to the target by what stands in the form, saved or not, enabled or not. It stands in no log
          {draft.type === 'email' ? '; a mail counts in the allowance' : ''}.
        </p>
      )}
      {isWithout && (
        <p className="small quiet">
          Headers whose values are kept, and a second signature, are left out until the change is saved.
        </p>
      )}
    </Card>
  )
}
