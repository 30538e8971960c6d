import { createHash } from 'node:crypto'
import type { FieldError } from '@sluice/contracts'
import { GraphQLError } from 'graphql'
import type { CompiledApp } from '../model/app-model.ts'
import { prepareDocument } from './prepare-document.ts'

const MAX_DOCUMENTS = 1000
const MAX_BYTES = 1024 * 1024
const HASH = /^[0-9a-f]{64}$/

/** SHA-256 of a query text as UTF-8, in lower-case hex: how Apollo and Relay name persisted documents. */
export const hashDocument = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The version of an app's trusted documents as an ETag names it: the same ones have the same, in whichever order. */
export const versionOfDocuments = (documents: Readonly<Record<string, string>>): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(documents).toSorted(([one], [other]) => (one < other ? -1 : 1))))
    .digest('hex')

/** What is wrong with the number and size of `{"<sha256>": "<document>"}`; before that holds, no document is looked at. */
export function faultsOfSize(documents: Readonly<Record<string, unknown>>): FieldError[] {
  const texts = Object.values(documents)
  const bytes = texts.reduce<number>((total, text) => total + Buffer.byteLength(String(text)), 0)
  const faults: FieldError[] = []
  if (texts.length > MAX_DOCUMENTS) {
    faults.push({ path: '', message: `There are ${texts.length} documents; ${MAX_DOCUMENTS} is the most.` })
  }
  if (bytes > MAX_BYTES) {
    faults.push({ path: '', message: `The documents have ${bytes} bytes together; ${MAX_BYTES} is the most.` })
  }
  return faults
}

/** What is wrong with one of them: its hash, and what the app would say of the text when it is sent. */
export function faultsOfDocument(app: CompiledApp, hash: string, text: unknown): FieldError[] {
  if (typeof text !== 'string') return [{ path: hash, message: 'A document is the text of a query.' }]
  const prepared = prepareDocument(app, text)
  const ofText = prepared.kind === 'ready' ? [] : prepared.errors.map(error => faultOf(hash, error))
  return [...faultsOfHash(hash, text), ...ofText]
}

function faultsOfHash(hash: string, text: string): FieldError[] {
  const own = hashDocument(text)
  if (hash === own) return []
  const message = HASH.test(hash)
    ? `The document's SHA-256 is another: ${own}.`
    : `The key is no SHA-256 in lower-case hex. The document's is ${own}.`
  return [{ path: hash, message }]
}

function faultOf(path: string, { message, locations }: GraphQLError): FieldError {
  const [at] = locations ?? []
  if (!at) return { path, message }
  return { path, message: `${message} (line ${at.line}, column ${at.column})`, line: at.line, column: at.column }
}

/** The documents that an app knows by their hash, and whether it runs no others. */
export type DocumentPolicy = { trustedOnly: boolean; textOf(hash: string): string | undefined }

type Choice = { kind: 'document'; text: string } | { kind: 'refused'; error: GraphQLError }

type NamedDocument = { query: string | undefined; hash: string | undefined }

/** The text that a request names: by itself, by its hash, or both. */
export function chooseDocument(policy: DocumentPolicy, { query, hash }: NamedDocument): Choice {
  if (query === undefined) return chooseByHash(policy, hash ?? '')
  if (hash === undefined && !policy.trustedOnly) return { kind: 'document', text: query }
  const own = hashDocument(query)
  const isOther = hash !== undefined && hash !== own
  if (policy.trustedOnly) return isOther ? refused(NOT_TRUSTED) : chooseByHash(policy, own)
  return isOther ? refused(OTHER_HASH) : { kind: 'document', text: query }
}

function chooseByHash({ trustedOnly, textOf }: DocumentPolicy, hash: string): Choice {
  const text = textOf(hash)
  if (text !== undefined) return { kind: 'document', text }
  return refused(trustedOnly ? NOT_TRUSTED : NOT_FOUND)
}

type Reason = { message: string; code: string }

const NOT_TRUSTED: Reason = {
  message: 'This app runs documents that are registered with it, and no others. Register this one, or send another.',
  code: 'DOCUMENT_NOT_TRUSTED',
}
const OTHER_HASH: Reason = { message: 'The hash is not that of the query.', code: 'BAD_USER_INPUT' }
/** Code and message are those that clients with automatic persisted queries wait for; they send the text then. */
const NOT_FOUND: Reason = { message: 'PersistedQueryNotFound', code: 'PERSISTED_QUERY_NOT_FOUND' }

const refused = ({ message, code }: Reason): Choice => ({
  kind: 'refused',
  error: new GraphQLError(message, { extensions: { code } }),
})
