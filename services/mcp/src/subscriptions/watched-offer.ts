import { findPermission } from '@sluice/access'
import type { CollectionTiering } from '@sluice/documents'
import type { ServiceRequest } from '@sluice/service-kit'
import { type BoundsQuery, readBounds } from '../domain/mcp-bounds.ts'
import { type CallerViews, type ToolCaller, toolCallerOf } from '../listing/caller-view.ts'
import type { CallerFinder } from '../listing/supposed-caller.ts'
import { marksOf, type OfferMarks } from './offer-marks.ts'

export type WatchSources = { views: CallerViews; findCaller: CallerFinder; tiering: CollectionTiering }

/**
 * Reads, again and again, what the caller of a request is offered. The gateway ends his stream once another permission, or
 * none, lets him in.
 * @returns undefined where he is offered nothing any more
 */
export function watchOffer(
  caller: ServiceRequest['caller'],
  query: BoundsQuery,
  { views, findCaller, tiering }: WatchSources,
): (isStale: boolean) => Promise<OfferMarks | undefined> {
  const { principal, permission } = caller
  let known: ToolCaller = toolCallerOf(caller)

  async function readAnew(): Promise<ToolCaller | 'missing'> {
    const { id, key } = principal
    if (id === null) return known
    const found = await findCaller(key ? { key: key.id } : { user: id })
    return found === 'missing' ? found : { ...found, clientAddress: known.clientAddress }
  }

  return async isStale => {
    const read = isStale ? await readAnew() : known
    if (read === 'missing') return undefined
    known = read
    const policy = permission ? findPermission(views.acl(), permission.id) : undefined
    if (permission && !policy) return undefined
    const bounds = readBounds(policy?.mcp, query)
    if (bounds.kind === 'refuse') return undefined
    return marksOf(await views.open({ caller: known, bounds: bounds.bounds, tiering }))
  }
}
