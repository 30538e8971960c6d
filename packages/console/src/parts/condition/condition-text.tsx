import { conditionTokens } from '../../domain/webhooks/condition-tokens.ts'
import styles from './condition.module.css'

/** A condition with its colours. */
export function ConditionText({ condition }: { condition: string }) {
  return (
    <code className={styles.condition}>
      {conditionTokens(condition).map(({ kind, text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of a text have no other name.
        <span key={at} className={styles[kind]}>
          {text}
        </span>
      ))}
    </code>
  )
}
