import {
  type GraphQLOutputType,
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
  Kind,
  type ValueNode,
} from 'graphql'
import type { FindMapping, JoinKey, JoinStrategy, QueryMapping } from '../../model/app-model.ts'
import type { Clause, FilterTemplate } from '../../model/filter-template.ts'
import { isIndex, type PropertyPath } from '../../values/property-path.ts'
import { leafWriter } from '../compile-writer.ts'
import type { FieldPlan, ObjectPlan, OperationPlan, Selection } from '../plan-operation.ts'
import type {
  FlatField,
  FlatJoin,
  FlatObject,
  FlatPlace,
  FlatPlan,
  FlatQuery,
  FlatRoot,
  FlatValue,
} from './flat-plan.ts'
import { type ChosenPlan, GeneralPlanError, type GeneralReason } from './plan-choice.ts'
import { CELLS } from './walk-document.ts'
import { leafWays } from './write-leaf.ts'

/** Fields of a flat plan with fragments put in place everywhere; larger ones would take more memory than they are worth. */
const MAX_FIELDS = 1_000

/** Compiles a plan that copies its answer out of stored bytes, where the query is as common as that. */
export function chooseFlat(plan: OperationPlan): ChosenPlan {
  try {
    return { choice: { kind: 'flat' }, flat: compileFlat(plan) }
  } catch (error) {
    if (!(error instanceof GeneralPlanError)) throw error
    return { choice: { kind: 'general', reason: error.reason }, flat: undefined }
  }
}

const general = (reason: GeneralReason): never => {
  throw new GeneralPlanError(reason)
}

/** `mapped`: the mappings by the level of the joins at which they are asked: two of one level share a query. */
type FlatCompilation = { joins: FlatJoin[]; mapped: Set<string>; fields: number }

function compileFlat({ operation, root }: OperationPlan): FlatPlan {
  if (operation.operation !== 'query') general('mutation')
  const compiling: FlatCompilation = { joins: [], mapped: new Set(), fields: 0 }
  const roots = root.fields.map((field, at) => compileRoot(field, at, compiling))
  return { roots, joins: compiling.joins, rest: 0 }
}

const headOf = ({ key }: FieldPlan, at: number): Buffer => Buffer.from(`${at > 0 ? ',' : ''}"${key}":`, 'utf8')
const constantOf = (name: string): Buffer => Buffer.from(JSON.stringify(name), 'utf8')

function compileRoot(field: FieldPlan, at: number, compiling: FlatCompilation): FlatRoot {
  const head = headOf(field, at)
  const { source } = field
  if (source.kind === 'typename') return { head, source: { text: constantOf(field.parent.name) } }
  if (source.kind === 'introspection') return general('introspection')
  if (source.kind !== 'query') return general('mutation')
  const mapping = findOf(field, source.mapping, { level: 0, compiling })
  return { head, source: compileQuery(field, mapping, objectOf(field, { level: 0, compiling })) }
}

type FlatLevel = { level: number; compiling: FlatCompilation }

/** Two fields of one level that ask the same share one query, which is the general way's to find out. */
function findOf(field: FieldPlan, mapping: QueryMapping, { level, compiling }: FlatLevel): FindMapping {
  if (mapping.how !== 'find') return general('aggregation')
  const place = `${level} ${mapping.name}`
  if (compiling.mapped.has(place)) return general('shared-field')
  compiling.mapped.add(place)
  if (mapping.isList !== isListType(getNullableType(typeOf(field)))) return general('list-of-lists')
  return mapping
}

function compileQuery(field: FieldPlan, mapping: FindMapping, object: FlatObject): FlatQuery {
  return {
    field,
    mapping,
    isNonNull: isNonNullType(typeOf(field)),
    object,
    isConstant: !asksCaller(mapping.find) && !hasVariables(field),
    kept: undefined,
  }
}

const asksCaller = (find: FilterTemplate): boolean =>
  find.some((clause: Clause) => {
    if (clause.kind === 'fixed') return false
    return clause.kind === 'logical' ? clause.branches.some(asksCaller) : clause.hole.kind === 'caller'
  })

const hasVariables = ({ nodes: [node] }: FieldPlan): boolean =>
  node?.arguments?.some(({ value }) => holdsVariable(value)) ?? false

function holdsVariable(value: ValueNode): boolean {
  if (value.kind === Kind.LIST) return value.values.some(holdsVariable)
  if (value.kind === Kind.OBJECT) return value.fields.some(field => holdsVariable(field.value))
  return value.kind === Kind.VARIABLE
}

function typeOf({ source }: FieldPlan): GraphQLOutputType {
  if (source.kind === 'typename' || source.kind === 'introspection') return general('introspection')
  return source.field.type
}

