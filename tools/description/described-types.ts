import openapiTypes, { astToString } from 'openapi-typescript'
import type { ServedDescription } from './served-descriptions.ts'

/** What has a default may be left out where it is sent; an object without described fields may have any. */
const OPTIONS = { defaultNonNullable: false, emptyObjectsUnknown: true }

/** The types of every described operation, as the SDK has them. */
export async function describedTypes(description: ServedDescription): Promise<string> {
  return astToString(await openapiTypes(JSON.stringify(description, withoutDiscriminators), OPTIONS))
}

/**
 * Leaves out what tells the forms of a schema apart, as their constants tell it already: openapi-typescript takes those away, and
 * gives whatever is made of the schema its own name as the constant.
 */
const withoutDiscriminators = (name: string, value: unknown): unknown =>
  name === 'discriminator' && typeof value === 'object' && value !== null && 'propertyName' in value ? undefined : value
