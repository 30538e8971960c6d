import type { Document } from '@sluice/store'
import type { Clause, FilterTemplate } from './filter-template.ts'
import type { ArgumentHole, Hole, ParentHole } from './hole.ts'

/** A stage of an aggregation compiled at save: what it is comes from the mapping, holes are values in it. */
export type StageTemplate =
  | { kind: 'fixed'; stage: Document }
  | { kind: 'match'; find: FilterTemplate }
  | { kind: 'count'; operator: '$limit' | '$skip'; hole: ArgumentHole }
  /** Holes stand as variables, by name. */
  | { kind: 'filled'; stage: Document; holes: ReadonlyMap<string, Hole> }
  /** `$ifarg`: one stage where all these arguments are given, else the other. */
  | { kind: 'conditional'; given: readonly ArgumentHole[]; then: StageTemplates; otherwise: StageTemplates }

export type StageTemplates = readonly StageTemplate[]

/** Lists the holes of stages that read stored documents of the level above. */
export const parentHolesOfStages = (templates: StageTemplates): readonly ParentHole[] =>
  templates.flatMap(parentHolesOfStage)

function parentHolesOfStage(template: StageTemplate): readonly ParentHole[] {
  switch (template.kind) {
    case 'fixed':
    case 'count':
      return []
    case 'match':
      return parentHoles(template.find)
    case 'filled':
      return [...template.holes.values()].filter(hole => hole.kind === 'fk')
    case 'conditional':
      return [...parentHolesOfStages(template.then), ...parentHolesOfStages(template.otherwise)]
  }
}

/** Lists the holes of a filter that read stored documents of the level above. */
export const parentHoles = (find: FilterTemplate): readonly ParentHole[] =>
  find.flatMap((clause: Clause): readonly ParentHole[] => {
    if (clause.kind === 'fixed') return []
    if (clause.kind === 'logical') return clause.branches.flatMap(parentHoles)
    return clause.hole.kind === 'fk' ? [clause.hole] : []
  })
