import type { Grant, Refusal } from '@sluice/contracts'
import { formatEtag, isSameEtag, readEtagCondition, readRawEtag, transcodeVersion } from '@sluice/documents'
import { type Answer, bytes, notModified, type Shortcut } from '@sluice/service-kit'
import { etagHeaders } from '../answer-document.ts'
import { refuseStoreError } from '../collection-request.ts'
import type { DataDependencies } from '../dependencies.ts'
import { type DocumentTarget, readDocumentTarget } from '../domain/document-target.ts'
import { JSON_MEDIA_TYPE } from '../domain/json-mode.ts'
import { type DataPath, noDocument, readPlace } from '../domain/place.ts'

/** Paths of a document that have one reading: plain letters, and no query. Names of the service's own begin otherwise. */
const PATHS: Readonly<Record<DataDependencies['tier'], RegExp>> = {
  shared: /^\/(?<collection>[A-Za-z0-9][\w-]*)\/(?<id>[A-Za-z0-9][\w-]*)$/,
  dedicated: /^\/(?<db>[A-Za-z0-9][\w-]*)\/(?<collection>[A-Za-z0-9][\w-]*)\/(?<id>[A-Za-z0-9][\w-]*)$/,
}

const NO_QUERY = new URLSearchParams()

/**
 * `GET /<collection>/<id>` as nearly everybody sends it: a plain path without a query, for a caller who may see all of the
 * document. It answers as `getDocument` does, byte by byte.
 */
export function getPlainDocument({ store, db, tier }: DataDependencies): Shortcut {
  const path = PATHS[tier]
  return ({ request, grant, rawBody }) => {
    if (request.method !== 'GET' || rawBody.byteLength > 0 || !seesAll(grant)) return undefined
    const { id, ...names } = path.exec(request.target)?.groups ?? {}
    const place = id === undefined ? undefined : readOpenPlace(names, db)
    if (id === undefined || !place) return undefined
    const target = readDocumentTarget(place, id, NO_QUERY)
    if (target.kind === 'refuse') return undefined
    const read = () => store.collection(place.namespace).findRaw({ _id: target.id }, { limit: 1 })
    return answerRead(read, { place, target, known: request.header('if-none-match') })
  }
}

const seesAll = ({ isRoot, permission }: Grant): boolean => (permission ? permission.rules === null : isRoot)

/** Users and permissions have fields that nobody sees, and names of their own. */
function readOpenPlace(names: Readonly<Record<string, string>>, db: string): DataPath | undefined {
  const found = readPlace(names, db)
  return found.kind === 'place' && found.place.kind === 'open' ? found.place : undefined
}

type PlainReading = { place: DataPath; target: DocumentTarget; known: string | undefined }

async function answerRead(
  read: () => Promise<Uint8Array[]>,
  { place, target, known }: PlainReading,
): Promise<Answer | Refusal> {
  try {
    const [raw] = await read()
    return raw ? answerPlain(raw, known) : noDocument(place.path, target.text)
  } catch (error) {
    const refusal = refuseStoreError(error, 'GET')
    if (refusal) return refusal
    throw error
  }
}

function answerPlain(raw: Uint8Array, known: string | undefined): Answer {
  const condition = readEtagCondition(known)
  const told = condition && formatEtag({ _etag: readRawEtag(raw) }, '')
  if (told && isSameEtag(condition, told)) return notModified(etagHeaders(told))
  const { json, etag } = transcodeVersion(raw)
  return bytes(json, JSON_MEDIA_TYPE, { headers: etagHeaders(formatEtag({ _etag: etag }, '')) })
}
