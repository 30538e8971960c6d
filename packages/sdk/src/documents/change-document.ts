import { isSluiceError, SluiceError } from '../errors.ts'
import type { Call, CallOptions, Reply } from '../http/call.ts'
import { errorFields, errorOf, isNotFound } from '../http/problem.ts'
import type { CollectionCalls, DocumentAddress } from './collection-calls.ts'
import type { IdType } from './document-path.ts'
import type { DocumentBody, DocumentPatch, NewDocument, StoredDocument, WireId } from './document-types.ts'
import { holdsPatch, holdsReplacement } from './holds-patch.ts'
import { newObjectId } from './wire-values.ts'

/**
 * A document with its version, which `ifMatch` takes. A document that another program wrote has none: then `etag` is
 * `"none"`, which holds until Sluice writes it.
 */
export type VersionedDocument<T> = { document: StoredDocument<T>; etag: string }

export type DocumentOptions = CallOptions & {
  /** `STRING`: an id that looks like an ObjectId is a text. */
  idType?: IdType | undefined
}

export type ChangeOptions = DocumentOptions & {
  /** The write happens only where this is still the version; else it is 412 `PRECONDITION_FAILED`. */
  ifMatch?: string | undefined
  /** It says what happens to an id that is there, and to one that is not. It needs `allowWriteMode`. */
  writeMode?: 'insert' | 'update' | 'upsert' | undefined
}

export type InsertOptions = CallOptions & {
  /**
   * `client` (the default): a document without an `_id` gets a fresh ObjectId before it is sent, so that it may be sent
   * again. `server`: it does not, for permissions that let no `_id` through.
   */
  ids?: 'client' | 'server' | undefined
  writeMode?: 'insert' | 'update' | 'upsert' | undefined
}

/** `update` reads so often at most when somebody else was faster. */
const UPDATE_ATTEMPTS = 5

/** A function that makes a change of a document from the document as it is now. */
export type DocumentUpdate<T> = (
  document: StoredDocument<T>,
) => DocumentPatch<T> | undefined | Promise<DocumentPatch<T> | undefined>

export type DocumentChanges<T> = {
  /** @throws SluiceError `NOT_FOUND` */
  get(id: WireId, options?: DocumentOptions): Promise<VersionedDocument<T>>
  /** Stores a new document. It may be sent again without a second one being made: see `ids` of the options. */
  insert(document: NewDocument<T>, options?: InsertOptions): Promise<VersionedDocument<T>>
  /** Sets fields, dotted ones too, or applies update operators. It is repeated safely with `ifMatch`. */
  patch(id: WireId, changes: DocumentPatch<T>, options?: ChangeOptions): Promise<VersionedDocument<T>>
  replace(id: WireId, document: DocumentBody<T>, options?: ChangeOptions): Promise<VersionedDocument<T>>
  /** Deletes a document. One that is gone on a later attempt was deleted by the attempt before. */
  delete(id: WireId, options?: DocumentOptions & Pick<ChangeOptions, 'ifMatch'>): Promise<void>
  /**
   * Reads a document, asks for the change and makes it, unless somebody else was faster: then all of it again, five
   * times at most. @param change gives what `patch` takes, or undefined to change nothing
   */
  update(id: WireId, change: DocumentUpdate<T>, options?: DocumentOptions): Promise<VersionedDocument<T>>
}

export function createDocumentChanges<T>(calls: CollectionCalls): DocumentChanges<T> {
  const { get, patch, replace } = idempotentCalls<T>(calls)
  return {
    get,
    patch,
    replace,
    insert: (document, options = {}) => insert<T>(calls, document, options),
    async delete(id, options = {}) {
      await calls.ask(calls.callDocument('DELETE', addressOf(id, options), options))
    },
    async update(id, change, options = {}) {
      for (let attempt = 1; ; attempt += 1) {
        const read = await get(id, options)
        const changes = await change(read.document)
        if (changes === undefined) return read
        try {
          return await patch(id, changes, { ...options, ifMatch: read.etag })
        } catch (error) {
          if (attempt === UPDATE_ATTEMPTS || !isOvertaken(error)) throw error
        }
      }
    },
  }
}

