import { type Refusal, refuse } from '@sluice/contracts'
import { formatPathId } from '@sluice/documents'
import type { Answer, ServiceRequest, WriteClaim } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import { ObjectId } from 'bson'
import { z } from 'zod'
import { openAccess } from '../domain/app-access.ts'
import { etagOf } from '../domain/app-identity.ts'
import type { AppId, AppStore, SettleApp } from '../ports/app-store.ts'
import { answerWritten } from './app-answer.ts'

const appId = z.union([z.string(), z.instanceof(ObjectId)])
const keptApp = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('app'), isNew: z.boolean(), app: z.looseObject({ _id: appId }) }),
  /** Of an app that is too large to be kept beside itself. */
  z.object({ kind: z.literal('version'), isNew: z.boolean(), id: appId, etag: z.string() }),
])

/** Keeps an app as a request has left it. */
export function settleApp(
  claim: WriteClaim | undefined,
  app: Document & { _id: AppId; _etag?: unknown },
  isNew: boolean,
): SettleApp | undefined {
  if (!claim) return undefined
  const whole = { kind: 'app', isNew, app }
  const version = { kind: 'version', isNew, id: app._id, etag: etagOf(app) }
  return inside => claim.settle(inside, claim.fits(whole) ? whole : version)
}

type KeptAppDependencies = { appStore: AppStore; base: string }

/** Answers a repeat of the request that has written the app, for what its caller may see now. */
export async function answerKept(
  { appStore, base }: KeptAppDependencies,
  { caller }: ServiceRequest,
  outcome: Document,
): Promise<Answer | Refusal> {
  const kept = keptApp.parse(outcome)
  const app = kept.kind === 'app' ? kept.app : await appStore.find(kept.id)
  const id = kept.kind === 'app' ? kept.app._id : kept.id
  if (!app || (kept.kind === 'version' && etagOf(app) !== kept.etag)) return wasChanged(String(id))
  // Whoever is answered counts on the app being live here.
  await appStore.catchUp()
  const made = { status: 201, headers: { location: `${base}/${formatPathId(id)}` } } as const
  const options = { access: openAccess(caller), isDryRun: false, isRepeat: true, ...(kept.isNew && made) }
  return answerWritten({ ...app, _id: id }, appStore, options)
}

const wasChanged = (id: string): Refusal =>
  refuse(
    'CONFLICT',
    `The request was carried out before, and wrote the app "${id}", which was changed or deleted since.`,
  )
