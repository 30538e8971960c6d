import { formatPathId, newEtag } from '@sluice/documents'
import type { Operation } from '@sluice/service-kit'
import { checkNewApp, refuseFaulty } from '../check-app.ts'
import type { AppRules } from '../domain/compile-app.ts'
import type { AppStore } from '../ports.ts'
import { appAnswer, appShape, readObject } from './app-answer.ts'
import { refuseWrite } from './write-refusal.ts'

type Dependencies = { appStore: AppStore; rules: AppRules; base: string }

/** `POST /gql-apps`: 201 with the app, which is live here when the answer goes out (spec 4.1). */
export const createApp = ({ appStore, rules, base }: Dependencies): Operation => ({
  summary: 'Create a GraphQL app; it is served at once',
  answerHeaders: ['ETag', 'Location'],
  body: appShape,
  answers: { 201: appShape },
  errors: ['MALFORMED_JSON', 'VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE', 'CONFLICT', 'UNAVAILABLE'],
  async handle({ rawBody, caller }) {
    const read = readObject(rawBody)
    if (read.kind === 'refuse') return read
    const check = checkNewApp(read.body, rules)
    if (check.kind === 'faulty') return refuseFaulty(check.faults)

    const app = { ...check.app, _id: check.id, _etag: newEtag() }
    const outcome = await appStore.insert(app, caller.principal.id)
    if (outcome !== 'written') return refuseWrite(outcome, app)
    return appAnswer(app, 201, { location: `${base}/${formatPathId(app._id)}` })
  },
})