const readVersioned = <T>(calls: CollectionCalls, call: Call, reply: Reply): VersionedDocument<T> => ({
  document: calls.parse(call, reply),
  etag: reply.headers.get('etag') ?? '"none"',
})

async function insert<T>(
  calls: CollectionCalls,
  document: NewDocument<T>,
  options: InsertOptions,
): Promise<VersionedDocument<T>> {
  const own = ownIdOf(document, options)
  const body = own === undefined ? document : { _id: own, ...document }
  const { signal, timeoutMs, writeMode } = options
  const repeat = own === undefined ? 'refused-only' : 'idempotent'
  const call = calls.call('POST /{collection}', '', { query: { wm: writeMode }, body, signal, timeoutMs, repeat })
  const reply = await calls.send(call)
  if (reply.status < 300) return readVersioned(calls, call, reply)
  if (own === undefined || reply.status !== 409 || !reply.isAfterLostAnswer) throw errorOf(call, reply)

  // Nobody else has the fresh id: what is stored under it is what the attempt before has stored.
  const read = readBack(calls.callDocument('GET', { id: own }, { signal, timeoutMs }), reply)
  const found = await calls.send(read)
  if (found.status === 200) return readVersioned(calls, read, found)
  throw new SluiceError(errorFields(call, reply, isNotFound(found) ? 'refused' : 'unknown'))
}

/** Calls that may be made twice: where the second time finds another version, what it finds tells what happened. */
function idempotentCalls<T>(calls: CollectionCalls) {
  async function get(id: WireId, options: DocumentOptions = {}): Promise<VersionedDocument<T>> {
    const call = calls.callDocument('GET', addressOf(id, options), options)
    return readVersioned(calls, call, await calls.ask(call))
  }

  async function change(method: 'PATCH' | 'PUT', { id, body }: { id: WireId; body: unknown }, options: ChangeOptions) {
    const call = calls.callDocument(method, addressOf(id, options), { ...partsOf(options), body })
    const reply = await calls.send(call)
    if (reply.status < 300) return readVersioned<T>(calls, call, reply)
    if (reply.status !== 412 || !reply.isAfterLostAnswer) throw errorOf(call, reply)

    // The version is gone that the change was for: where the document has what was sent, the attempt before has done it.
    const read = readBack(calls.callDocument('GET', addressOf(id, options), options), reply)
    const found = await calls.send(read)
    if (found.status !== 200) throw errorOf(call, reply)
    const isMade = method === 'PUT' ? holdsReplacement : holdsPatch
    if (!isMade(calls.parseWire(read, found), body)) throw errorOf(call, reply)
    return readVersioned<T>(calls, read, found)
  }

  return {
    get,
    patch: (id: WireId, changes: DocumentPatch<T>, options: ChangeOptions = {}) =>
      change('PATCH', { id, body: changes }, options),
    replace: (id: WireId, document: DocumentBody<T>, options: ChangeOptions = {}) =>
      change('PUT', { id, body: document }, options),
  }
}

const addressOf = (id: WireId, { idType }: DocumentOptions): DocumentAddress => ({ id, idType })

/** Asks what became of a change within what its call has left. */
const readBack = (call: Call, { remainingMs }: Reply): Call => ({ ...call, readBackWithinMs: remainingMs })

const partsOf = ({ ifMatch, writeMode, signal, timeoutMs }: ChangeOptions) => ({
  ifMatch,
  query: { wm: writeMode },
  signal,
  timeoutMs,
})

/** @returns the fresh id of a document, or undefined where it has an id, or is to get none here */
function ownIdOf(document: object, { ids, writeMode }: InsertOptions): WireId | undefined {
  const isOwn = ids !== 'server' && (writeMode ?? 'insert') === 'insert' && !('_id' in document)
  return isOwn ? newObjectId() : undefined
}

/** Says whether somebody else was faster. A change that may have been made already is not made once more. */
const isOvertaken = (error: unknown): boolean =>
  isSluiceError(error, 'PRECONDITION_FAILED') && error.outcome === 'refused'
