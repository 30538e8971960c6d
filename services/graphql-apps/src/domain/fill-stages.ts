import { fillVariables } from '@sluice/documents'
import type { Document } from '@sluice/store'
import { createFill } from './bind-filter.ts'
import { ABSENT, fillFilter } from './filter-template.ts'
import type { ArgumentHole } from './hole.ts'
import { badInput, faultOfStageCount } from './hole-values.ts'
import { argumentValue, describeHole, type Filling, readHole } from './read-hole.ts'
import type { StageTemplate, StageTemplates } from './stage-template.ts'

type Parented = { name: string; filling: Filling; parent: unknown }

/** Fills all holes in one pass. To be called within `unlessMissing`. @throws GraphQLError for a value that can't stand there */
export const fillStages = (templates: StageTemplates, asked: Parented): Document[] =>
  templates.flatMap(template => fillStage(template, asked))

function fillStage(template: StageTemplate, asked: Parented): Document[] {
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

const isGiven = (holes: readonly ArgumentHole[], { values }: Filling): boolean =>
  holes.every(hole => argumentValue(hole, values) !== ABSENT)

function fillCount({ operator, hole }: Extract<StageTemplate, { kind: 'count' }>, { name, filling }: Parented) {
  const value = argumentValue(hole, filling.values)
  if (value === ABSENT || value === null) return []
  const fault = faultOfStageCount(operator, value)
  if (fault) throw badInput(`${describeHole(hole)} of ${name} can not be used. ${fault}`)
  return [{ [operator]: value }]
}

function fillVariable(
  { stage, holes }: Extract<StageTemplate, { kind: 'filled' }>,
  { name, filling, parent }: Parented,
): Document[] {
  const values = new Map<string, unknown>()
  for (const [variable, hole] of holes) {
    const value = readHole(hole, filling, parent)
    if (value !== ABSENT) values.set(variable, value)
  }
  const filled = fillVariables([stage], values)
  if (filled.kind === 'filled') return filled.stages
  const hole = holes.get(filled.name)
  const words = hole ? describeHole(hole) : 'A value'
  throw badInput(
    filled.kind === 'missing'
      ? `${words} of ${name} is needed. Give it a value.`
      : `${words} of ${name} can not be used: ${filled.why}`,
  )
}
