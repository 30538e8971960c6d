import { hash } from 'node:crypto'
import type { GrantedRules } from '@sluice/contracts'
import type { Document } from '@sluice/store'
import { ObjectId } from 'bson'

/** The version of a document: a new one with each write. */
export const newEtag = (): ObjectId => new ObjectId()

/**
 * The value of an `ETag` header.
 * @param variant what else the answer depends on, such as the fields that a permission hides; empty for nothing
 */
export function formatEtag({ _etag: etag }: Document, variant: string): string | undefined {
  if (!(etag instanceof ObjectId)) return undefined
  return variant ? `"${etag.toHexString()}.${variant}"` : `"${etag.toHexString()}"`
}

/** Tells apart what callers see of one version: fields that a permission hides make another variant of the document. */
export const etagVariant = ({ projectResponse }: GrantedRules): string =>
  projectResponse ? hash('sha1', JSON.stringify(projectResponse)).slice(0, 8) : ''

/** The versions that a header names. Quotes may be missing, as RESTHeart's clients leave them out. */
export type EtagCondition = { kind: 'any' } | { kind: 'versions'; versions: readonly string[] }

export function readEtagCondition(header: string | undefined): EtagCondition | undefined {
  if (header === undefined) return undefined
  if (header.trim() === '*') return { kind: 'any' }
  return { kind: 'versions', versions: header.split(',').map(text => text.trim().replaceAll('"', '')) }
}

/** What `If-Match` names for a document that has no version, as another program wrote it. */
const NO_VERSION = 'none'

/** For `If-Match`, which asks for the version whatever is shown of it. Weak ones never match. */
export function etagFilter(condition: EtagCondition | undefined): Document {
  if (condition?.kind !== 'versions') return {}
  const versions = condition.versions.map(withoutVariant)
  const ids = versions.filter(hex => /^[0-9a-f]{24}$/i.test(hex)).map(hex => new ObjectId(hex))
  const isNamed = { _etag: { $in: ids } }
  return versions.includes(NO_VERSION) ? { $or: [isNamed, { _etag: { $not: { $type: 'objectId' } } }] } : isNamed
}

/** The same for a version that is at hand as text; undefined where there is none. */
export const namesVersion = (condition: EtagCondition, version: string | undefined): boolean =>
  version !== undefined &&
  (condition.kind === 'any' || condition.versions.some(named => withoutVariant(named) === version))

/** Another variant is the same version. */
const withoutVariant = (version: string): string => version.replace(/\..*$/, '')

/** For `If-None-Match`: whether the caller has exactly this answer already. */
export function isSameEtag(condition: EtagCondition | undefined, etag: string | undefined): boolean {
  if (!condition || etag === undefined) return false
  const wanted = etag.replaceAll('"', '')
  return condition.kind === 'any' || condition.versions.some(version => version.replace(/^W\//, '') === wanted)
}
