import { type ResourceTemplateType, UriTemplate } from '@modelcontextprotocol/server'
import { errorCatalogue, errorCode, problemDocument, refuse } from '@sluice/contracts'

const TEMPLATE = new UriTemplate('sluice://errors/{code}')

/** The form of the addresses of errors, which everybody may read. */
export const ERROR_TEMPLATE: ResourceTemplateType = {
  uriTemplate: String(TEMPLATE),
  name: 'error',
  title: 'What a code of an error means',
  mimeType: 'application/json',
}

/** What is known of an error by its code. */
type ToldError = { code: string; status: number; title: string; mayBeRepeated: boolean; see: string }

/** @returns undefined where the address is not that of an error of the catalogue */
export function readError(uri: string): ToldError | undefined {
  const read = errorCode.safeParse(TEMPLATE.match(uri)?.code)
  if (!read.success) return undefined
  const { type, status, title } = problemDocument(refuse(read.data, ''), '')
  return { code: read.data, status, title, mayBeRepeated: errorCatalogue[read.data].isRetriable, see: type }
}

/** The codes of the catalogue. */
export const errorCodes = (): readonly string[] => Object.keys(errorCatalogue)
