import { documentRules, type FieldError, keyPolicy, keyRules, permissionDocument } from '@sluice/contracts'
import { didYouMean, isStoredObject, type StoredObject } from '@sluice/predicate'

const OWN: ReadonlySet<string> = new Set(Object.keys(permissionDocument.shape))
const INNER = { mongo: documentRules, apiKeys: keyPolicy, keyRules }
/** Where each field stands that narrows a permission, or gives more by it. */
const HOMES = new Map(
  Object.entries(INNER).flatMap(([block, { shape }]) => Object.keys(shape).map(name => [name, block] as const)),
)
const KNOWN = [...new Set([...OWN, ...HOMES.keys()])]
const NONE = '.'

/**
 * Judges the fields of a permission that Sluice does not know. `warnings`: they are kept, and say nothing. `faults`: one that
 * reads like a field which decides what the permission gives is never passed over, as the permission would give more then.
 */
export function judgeOtherFields(document: StoredObject): { faults: FieldError[]; warnings: FieldError[] } {
  const faults: FieldError[] = []
  const warnings: FieldError[] = []
  for (const path of Object.keys(document).filter(name => !OWN.has(name))) {
    const fault = findLikeness(path)
    if (fault === undefined)
      warnings.push({ path, message: 'It is kept, and has no effect: a permission has no such field.' })
    else faults.push({ path, message: `There is no field "${path}" here. ${fault}` })
  }
  return { faults, warnings }
}

function findLikeness(name: string): string | undefined {
  const home = HOMES.get(name)
  if (home !== undefined) return `It belongs into ${home}.`
  const plain = plainly(name)
  const same = KNOWN.find(known => plainly(known) === plain)
  const suggestion = same === undefined ? didYouMean(name, KNOWN) : ` Did you mean "${same}"?`
  if (suggestion === NONE) return undefined
  return `${suggestion.replace(/^[.\s]+/, '')} If neither, give it another name.`
}

/** Letters and digits alone: `max_keys_per_user` is meant for `max-keys-per-user`. */
const plainly = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** The document without the nulls that stand for a field which is not there: its priority, its block of rules, and what is in that. */
export function withoutAbsentRules(document: StoredObject): StoredObject {
  const { mongo, priority, ...others } = document
  const rules = isStoredObject(mongo) ? Object.fromEntries(Object.entries(mongo).filter(isGiven)) : mongo
  return {
    ...others,
    ...(priority === null || priority === undefined ? {} : { priority }),
    ...(rules === null || rules === undefined ? {} : { mongo: rules }),
  }
}

const isGiven = ([, value]: readonly [string, unknown]): boolean => value !== null
