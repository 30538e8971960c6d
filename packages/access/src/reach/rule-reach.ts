import {
  type DocumentRuleName,
  type FieldError,
  type Refusal,
  refuseManagement,
  refuseUnappliedRule,
  rulesAtStake,
  rulesIn,
} from '@sluice/contracts'
import { predicateReach } from '@sluice/predicate'
import type { Permission } from '../check-permission.ts'
import { covers, intersects, matchesPath, type PathPattern, parsePattern } from './path-pattern.ts'
import { type RouteTiering, type RuledRoute, ruledRoutes } from './ruled-routes.ts'

/** What the rules of permissions come to, path by path. */
export type RuleReach = {
  /** The rules that are applied to a request; undefined where no route serves it, or one that needs no permission. */
  appliedTo(request: { method: string; path: string }): readonly DocumentRuleName[] | undefined
  /** What a real request is refused with whose one permission has a rule that is not applied at its path, or lacks a flag. */
  refuse(permission: Permission, request: { method: string; path: string }): Refusal | undefined
  /**
   * What is to be said of a permission when it is saved: `faults` name each rule that can be applied nowhere, `warnings`
   * each that can't be applied at some of the paths which the predicate may let in.
   */
  judge(permission: Permission): { faults: FieldError[]; warnings: FieldError[] }
}

type ReachRow = RuledRoute & { pattern: PathPattern }
type RowOf = (request: { method: string; path: string }) => ReachRow | undefined

/** Reads `ruled-routes.ts` for the paths of one tier. */
export function createRuleReach(tiering: RouteTiering): RuleReach {
  const rows: ReachRow[] = ruledRoutes(tiering).map(route => ({ ...route, pattern: parsePattern(route.path) }))
  const rowOf: RowOf = ({ method, path }) => {
    const segments = path.split('/').filter(Boolean)
    return rows.find(one => isOf(one, method) && matchesPath(one.pattern, segments))
  }
  const appliedTo: RuleReach['appliedTo'] = request => {
    const row = rowOf(request)
    return row?.kind === 'ruled' ? row.applies : undefined
  }
  return {
    appliedTo,
    refuse(permission, { method, path }) {
      const applied = appliedTo({ method, path })
      const atStake = rulesAtStake({ method, answersContent: false })
      const rule = rulesIn(permission.rules ?? {}).find(name => atStake.includes(name) && !applied?.includes(name))
      if (applied && rule) return refuseUnappliedRule({ permission: permission.id, rule, method, path })
      const needs = rowOf({ method, path })?.needs
      return needs && permission.rules?.[needs] !== true ? refuseManagement() : undefined
    },
    judge(permission) {
      const rules = rulesIn(permission.rules ?? {})
      const reached = rules.length > 0 ? rowsOf(permission, rows) : []
      const places = rules.map(rule => ({ rule, ...placesOf(rule, reached) }))
      const unapplied = places.filter(({ refused, open }) => refused.length + open.length > 0)
      return {
        faults: unapplied.filter(({ applied }) => applied.length === 0).map(asFault),
        warnings: unapplied.filter(({ applied }) => applied.length > 0).map(asWarning),
      }
    },
  }
}

/** In a table as in a permission, `GET` covers `HEAD`. */
const isOf = ({ methods }: Pick<ReachRow, 'methods'>, method: string): boolean =>
  methods === undefined || methods.includes(method === 'HEAD' ? 'GET' : method)

type RoutePlaces = { applied: ReachRow[]; refused: ReachRow[]; open: ReachRow[] }

