import { allOf } from '@sluice/documents'
import { bindQuery } from '../../domain/bind/bind-query.ts'
import { neededPaths } from '../../domain/bind/projection.ts'
import type { HoleCaller, Variables } from '../../domain/model/hole.ts'
import type { FlatCommand, FlatQuery } from '../../domain/plan/flat/flat-plan.ts'
import { notFlat } from '../../domain/plan/flat/not-flat.ts'
import type { CollectionRuling, Rulings } from '../../domain/rulings.ts'
import { projectionFor } from '../ask-store.ts'
import { ownLimit } from '../load-documents.ts'

export type FlatBinding = { rulings: Rulings; variables: Variables; caller: HoleCaller }

/** What a query asks of the store; made once where it is the same for every request. @throws NotFlatError */
export function commandOf(query: FlatQuery, binding: FlatBinding): FlatCommand {
  const ruling = binding.rulings(query.mapping)
  if (query.kept?.ruling === ruling) return query.kept.command
  const command = bindCommand(query, ruling, binding)
  if (query.isConstant) query.kept = { ruling, command }
  return command
}

/** Whoever sees less than everybody is answered by the general way, which says what he may not ask by. */
function bindCommand(query: FlatQuery, ruling: CollectionRuling, { variables, caller }: FlatBinding): FlatCommand {
  if (ruling.kind === 'refused' || ruling.isNarrow) return notFlat('The caller sees less than everybody.')
  const { field, mapping } = query
  const binding = bindQuery(field, mapping, { variables, caller, documentOf: parent => parent })
  if (binding.kind === 'failed' || 'stagesFor' in binding.query) return notFlat('An argument can not be used.')
  const { fields: projection, isExact } = projectionFor(neededPaths(field, mapping), ruling.visibility)
  if (!isExact) return notFlat('Something is hidden inside of what is selected.')
  const { sort, skip } = binding.query
  const { db, collection } = mapping
  const { readFilter } = ruling
  const limit = ownLimit(binding.query)
  const filter = binding.query.sharedFilter()
  const request = { db, collection, filter: allOf(filter, readFilter), sort, skip, limit, projection }
  return { filter, readFilter, request }
}
