import { documentRules, type GrantedRules } from '@sluice/contracts'
import { compileFilter, type Document } from '@sluice/store'
import { parseDocumentJson } from '../json/parse-document.ts'

/** A grant carries rules that can't be read: the gateway and this service disagree about their form. */
class UnreadableRulesError extends Error {
  override name = 'UnreadableRulesError'
}

/**
 * The rules of a grant's permission, with their variables filled.
 * @param text canonical Extended JSON, or null where nothing is ruled
 * @throws UnreadableRulesError
 */
export function readRules(text: string | null): GrantedRules {
  if (text === null) return {}
  const parsed = parseDocumentJson(text)
  if (parsed.kind !== 'parsed') throw new UnreadableRulesError(parsed.detail)
  const rules = documentRules.safeParse(parsed.value)
  if (!rules.success) throw new UnreadableRulesError(rules.error.message)
  return rules.data
}

/** The documents that a caller can read out of those that the filter names. */
export const applyReadRules = (filter: Document, { readFilter }: GrantedRules): Document => allOf(filter, readFilter)

/** Whether a caller could read this document, which is stored nowhere, if it were. */
export const couldRead = (document: Document, { readFilter }: GrantedRules): boolean =>
  readFilter === undefined || compileFilter(readFilter)(document)

/** The documents that a caller can replace, change or remove out of those that the filter names. */
export const applyWriteRules = (filter: Document, { writeFilter }: GrantedRules): Document => allOf(filter, writeFilter)

/** All of these conditions at once; whatever one of them holds, it can't widen another. */
export function allOf(...filters: readonly (Document | undefined)[]): Document {
  const conditions = filters.filter(filter => filter !== undefined && Object.keys(filter).length > 0)
  return conditions.length > 1 ? { $and: conditions } : (conditions[0] ?? {})
}
