import { findStagesFault, guardStages, isDocument } from '@sluice/documents'
import type { Document } from '@sluice/store'
import type { ArgumentHole, Hole } from '../model/hole.ts'
import { faultOfStageCount } from '../model/hole-values.ts'
import type { StageTemplate, StageTemplates } from '../model/stage-template.ts'
import { compileFilter } from './compile-filter.ts'
import { compileArgumentHole, compileHole, containsHole, isHole, type MappingPlace } from './compile-hole.ts'
import type { FieldContext } from './field-context.ts'

const MAX_STAGES = 100

export type StagesContext = FieldContext & {
  reportFlaw: FieldContext['report']
  collection: string
  faultOfCollection(collection: string): string | undefined
  /** Properties of a collection that nobody sees. */
  hiddenOf(collection: string): readonly string[]
}

/** Compiles the `stages` of an aggregation; every fault is reported with its path. */
export function compileStages({ value, path }: MappingPlace, context: StagesContext): StageTemplates {
  if (!Array.isArray(value)) return fault(context, path, 'stages is a list of aggregation stages.')
  if (value.length === 0) context.reportFlaw(path, NO_STAGE)
  if (value.length > MAX_STAGES) return fault(context, path, `There may be ${MAX_STAGES} stages at most.`)
  return value.flatMap((stage, index) => compileStage({ value: stage, path: `${path}.${index}` }, context))
}

const NO_STAGE =
  'is empty, and an aggregation without a stage answers nothing. Give it a stage, or write a find in place of stages.'

function fault({ report }: FieldContext, path: string, message: string): StageTemplates {
  report(path, message)
  return []
}

function compileStage({ value, path }: MappingPlace, context: StagesContext): StageTemplates {
  const operators = isDocument(value) ? Object.keys(value) : []
  const [operator = ''] = operators
  if (!isDocument(value) || operators.length !== 1) {
    return fault(context, path, 'A stage is an object with one field, such as {"$match": …}.')
  }
  const at = { value: value[operator], path: `${path}.${operator}` }
  if (operator === '$ifarg') return compileConditional(at, context)
  if (holds(at.value)) return compileOpen(operator, { at, whole: { value, path } }, context)
  return checked({ kind: 'fixed', stage: value }, path, context)
}

type StageMapping = { at: MappingPlace; whole: MappingPlace }

/** A stage with holes in it. */
function compileOpen(operator: string, { at, whole }: StageMapping, context: StagesContext): StageTemplates {
  if (operator === '$limit' || operator === '$skip') return compileCount(operator, at, context)
  if (operator === '$sort') return fault(context, at.path, 'The $sort of an aggregation comes from the mapping alone.')
  return operator === '$match' ? compileMatch(at, context) : compileFilled(whole, context)
}

const holds = (argument: unknown): boolean => containsHole(argument) || containsKey(argument, '$ifarg')

function containsKey(value: unknown, key: string): boolean {
  if (Array.isArray(value)) return value.some(inner => containsKey(inner, key))
  return isDocument(value) && (Object.hasOwn(value, key) || Object.values(value).some(inner => containsKey(inner, key)))
}

/** `$expr` is an expression, and its values are literals; everything else is a filter as in `find`. */
function compileMatch(at: MappingPlace, context: StagesContext): StageTemplates {
  if (!isDocument(at.value) || isHole(at.value)) return [{ kind: 'match', find: compileFilter(at, context) }]
  const { $expr, ...filter } = at.value
  const match: StageTemplates = [{ kind: 'match', find: compileFilter({ ...at, value: filter }, context) }]
  if ($expr === undefined) return match
  return [...match, ...compileFilled({ value: { $match: { $expr } }, path: at.path }, context)]
}

function compileCount(operator: '$limit' | '$skip', at: MappingPlace, context: StagesContext): StageTemplates {
  if (!isDocument(at.value) || Object.keys(at.value).join() !== '$arg') {
    return fault(context, at.path, 'Only {"$arg": …} can stand here.')
  }
  const hole = compileArgumentHole({ value: at.value.$arg, path: `${at.path}.$arg` }, context)
  const problem = hole?.default && faultOfStageCount(operator, hole.default.value)
  if (problem) return fault(context, at.path, `The default can not stand here. ${problem}`)
  return hole ? [{ kind: 'count', operator, hole }] : []
}

