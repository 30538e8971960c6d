import { type GrantedCaller, grantedPermission } from '@sluice/contracts'
import { type CallerText, formatGrantedCaller } from '@sluice/service-kit'
import { LRUCache } from 'lru-cache'

/**
 * Gives the text of a grant that tells of a caller. The principal, the positions and the policies of the permission are
 * replaced when they change, never altered.
 */
export type CallerTexts = (caller: GrantedCaller) => CallerText

type KeptText = CallerText & { caller: GrantedCaller }

const MAX_CHARACTERS = 8 * 1024 * 1024
/** A principal that goes through more permissions in turn has its texts made anew. */
const MAX_EACH = 8

/** Keeps the last texts of each principal, of all together 8 Mi characters: those that were used lately. */
export function createCallerTexts(): CallerTexts {
  const kept = new LRUCache<GrantedCaller['principal'], KeptText[]>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: texts => texts.reduce((sum, { text }) => sum + text.length, 0),
  })
  return caller => {
    const before = kept.get(caller.principal) ?? []
    for (const one of before) if (saysTheSame(one.caller, caller)) return one
    const { permission } = caller
    const made = { ...formatGrantedCaller(caller), caller: { ...caller, permission: permission && { ...permission } } }
    const stillTrue = before.filter(one => one.caller.positions === caller.positions)
    kept.set(caller.principal, [made, ...stillTrue.slice(0, MAX_EACH - 1)])
    return made
  }
}

/** Tells whether two callers of one principal are the same. Objects are compared by identity: two that are equal only cost a text more. */
const saysTheSame = (one: GrantedCaller, other: GrantedCaller): boolean =>
  one.isRoot === other.isRoot && one.positions === other.positions && isSamePermission(one.permission, other.permission)

type GrantedPermission = GrantedCaller['permission']

const PERMISSION_FIELDS = grantedPermission.keyof().options

/** The rules are compared as a text, with the values that they are filled with. */
function isSamePermission(one: GrantedPermission, other: GrantedPermission): boolean {
  if (one === null || other === null) return one === other
  return PERMISSION_FIELDS.every(name => one[name] === other[name])
}
