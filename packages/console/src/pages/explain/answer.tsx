import { Link } from '@tanstack/react-router'
import { Check, CircleCheck, CircleX, Minus } from 'lucide-react'
import type { AccessExplanation, JudgedPermission } from '../../api/explain.ts'
import { printed } from '../../domain/json-text.ts'
import { type AskedAccess, askerOf } from '../../domain/permissions/explain-question.ts'
import { secondsTime } from '../../domain/times.ts'
import { Badge } from '../../parts/badge.tsx'
import { Bar } from '../../parts/bar.tsx'
import { buttonClass } from '../../parts/button.tsx'
import { Card, Fold } from '../../parts/card.tsx'
import { Code } from '../../parts/code.tsx'
import { ConditionTree } from '../../parts/condition/condition-tree.tsx'
import styles from './explain.module.css'

type AnswerProps = {
  asked: AskedAccess
  explanation: AccessExplanation
  /** When it was answered, epoch ms. */
  asOf: number
}

/** The answer: a sentence, what the permission that applies makes of the request, and why each other one does not apply. */
export const Answer = ({ asked, explanation, asOf }: AnswerProps) => (
  <>
    <Verdict asked={asked} explanation={explanation} asOf={asOf} />
    <Filled explanation={explanation} />
    <Considered explanation={explanation} />
  </>
)

function Verdict({ asked, explanation: { allowed, code, permission, reason }, asOf }: AnswerProps) {
  const request = `${asked.method} ${asked.path}`
  return (
    <Bar
      look={allowed ? 'plain' : 'bad'}
      icon={allowed ? CircleCheck : CircleX}
      role="status"
      actions={
        permission !== null && (
          <Link to="/permissions/one" search={{ id: permission }} className={buttonClass()}>
            <span className={styles.cut}>{permission}</span>
          </Link>
        )
      }
    >
      <b>
        {askerOf(asked)} {allowed ? 'may' : 'may not'} {request}.
      </b>{' '}
      {reason} {code !== null && `The answer is ${code}.`}{' '}
      <span className="quiet">
        As of <span className="figures">{secondsTime(asOf)}</span>.
      </span>
    </Bar>
  )
}

const RULES = [
  { rule: 'readFilter', label: 'It reads only' },
  { rule: 'writeFilter', label: 'It changes only' },
  { rule: 'mergeRequest', label: 'It writes besides' },
  { rule: 'projectResponse', label: 'It shows (1) or hides (0)' },
] as const

/** The rules of the permission that applies, with the values of the request. */
function Filled({ explanation }: Pick<AnswerProps, 'explanation'>) {
  const filled = RULES.filter(({ rule }) => explanation[rule] !== null)
  if (filled.length === 0) return null
  return (
    <Card title="What becomes of the request">
      <div className={styles.rules}>
        {filled.map(({ rule, label }) => (
          <div key={rule}>
            <h3 className={styles.ruleName}>{label}</h3>
            <Code text={printed(explanation[rule])} />
          </div>
        ))}
      </div>
      {explanation.unbound.map(({ rule, variables }) => (
        <p key={rule} className="small quiet">
          <code>{variables.join(', ')}</code> of {rule} {variables.length === 1 ? 'has' : 'have'} no value here: what is
          compared with it matches nothing.
        </p>
      ))}
    </Card>
  )
}

function Considered({ explanation: { considered, notShown, permission } }: Pick<AnswerProps, 'explanation'>) {
  if (considered.length === 0) return null
  const shown = permission === null ? considered[0]?._id : permission
  return (
    <section className={styles.considered} aria-label="Considered">
      <p className="small quiet">
        Considered, in this order: the first that matches applies.
        {notShown > 0 && ` ${notShown.toLocaleString()} more are not shown.`}
      </p>
      {considered.map(one => (
        <Fold
          key={one._id}
          title={one._id}
          isOpen={one._id === shown}
          gist={<Gist one={one} isApplied={one._id === permission} />}
        >
          <p>{one.why}</p>
          <ConditionTree whole={one.explanation} />
        </Fold>
      ))}
    </section>
  )
}

const Gist = ({ one: { matched, priority }, isApplied }: { one: JudgedPermission; isApplied: boolean }) => (
  <>
    {isApplied && <Badge isBare look="ok" icon={Check} word="applies" />}
    {!isApplied && matched && <Badge isBare look="quiet" icon={Check} word="matches too" />}
    {!matched && <Badge isBare look="quiet" icon={Minus} word="does not match" />}
    <span className={styles.priority}> · {priority === null ? 'last' : `priority ${priority}`}</span>
  </>
)