/** `[name or names, stage]`, or with another stage for when one is not given. */
function compileConditional({ value, path }: MappingPlace, context: StagesContext): StageTemplates {
  const [names, stage, other, ...rest] = Array.isArray(value) ? value : []
  if (stage === undefined || rest.length > 0) return fault(context, path, IFARG)
  const given = compileGiven({ value: names, path: `${path}.0` }, context)
  const then = compileStage({ value: stage, path: `${path}.1` }, context)
  const otherwise = other === undefined ? [] : compileStage({ value: other, path: `${path}.2` }, context)
  return [{ kind: 'conditional', given, then, otherwise }]
}

const IFARG = '$ifarg is [<argument or arguments>, <stage>], or with another stage for when one is not given.'

function compileGiven({ value, path }: MappingPlace, context: StagesContext): ArgumentHole[] {
  const names: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (names.length === 0) context.report(path, IFARG)
  return names.flatMap(name => {
    if (typeof name === 'string') return compileArgumentHole({ value: name, path }, context) ?? []
    context.report(path, IFARG)
    return []
  })
}

/** A stage with holes anywhere in it: each becomes a variable, and the place of each is judged as that of a variable. */
function compileFilled(place: MappingPlace, context: StagesContext): StageTemplates {
  const holes = new Map<string, Hole>()
  const stage = translate(place, { context, holes })
  if (!isDocument(stage)) return []
  return checked({ kind: 'filled', stage, holes }, place.path, context)
}

type StageTranslation = { context: StagesContext; holes: Map<string, Hole> }

function translate({ value, path }: MappingPlace, translating: StageTranslation): unknown {
  const { context, holes } = translating
  if (isHole(value)) {
    const hole = compileHole({ value, path }, context)
    return hole ? { $var: nameHole(hole, holes) } : null
  }
  const inside = (inner: unknown, key: string | number) =>
    translate({ value: inner, path: `${path}.${key}` }, translating)
  if (Array.isArray(value)) return value.map(inside)
  if (!isDocument(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === '$ifarg' ? translateConditional({ value: inner, path }, translating) : [key, inside(inner, key)],
    ),
  )
}

function nameHole(hole: Hole, holes: Map<string, Hole>): string {
  const name = `h${holes.size}`
  holes.set(name, hole)
  return name
}

function translateConditional({ value, path }: MappingPlace, translating: StageTranslation): [string, unknown] {
  const [names, ...stages] = Array.isArray(value) ? value : []
  const given = compileGiven({ value: names, path: `${path}.$ifarg.0` }, translating.context)
  const variables = given.map(hole => nameHole(hole, translating.holes))
  const inner = stages.map((stage, at) => translate({ value: stage, path: `${path}.$ifarg.${at + 1}` }, translating))
  return ['$ifvar', [variables, ...inner]]
}

/** The store's allow-list, the collections and the hidden properties of a stage. */
function checked(
  template: Extract<StageTemplate, { stage: Document }>,
  path: string,
  context: StagesContext,
): StageTemplates {
  const { stage } = template
  const message = faultOfForeign(template) ?? findStagesFault([stage])?.message ?? faultOfReading(stage, context)
  return message === undefined ? [template] : fault(context, path, message)
}

const faultOfForeign = ({ stage, kind }: Extract<StageTemplate, { stage: Document }>): string | undefined =>
  kind === 'fixed' && (containsKey(stage, '$var') || containsKey(stage, '$ifvar'))
    ? '$var and $ifvar are not known here. Use $arg and $ifarg.'
    : undefined

function faultOfReading(stage: Document, context: StagesContext): string | undefined {
  const unreadable = collectionsOf(stage)
    .map(context.faultOfCollection)
    .find(message => message !== undefined)
  if (unreadable) return unreadable
  const visibilityOf = (collection: string) => ({ hidden: context.hiddenOf(collection) })
  const guarded = guardStages([stage], context.collection, { readFilterOf: () => undefined, visibilityOf })
  return guarded.kind === 'refuse' ? guarded.detail : undefined
}

/** The other collections that a stage reads, those of pipelines in it included. */
export function collectionsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(collectionsOf)
  if (!isDocument(value)) return []
  const { $lookup, $unionWith } = value
  const own = [
    ...(isDocument($lookup) && typeof $lookup.from === 'string' ? [$lookup.from] : []),
    ...(typeof $unionWith === 'string' ? [$unionWith] : []),
    ...(isDocument($unionWith) && typeof $unionWith.coll === 'string' ? [$unionWith.coll] : []),
  ]
  return [...own, ...Object.values(value).flatMap(collectionsOf)]
}
