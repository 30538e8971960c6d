import type { Document } from '@sluice/store'
import { checkNewApp } from '../check-app.ts'
import { draftApp } from '../domain/draft/draft-app.ts'
import { findJoinQuestions } from '../domain/draft/find-joins.ts'
import { shapeOfAll } from '../domain/draft/shape.ts'
import { appRules } from '../domain/reach.ts'

const rules = appRules({ tier: 'shared', db: 'sluice' })
type DraftedHoldings = Readonly<Record<string, readonly Document[]>>

/** Drafts with every join that the names allow. */
export function draft(collection: string, holdings: DraftedHoldings) {
  const shapes = new Map(Object.entries(holdings).map(([name, documents]) => [name, shapeOfAll(documents)]))
  const root = shapes.get(collection) ?? shapeOfAll([])
  const joins = findJoinQuestions(root, Object.keys(holdings)).map(question => ({
    ...question,
    collection: question.collections[0] ?? '',
  }))
  const isProtected = (name: string, field: string) => rules.isProtected({ db: 'sluice', collection: name }, field)
  return draftApp({ db: 'sluice', collection, shapes, joins, isProtected })
}

export const faultsOf = (app: object) => {
  const check = checkNewApp({ ...app }, rules)
  return check.kind === 'valid' ? [] : check.faults
}
