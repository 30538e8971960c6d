import { formatPathId, newEtag } from '@sluice/documents'
import type { Operation } from '@sluice/service-kit'
import { checkApp, refuseFaulty } from '../check-app.ts'
import { newAppId } from '../domain/app-identity.ts'
import type { AppRules } from '../domain/compile-app.ts'
import type { AppStore } from '../ports.ts'
import { appAnswer, appShape, readObject } from './app-answer.ts'
import { refuseWrite } from './write-refusal.ts'

type Dependencies = { appStore: AppStore; rules: AppRules; base: string }

/** `POST /gql-apps`: 201 with the app, which is live here when the answer goes out (spec 4.1). */
export const createApp = ({ appStore, rules, base }: Dependencies): Operation => ({
  summary: 'Create a GraphQL app; it is served at once',
  body: appShape,
  answers: { 201: appShape },
  errors: ['MALFORMED_JSON', 'VALIDATION_FAILED', 'CONFLICT', 'UNAVAILABLE'],
  async handle({ rawBody }) {
    const read = readObject(rawBody)
    if (read.kind === 'refuse') return read
    const identity = newAppId(read.body._id)
    const check = checkApp({ ...read.body, _id: undefined, _etag: undefined }, rules)
    const faults = check.kind === 'faulty' ? [...check.faults] : []
    if ('fault' in identity) faults.push({ path: '_id', message: identity.fault })
    if (check.kind === 'faulty' || 'fault' in identity) return refuseFaulty(faults)

    const app = { ...check.app, _id: identity.id, _etag: newEtag() }
    const outcome = await appStore.insert(app)
    if (outcome !== 'written') return refuseWrite(outcome, app)
    return appAnswer(app, 201, { location: `${base}/${formatPathId(app._id)}` })
  },
})
