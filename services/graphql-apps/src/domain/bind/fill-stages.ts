import { fillVariables, isDocument } from '@sluice/documents'
import type { Document } from '@sluice/store'
import { ABSENT, fillFilter } from '../model/filter-template.ts'
import type { ArgumentHole } from '../model/hole.ts'
import { badInput, faultOfPattern, faultOfStageCount } from '../model/hole-values.ts'
import type { StageTemplate, StageTemplates } from '../model/stage-template.ts'
import { createFill } from './bind-filter.ts'
import { argumentValue, describeHole, type HoleFilling, readHole } from './read-hole.ts'

type ParentFilling = { name: string; filling: HoleFilling; parent: unknown }

/** Fills all holes in one pass. To be called within `unlessMissing`. @throws GraphQLError for a value that can't stand there */
export const fillStages = (templates: StageTemplates, asked: ParentFilling): Document[] =>
  templates.flatMap(template => fillStage(template, asked))

function fillStage(template: StageTemplate, asked: ParentFilling): Document[] {
  const { name, filling, parent } = asked
  switch (template.kind) {
    case 'fixed':
      return [template.stage]
    case 'match':
      return [
        {
          $match: fillFilter(
            template.find,
            createFill(name, hole => readHole(hole, filling, parent)),
          ),
        },
      ]
    case 'count':
      return fillCount(template, asked)
    case 'filled':
      return fillVariable(template, asked)
    case 'conditional':
      return fillStages(isGiven(template.given, filling) ? template.then : template.otherwise, asked)
  }
}

const isGiven = (holes: readonly ArgumentHole[], { values }: HoleFilling): boolean =>
  holes.every(hole => argumentValue(hole, values) !== ABSENT)

function fillCount({ operator, hole }: Extract<StageTemplate, { kind: 'count' }>, { name, filling }: ParentFilling) {
  const value = argumentValue(hole, filling.values)
  if (value === ABSENT || value === null) return []
  const fault = faultOfStageCount(operator, value)
  if (fault) throw badInput(`${describeHole(hole)} of ${name} can not be used. ${fault}`)
  return [{ [operator]: value }]
}

type FilledStages = { stages: Document[]; template: Document }

/** A pipeline inside a stage that lost its last stage would read the whole of its collection, which it was there to narrow. */
function requireNarrowed({ stages, template }: FilledStages, name: string): Document[] {
  if (emptyPipelines(stages) <= emptyPipelines(template)) return stages
  throw badInput(
    `No stage is left of a pipeline inside the stages of ${name}. Give the arguments that its $ifarg asks for.`,
  )
}

/** How many pipelines of `$lookup`, `$unionWith` and `$facet` have no stage. */
function emptyPipelines(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, inner) => sum + emptyPipelines(inner), 0)
  if (!isDocument(value)) return 0
  const { $lookup, $unionWith, $facet } = value
  const joined = [$lookup, $unionWith].flatMap(join => (isDocument(join) ? [join.pipeline] : []))
  const facets = isDocument($facet) ? Object.values($facet) : []
  const own = [...joined, ...facets].filter(pipeline => Array.isArray(pipeline) && pipeline.length === 0)
  return own.length + emptyPipelines(Object.values(value))
}

function fillVariable(
  { stage, holes }: Extract<StageTemplate, { kind: 'filled' }>,
  { name, filling, parent }: ParentFilling,
): Document[] {
  const values = new Map<string, unknown>()
  for (const [variable, hole] of holes) {
    const value = readHole(hole, filling, parent)
    if (value !== ABSENT) values.set(variable, value)
  }
  const filled = fillVariables([stage], values, pattern => faultOfPattern(pattern, false))
  if (filled.kind === 'filled') return requireNarrowed({ stages: filled.stages, template: stage }, name)
  const hole = holes.get(filled.name)
  const words = hole ? describeHole(hole) : 'A value'
  throw badInput(
    filled.kind === 'missing'
      ? `${words} of ${name} is needed. Give it a value.`
      : `${words} of ${name} can not be used: ${filled.why}`,
  )
}
