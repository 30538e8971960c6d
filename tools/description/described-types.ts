import openapiTypes, { astToString } from 'openapi-typescript'
import type { ServedDescription } from './served-descriptions.ts'

/** What has a default may be left out where it is sent. */
const OPTIONS = { defaultNonNullable: false }

/** The types of every described operation, as the SDK has them. */
export async function describedTypes(description: ServedDescription): Promise<string> {
  return astToString(await openapiTypes(JSON.stringify(description), OPTIONS))
}
