import { checkPermission, interpolateRules, type Permission } from '@sluice/access'
import type { DocumentRules } from '@sluice/contracts'
import fc from 'fast-check'
import type { NarrowedResource } from './narrowed-resources.ts'

type NarrowedFields = NarrowedResource['fields']

/** A caller with something that rules may name. */
export type RandomCaller = { _id: string; team?: unknown }

export const callers: fc.Arbitrary<RandomCaller> = fc.record(
  {
    _id: fc.constantFrom('ann', 'o1', 'red', 'p1', 'nobody'),
    team: fc.constantFrom<unknown>('red', 'blue', 'team-red', ['red', 'blue'], null, { $ne: 1 }),
  },
  { requiredKeys: ['_id'] },
)

const VARIABLES = ['@user._id', '@user.team', '@user.absent']

/** Valid permissions whose rules fit the fields: filters with branches and variables, projections of either kind. */
export function permissionsFor(fields: NarrowedFields): fc.Arbitrary<Permission> {
  const rules = fc.record(
    { readFilter: filtersOn(fields), projectResponse: projectionsOf(fields) },
    { requiredKeys: [] },
  )
  return rules.map(permissionOf).filter(permission => permission !== undefined)
}

function permissionOf(mongo: object): Permission | undefined {
  const checked = checkPermission({ _id: 'random', roles: ['r'], predicate: "path-prefix('/')", mongo })
  return checked.kind === 'valid' ? checked.permission : undefined
}

function filtersOn(fields: NarrowedFields): fc.Arbitrary<object> {
  const { filter } = fc.letrec<{ filter: object; branches: object }>(tie => ({
    filter: fc.oneof({ depthSize: 'small', maxDepth: 2 }, conditionsOn(fields), tie('branches')),
    branches: fc
      .tuple(fc.constantFrom('$and', '$or', '$nor'), fc.array(tie('filter'), { minLength: 1, maxLength: 3 }))
      .map(([operator, filters]) => ({ [operator]: filters })),
  }))
  return filter
}

const conditionsOn = (fields: NarrowedFields): fc.Arbitrary<object> =>
  fc
    .dictionary(fc.constantFrom(...Object.keys(fields)), fc.constant(null), { minKeys: 1, maxKeys: 2 })
    .chain(named =>
      fc.record(Object.fromEntries(Object.keys(named).map(path => [path, conditionOn(fields[path] ?? [])]))),
    )

function conditionOn(values: readonly unknown[]): fc.Arbitrary<unknown> {
  const operand = fc.constantFrom<unknown>(...values, ...VARIABLES)
  return fc.oneof(
    operand,
    operand.map(value => ({ $ne: value })),
    operand.map(value => ({ $gte: value })),
    fc.array(operand, { minLength: 1, maxLength: 3 }).map(list => ({ $in: list })),
    fc.boolean().map(exists => ({ $exists: exists })),
  )
}

const projectionsOf = (fields: NarrowedFields): fc.Arbitrary<object> =>
  fc
    .tuple(fc.subarray(Object.keys(fields), { minLength: 1 }), fc.constantFrom(0, 1))
    .map(([paths, shown]) => Object.fromEntries(paths.map(path => [path, shown])))

/** The rules of a permission for one caller, as the gateway fills them. */
export function rulesFor({ rules = {} }: Permission, user: RandomCaller): DocumentRules {
  const filled = interpolateRules(rules, {
    user,
    now: new Date('2026-11-23T12:00:00Z'),
    query: new URLSearchParams(),
    randomHex: () => '',
  })
  return filled.kind === 'filled' ? filled.rules : {}
}
