import { type Grant, type Refusal, refuseUnappliedRule, rulesAtStake, rulesIn } from '@sluice/contracts'
import { z } from 'zod'
import type { Operation } from './route.ts'

/** A grant carries rules that can't be read: the gateway and this service disagree about their form. */
class UnreadableRulesError extends Error {
  override name = 'UnreadableRulesError'
}

type RuledCall = {
  method: string
  /** The path is percent-encoded, as it was sent to the service, and has no query. */
  path: string
  permission: Grant['permission']
}

/**
 * Refuses a call whose permission has a rule that the operation does not apply. Costs nothing for grants without rules
 * and for operations that apply all that matter; the rules are read only where one may be missing.
 * @throws UnreadableRulesError
 */
export function refuseUnapplied(operation: Operation, { method, path, permission }: RuledCall): Refusal | undefined {
  if (permission === null || permission.rules === null) return undefined
  const { appliedRules = [] } = operation
  const missing = rulesAtStake({ method, answersContent: answersContent(operation) }).filter(
    rule => !appliedRules.includes(rule),
  )
  if (missing.length === 0) return undefined
  const rule = rulesIn(readNames(permission.rules)).find(name => missing.includes(name))
  return rule && refuseUnappliedRule({ permission: permission.id, rule, method, path: decodeURIComponent(path) })
}

/** Extended JSON is left as it is: which rules there are, and whether they hold anything, is all that counts here. */
const rule = z.record(z.string(), z.unknown()).optional()
const namedRules = z.object({ readFilter: rule, writeFilter: rule, projectResponse: rule, mergeRequest: rule })

function readNames(text: string): z.infer<typeof namedRules> {
  const rules = namedRules.safeParse(JSON.parse(text))
  if (!rules.success) throw new UnreadableRulesError(rules.error.message)
  return rules.data
}

const answersContent = ({ answers }: Operation): boolean =>
  Object.keys(answers).some(status => status.startsWith('2') && status !== '204')
