import { observing } from '@sluice/service-kit'

const OUTCOMES = ['answered', 'errors', 'unavailable'] as const
type OperationOutcome = (typeof OUTCOMES)[number]

type OperationMeters = { ended(outcome: OperationOutcome): void; broken(): void }

/** Counts GraphQL operations: most of their errors travel under a status of 200, which tells nobody. */
export function createOperationMeters(): OperationMeters {
  const ended = { answered: 0, errors: 0, unavailable: 0 }
  let broken = 0
  const { counter } = observing('graphql-apps')
  counter('graphql_operations', 'GraphQL operations that have ended, by whether there were errors', () =>
    OUTCOMES.map(outcome => [ended[outcome], { outcome }]),
  )
  counter('graphql_broken', 'Queries and writes of GraphQL operations that failed by a fault of ours', () => broken)
  return {
    ended(outcome) {
      ended[outcome] += 1
    },
    broken() {
      broken += 1
    },
  }
}
