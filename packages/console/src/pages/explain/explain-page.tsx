import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useLeaves } from '../../api/use-leaves.ts'
import { sortFaults } from '../../domain/form-faults.ts'
import {
  type AskedAccess,
  askedOf,
  type ExplainExtras,
  type ExplainForm,
  type ExplainSearch,
  formOfSearch,
  isSameQuestion,
  QUESTION_FIELDS,
  questionOf,
  searchOfForm,
  withExtras,
} from '../../domain/permissions/explain-question.ts'
import { problemOf } from '../../http/problem.ts'
import { buttonClass } from '../../parts/button.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty } from '../../parts/states/empty.tsx'
import { FaultSummary } from '../../parts/states/fault-summary.tsx'
import { Loaded } from '../../parts/states/loaded.tsx'
import { WithLeave } from '../../parts/states/with-leave.tsx'
import { Answer } from './answer.tsx'
import { AskForm } from './ask-form.tsx'
import styles from './explain.module.css'
import { MatrixCard } from './matrix-card.tsx'
import { useExplanation } from './use-explain.ts'

const route = getRouteApi('/permissions/explain')

const TRAIL = [
  <Link key="list" to="/permissions">
    Permissions
  </Link>,
]
const NO_EXTRAS: ExplainExtras = { body: '', headers: '', address: '' }

/** Why somebody may do something, or not: every permission considered, in order. */
export function ExplainPage() {
  const may = useLeaves()
  const search = route.useSearch()
  const { form, change, ask, asked } = useQuestion(search)
  const explanation = useExplanation(asked)
  const askAgain = () => (isSameQuestion(asked, questionOf(form)) ? void explanation.refetch() : ask())
  const { error } = explanation
  const isAbout = isAboutQuestion(error)
  const place = useFirstField(asked === undefined)
  const faults = sortFaults(isAbout ? problemOf(error) : {}, QUESTION_FIELDS)
  return (
    <>
      <PageHead
        title="Explain"
        trail={TRAIL}
        say="Why somebody may do something, or not: every permission considered, in order."
      />
      <WithLeave leave="explainAccess" refused="You may not ask who may do what">
        <div ref={place}>
          <AskForm form={form} faults={faults} isBusy={explanation.isFetching} onChange={change} onAsk={askAgain} />
        </div>
        {isAbout && <FaultSummary title="This can not be asked." error={error} others={faults.others} />}
        <div className={styles.two}>
          <div className={styles.column}>
            {asked ? <AskedAnswer asked={asked} explanation={explanation} /> : <Examples />}
          </div>
          {may('checkPermissions') && <MatrixCard asked={search} />}
        </div>
      </WithLeave>
    </>
  )
}

/** Where nothing is asked yet, one begins to type at once. */
function useFirstField(isWanted: boolean) {
  const place = useRef<HTMLDivElement>(null)
  const isFirst = useRef(isWanted)
  useEffect(() => {
    if (isFirst.current) place.current?.querySelector('input')?.focus()
  }, [])
  return place
}

/** Whether the question itself was refused, field by field. */
const isAboutQuestion = (error: unknown): boolean => error !== null && (problemOf(error).errors ?? []).length > 0

type AskedAnswerProps = { asked: AskedAccess; explanation: ReturnType<typeof useExplanation> }

function AskedAnswer({ asked, explanation }: AskedAnswerProps) {
  if (!explanation.data && isAboutQuestion(explanation.error)) return null
  return (
    <Loaded query={explanation} what="why somebody may do something">
      {answer => <Answer asked={asked} explanation={answer} asOf={explanation.dataUpdatedAt} />}
    </Loaded>
  )
}

/** The question as it is typed, and as it was asked last. What may be secret does not stand in the address. */
function useQuestion(search: ExplainSearch) {
  const navigate = route.useNavigate()
  const [form, setForm] = useState<ExplainForm>(() => formOfSearch(search))
  const [extras, setExtras] = useState(NO_EXTRAS)
  const key = JSON.stringify(search)
  useEffect(() => {
    const { body: _body, headers: _headers, address: _address, ...next } = formOfSearch(JSON.parse(key))
    setForm(old => Object.assign({}, old, next))
  }, [key])
  const base = askedOf(search)
  const asked: AskedAccess | undefined = base && withExtras(base, extras)
  return {
    form,
    asked,
    change: (next: Partial<ExplainForm>) => setForm(old => Object.assign({}, old, next)),
    ask() {
      setExtras({ body: form.body, headers: form.headers, address: form.address })
      void navigate({ search: searchOfForm(form) })
    },
  }
}

const EXAMPLES: readonly { label: string; search: ExplainSearch }[] = [
  { label: 'May an owner change permissions', search: { roles: 'admin', method: 'POST', path: '/acl' } },
  { label: 'May nobody signed in read', search: { roles: '$unauthenticated', method: 'GET', path: '/collection' } },
  { label: 'May a role issue keys', search: { roles: 'reader', method: 'POST', path: '/keys' } },
]

const Examples = () => (
  <Empty
    title="Nothing asked yet"
    text="Ask about a user or about roles, a method and a path. For a key, ask for the roles that it carries. For example:"
  >
    <div className={styles.examples}>
      {EXAMPLES.map(({ label, search }) => (
        <Link key={label} to="/permissions/explain" search={search} className={buttonClass()}>
          {label}
        </Link>
      ))}
    </div>
  </Empty>
)
