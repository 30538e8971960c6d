import type { Document } from '@sluice/store'
import { isWithin } from '../field-path.ts'
import { onlyFields, withoutFields } from './project-document.ts'
import type { Visibility } from './visibility.ts'

export type FieldProjection = Readonly<Record<string, 0 | 1>>

/** How the shown part of a document is had: what the client asked for, less what is out of sight. */
export type ProjectionPlan = {
  /** For the store; absent when it is to give everything. */
  fields?: FieldProjection
  /** Whether the store's answer can be sent as it is. */
  isExact: boolean
  /** Cuts a document to what is shown, whether the store has cut it already or not. */
  shape(document: Document): Document
}

/** @param keys as checked by `parseProjection`; undefined asks for everything */
export function planProjection(keys: FieldProjection | undefined, visibility: Visibility): ProjectionPlan {
  const asked = readKeys(keys)
  const fields = storeFields(asked, visibility)
  return {
    ...(Object.keys(fields).length > 0 ? { fields } : {}),
    isExact: isExact(asked, visibility),
    shape: document => shape(document, asked, visibility),
  }
}

type RequestedFields = { kind: 'all' | 'without' | 'only'; paths: readonly string[]; withId: boolean }

function readKeys(keys: FieldProjection = {}): RequestedFields {
  const paths = Object.keys(keys).filter(path => path !== '_id')
  const withId = keys._id !== 0
  if (paths.length === 0) {
    if (keys._id === 1) return { kind: 'only', paths: [], withId }
    return { kind: 'all', paths: [], withId }
  }
  return { kind: keys[paths[0] ?? ''] === 1 ? 'only' : 'without', paths, withId }
}

function storeFields(asked: RequestedFields, { hidden, only }: Visibility): FieldProjection {
  const withId = asked.withId && !hidden.includes('_id')
  const included = asked.kind === 'only' ? asked.paths : only
  if (included) return { ...(withId ? { _id: 1 } : { _id: 0 }), ...mark(included, 1) }
  return { ...(withId ? {} : { _id: 0 }), ...mark([...hidden, ...asked.paths], 0) }
}

/** Paths inside another one of the list add nothing, and a store refuses them. */
function mark(paths: readonly string[], value: 0 | 1): Record<string, 0 | 1> {
  const outermost = paths.filter(
    (path, index) =>
      path !== '_id' && !paths.some((other, at) => (other === path ? at < index : path.startsWith(`${other}.`))),
  )
  return Object.fromEntries(outermost.map(path => [path, value]))
}

function isExact(asked: RequestedFields, { hidden, only }: Visibility): boolean {
  const shown = asked.kind === 'only' ? asked.paths : only
  if (!shown) return true
  const showsHidden = hidden.some(path => path !== '_id' && shown.some(outer => isWithin(path, outer)))
  if (showsHidden || !only) return !showsHidden
  if (asked.kind === 'without') return false
  return (
    asked.kind === 'all' ||
    asked.paths.every(path => only.some(outer => path === outer || path.startsWith(`${outer}.`)))
  )
}

function shape(document: Document, asked: RequestedFields, { hidden, only }: Visibility): Document {
  const visible = withoutFields(only ? onlyFields(document, ['_id', ...only]) : document, hidden)
  const wanted = asked.kind === 'only' ? onlyFields(visible, ['_id', ...asked.paths]) : visible
  const excluded = asked.kind === 'without' ? asked.paths : []
  return withoutFields(wanted, asked.withId ? excluded : [...excluded, '_id'])
}
