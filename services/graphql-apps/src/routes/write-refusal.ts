import { type Refusal, refuse } from '@sluice/contracts'
import { changedMeanwhile } from '@sluice/service-kit'
import { uriOf } from '../domain/app-identity.ts'
import type { AppRecord, WriteOutcome } from '../ports/app-store.ts'
import { noSuchApp } from './app-answer.ts'

/** What a write that changed nothing is answered with. */
export function refuseWrite(outcome: Exclude<WriteOutcome, 'written'>, app: AppRecord): Refusal {
  switch (outcome) {
    case 'uri-taken':
      return refuse('CONFLICT', `Another app is served at /graphql/${uriOf(app)}. Choose another descriptor.uri.`, [
        { path: 'descriptor.uri', message: 'This address is taken.' },
      ])
    case 'id-taken':
      return refuse(
        'CONFLICT',
        `There is an app with the _id "${String(app._id)}". Choose another, or PATCH that one.`,
        [{ path: '_id', message: 'This _id is taken.' }],
      )
    case 'changed':
    case 'documents-changed':
      return changedMeanwhile()
    case 'missing':
      return noSuchApp(String(app._id))
  }
}