/** Finds those of the routes that a rule of a permission would narrow, by what becomes of the rule there. */
function placesOf(rule: DocumentRuleName, reached: readonly ReachedRow[]): RoutePlaces {
  const narrowed = reached.filter(({ methods }) =>
    methods.some(method => rulesAtStake({ method, answersContent: false }).includes(rule)),
  )
  const places: RoutePlaces = { applied: [], refused: [], open: [] }
  for (const { row } of narrowed) {
    if (row.kind === 'open') places.open.push(row)
    if (row.kind === 'ruled') places[row.applies.includes(rule) ? 'applied' : 'refused'].push(row)
  }
  return places
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

type ReachedRow = { row: ReachRow; methods: readonly string[] }
type ConditionReach = ReturnType<typeof predicateReach>
type OutsideKey = ConditionReach['outside'][number]
type KeyPlace = OutsideKey['place']

/** Rows to which the predicate may let a request in: rather too many than too few. */
function rowsOf({ predicate, rules }: Permission, rows: readonly ReachRow[]): ReachedRow[] {
  const { within, outside } = predicateReach(predicate)
  const open = rows.filter(({ needs }) => needs === undefined || rules?.[needs] === true)
  const reached = within.map(keys => methodsByRow(keys, open))
  return open.flatMap(row => {
    const methods = METHODS.filter(
      method =>
        isOf(row, method) && reached.every(one => one.get(row)?.has(method)) && !isOutside(outside, row, method),
    )
    return methods.length > 0 ? [{ row, methods }] : []
  })
}

function methodsByRow(keys: readonly OutsideKey[], rows: readonly ReachRow[]): Map<ReachRow, Set<string>> {
  const reached = new Map<ReachRow, Set<string>>()
  for (const { place, methods } of keys) {
    const asked = METHODS.filter(method => methods === undefined || methods.has(method))
    for (const { row, methods: own } of firstRows(patternOf(place), asked, rows)) {
      reached.set(row, new Set([...(reached.get(row) ?? []), ...own]))
    }
  }
  return reached
}

/** A text at the end of a path takes no row whole. */
const isOutside = (keys: readonly OutsideKey[], { pattern }: ReachRow, method: string): boolean =>
  isOutsidePattern(keys, pattern, method)

const isOutsidePattern = (keys: readonly OutsideKey[], pattern: PathPattern, method: string): boolean =>
  keys.some(
    ({ place, methods }) =>
      place.kind !== 'suffix' && (methods?.has(method) ?? true) && covers(patternOf(place), pattern),
  )

/** Whether the predicate of a permission may let in some path of a form: rather too many than too few. */
export function mayReach({ predicate }: Pick<Permission, 'predicate'>, pattern: PathPattern, method: string): boolean {
  const { within, outside } = predicateReach(predicate)
  const reaches = ({ place, methods }: OutsideKey) =>
    (methods?.has(method) ?? true) && intersects(patternOf(place), pattern)
  return within.every(keys => keys.some(reaches)) && !isOutsidePattern(outside, pattern, method)
}

function patternOf(place: KeyPlace): PathPattern {
  switch (place.kind) {
    case 'path':
      return { segments: place.path.split('/').filter(Boolean), hasRest: false }
    case 'template':
      return place
    case 'anywhere':
    case 'suffix':
      return { segments: [], hasRest: true }
  }
}

/** A row that takes all of a path keeps it from the rows below, as in a table of routes. */
function firstRows(pattern: PathPattern, methods: readonly string[], rows: readonly ReachRow[]): ReachedRow[] {
  const found: ReachedRow[] = []
  let left = methods
  for (const row of rows) {
    const own = left.filter(method => isOf(row, method))
    if (own.length === 0 || !intersects(row.pattern, pattern)) continue
    found.push({ row, methods: own })
    if (covers(row.pattern, pattern)) left = left.filter(method => !own.includes(method))
  }
  return found
}

type UnappliedAtRoutes = RoutePlaces & { rule: DocumentRuleName }

const asFault = ({ rule, ...places }: UnappliedAtRoutes): FieldError => ({
  path: `mongo.${rule}`,
  message: `${rule} can be applied nowhere that the predicate lets in. ${describe(places)} Leave it out.`,
})

const asWarning = ({ rule, ...places }: UnappliedAtRoutes): FieldError => ({
  path: `mongo.${rule}`,
  message:
    `${rule} can not be applied everywhere that the predicate may let in. ${describe(places)} ` +
    'Give such paths a permission of their own, without it and with a higher priority, or narrow the predicate.',
})

function describe({ refused, open }: Omit<RoutePlaces, 'applied'>): string {
  const refusing = refused.length > 0 ? [`Requests are refused at ${list(refused)}.`] : []
  const ignoring = open.length > 0 ? [`It narrows nothing at ${list(open)}, which need no permission.`] : []
  return [...refusing, ...ignoring].join(' ')
}

const list = (rows: readonly ReachRow[]): string => rows.map(nameOf).join('; ')

const nameOf = ({ methods, path }: ReachRow): string => (methods ? `${methods.join(', ')} ${path}` : path)
