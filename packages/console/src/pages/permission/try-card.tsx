import { useState } from 'react'
import { sortFaults } from '../../domain/form-faults.ts'
import {
  type AskedAccess,
  type ExplainForm,
  formOfSearch,
  isSameQuestion,
  QUESTION_FIELDS,
  questionOf,
} from '../../domain/permissions/explain-question.ts'
import { problemOf } from '../../http/problem.ts'
import { Card } from '../../parts/card.tsx'
import { FaultSummary } from '../../parts/states/fault-summary.tsx'
import { Answer } from '../explain/answer.tsx'
import { AskForm } from '../explain/ask-form.tsx'
import { useExplanation } from '../explain/use-explain.ts'
import type { PermissionEditor } from './use-permission-draft.ts'

/** The card asks about a request as if the permission were saved as it stands in the form. */
export function TryCard({ editor: { form: permission, document, isDirty } }: { editor: PermissionEditor }) {
  const [form, setForm] = useState<ExplainForm>(() => formOfSearch({ roles: permission.roles }))
  const [asked, setAsked] = useState<AskedAccess>()
  const explanation = useExplanation(asked, isDirty ? document : undefined)
  const { error } = explanation
  const faults = sortFaults(error ? problemOf(error) : {}, QUESTION_FIELDS)
  const ask = () => {
    const question = questionOf(form)
    if (isSameQuestion(asked, question)) void explanation.refetch()
    else setAsked(question)
  }
  return (
    <Card title="Try it" beside={<span className="small quiet">as if it were saved</span>}>
      <AskForm
        form={form}
        faults={faults}
        isBusy={explanation.isFetching}
        isBeside
        onChange={next => setForm(old => Object.assign({}, old, next))}
        onAsk={ask}
      />
      {error && <FaultSummary title="This can not be asked." error={error} others={faults.others} />}
      {asked && explanation.data && (
        <Answer asked={asked} explanation={explanation.data} asOf={explanation.dataUpdatedAt} />
      )}
    </Card>
  )
}