function objectOf({ selection }: FieldPlan, at: FlatLevel): FlatObject {
  return compileObject(objectPlanOf(selection), at)
}

function objectPlanOf(selection: Selection | undefined): ObjectPlan {
  return selection?.kind === 'object' ? selection : general('abstract-type')
}

/** Gives each stored name of an object its slot. */
type FlatSlots = FlatLevel & { names: string[] }

function compileObject(plan: ObjectPlan, { level, compiling }: FlatLevel): FlatObject {
  const slots: FlatSlots = { level, compiling, names: [] }
  return objectWith(compileFields(plan, slots), slots.names)
}

function compileFields(plan: ObjectPlan, slots: FlatSlots): FlatField[] {
  const { compiling } = slots
  compiling.fields += plan.fields.length
  if (compiling.fields > MAX_FIELDS) general('too-large')
  return plan.fields.map((field, at) => compileField(field, at, slots))
}

function objectWith(fields: readonly FlatField[], names: readonly string[]): FlatObject {
  return {
    names: names.map(name => Buffer.from(name, 'utf8')),
    guesses: new Uint16Array(names.length + 1),
    cells: new Int32Array(names.length * CELLS),
    fields,
    asking: fields.filter(({ value }) => asksFor(value)),
  }
}

function asksFor(value: FlatValue): boolean {
  if (value.kind === 'list') return asksFor(value.item)
  return value.kind === 'join' || (value.kind === 'object' && value.object.asking.length > 0)
}

function placeOf([first = '', ...below]: PropertyPath, { names }: Pick<FlatSlots, 'names'>): FlatPlace {
  if (isIndex(first) || below.some(isIndex)) return general('list-position')
  const known = names.indexOf(first)
  const slot = known === -1 ? names.push(first) - 1 : known
  return { slot, below: below.length > 0 ? below.map(name => Buffer.from(name, 'utf8')) : undefined }
}

const NOWHERE: FlatPlace = { slot: 0, below: undefined }

function compileField(field: FieldPlan, at: number, slots: FlatSlots): FlatField {
  const { source } = field
  const head = headOf(field, at)
  switch (source.kind) {
    case 'typename':
      return { head, place: NOWHERE, isNonNull: true, value: { kind: 'constant', text: constantOf(field.parent.name) } }
    case 'property': {
      const { type } = source.field
      const place = placeOf(source.mapping.path, slots)
      return { head, place, isNonNull: isNonNullType(type), value: compileValue(type, field, slots) }
    }
    case 'query':
      return { head, ...compileJoin(field, source.mapping, slots) }
    default:
      return general(source.kind)
  }
}

function compileValue(given: GraphQLOutputType, field: FieldPlan, slots: FlatSlots): FlatValue {
  const type = getNullableType(given)
  if (isLeafType(type)) return { kind: 'leaf', ways: leafWays(type), write: leafWriter(type) }
  if (!isListType(type)) return { kind: 'object', object: objectOf(field, slots) }
  const item = compileValue(type.ofType, field, slots)
  if (item.kind === 'list') return general('list-of-lists')
  return { kind: 'list', item, isItemNonNull: isNonNullType(type.ofType) }
}

function compileJoin(field: FieldPlan, mapping: QueryMapping, slots: FlatSlots): Omit<FlatField, 'head'> {
  const { compiling } = slots
  const level = slots.level + 1
  const find = findOf(field, mapping, { level, compiling })
  const { strategy } = find
  const { field: property, hole } = joinKeyOf(strategy)
  const number = compiling.joins.length
  const place = placeOf(hole.path, slots)
  // Its place among the joins is taken before those below it take theirs.
  compiling.joins.length += 1
  const inner: FlatSlots = { level, compiling, names: [] }
  const fields = compileFields(objectPlanOf(field.selection), inner)
  const shared =
    strategy.kind === 'batched' ? { most: strategy.most, place: placeOf(property.split('.'), inner) } : undefined
  const query = compileQuery(field, find, objectWith(fields, inner.names))
  compiling.joins[number] = { ...query, level, property, shared }
  const { isNonNull } = query
  return { place, isNonNull, value: { kind: 'join', number, isList: find.isList } }
}

/** A join by one equality with a property of the object that it stands in, as most joins are. */
function joinKeyOf(strategy: JoinStrategy): JoinKey {
  const [key, ...others] = keysOf(strategy)
  const isCommon = key?.operator === '$eq' && others.length === 0 && key.hole.of === 'parent'
  return isCommon && key ? key : general('join-of-another-kind')
}

function keysOf(strategy: JoinStrategy): readonly JoinKey[] {
  if (strategy.kind === 'batched') return strategy.keys
  // Equal values have one query here.
  return strategy.kind === 'each' && strategy.isShared && strategy.key ? [strategy.key] : []
}
