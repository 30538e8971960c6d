import type { Document } from '@sluice/store'
import type { z } from 'zod'

const MAX_FIELDS = 5

/** A stored document that can't be read, as it is logged. `fields`: the names of those at fault, five at most. */
export type UnreadableDocument = { id: unknown; fields: readonly string[] }

export const describeUnreadable = ({ _id }: Document, { issues }: z.ZodError): UnreadableDocument => ({
  id: _id,
  fields: issues.slice(0, MAX_FIELDS).map(({ path }) => path.join('.')),
})
