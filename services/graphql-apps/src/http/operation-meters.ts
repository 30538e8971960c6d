import { observing } from '@sluice/service-kit'
import type { QueryWay } from '../execution/run-operation.ts'

const OUTCOMES = ['answered', 'errors', 'unavailable'] as const
type OperationOutcome = (typeof OUTCOMES)[number]

const WAYS: readonly QueryWay[] = ['flat', 'general', 'left']

type OperationMeters = { ended(outcome: OperationOutcome): void; ran(way: QueryWay): void; broken(): void }

/** Counts GraphQL operations: most of their errors travel under a status of 200, which tells nobody. */
export function createOperationMeters(): OperationMeters {
  const ended = { answered: 0, errors: 0, unavailable: 0 }
  const ran = { flat: 0, general: 0, left: 0 }
  let broken = 0
  const { counter } = observing('graphql-apps')
  counter('graphql_operations', 'GraphQL operations that have ended, by whether there were errors', () =>
    OUTCOMES.map(outcome => [ended[outcome], { outcome }]),
  )
  counter('graphql_queries', 'GraphQL queries that have run, by the way to their answer', () =>
    WAYS.map(way => [ran[way], { way }]),
  )
  counter('graphql_broken', 'Queries and writes of GraphQL operations that failed by a fault of ours', () => broken)
  return {
    ended(outcome) {
      ended[outcome] += 1
    },
    ran(way) {
      ran[way] += 1
    },
    broken() {
      broken += 1
    },
  }
}
