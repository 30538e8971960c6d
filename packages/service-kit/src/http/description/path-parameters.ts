import { RESERVED_NAMES } from '@sluice/documents'
import { z } from 'zod'
import type { OpenApiObject } from './openapi-document.ts'

/** What parameters of paths mean that have one meaning wherever they stand; routes say it of others in `params`. */
export const pathParameterSchemas: Readonly<Record<string, z.ZodType>> = {
  collection: z.string().meta({ description: 'The name of a collection.' }),
  uri: z.string().meta({ description: 'The uri of an app. A slash in it stays a slash: %2F is refused.' }),
  db: z.string().meta({ description: 'The name of a database.' }),
}

/** System collections that are served as any collection is. */
const SERVED_AS_COLLECTIONS: ReadonlySet<string> = new Set(['acl', 'users'])

/** The names that the first segment of a path does not mean where it is a parameter: other paths begin with them. */
export const namesTaken = (path: string, parameter: string): OpenApiObject =>
  path.startsWith(`/:${parameter}`)
    ? { not: { enum: RESERVED_NAMES.filter(name => !SERVED_AS_COLLECTIONS.has(name)) } }
    : {}
