import type { AppDocument } from '@sluice/contracts'
import type { CompiledApp } from './domain/model/app-model.ts'
import { estimateAppSize, estimatePreparedSize } from './domain/model/estimate-size.ts'
import { type PreparedDocument, prepareDocument } from './domain/plan/prepare-document.ts'
import type { DocumentPolicy } from './domain/plan/trusted-documents.ts'
import type { TrustedDocuments } from './ports/app-store.ts'
import { createWeightedCache } from './weighted-cache.ts'

/** An app that answers: compiled, with its prepared documents. */
export type LoadedApp = {
  app: CompiledApp
  /** How requests may come, besides one query by POST. */
  http: { get: boolean; httpBatching: boolean }
  documents: DocumentPolicy
  prepare(text: string): PreparedDocument
  /** Bytes of memory that it holds by now, by estimate. */
  size(): number
}

type LoadedAppInput = {
  app: CompiledApp
  descriptor: AppDocument['descriptor']
  documents: TrustedDocuments
}

/** Characters of query text that one app keeps prepared. */
const MAX_PREPARED_TEXT = 250_000

/** @param onGrown told whenever its size has changed */
export function createServedApp({ app, descriptor, documents }: LoadedAppInput, onGrown: () => void): LoadedApp {
  const texts = new Map(Object.entries(documents))
  const ownSize = estimateAppSize(app) + sizeOfTexts(texts)
  const prepared = createWeightedCache<PreparedDocument>(MAX_PREPARED_TEXT, (_, text) => text.length)
  return {
    app,
    http: { get: descriptor.get ?? false, httpBatching: descriptor.httpBatching ?? false },
    documents: { trustedOnly: descriptor.documents === 'trusted', textOf: hash => texts.get(hash) },
    prepare(text) {
      const known = prepared.get(text)
      if (known) return known
      const made = prepareDocument(app, text)
      prepared.set(text, made)
      onGrown()
      return made
    },
    size: () => ownSize + estimatePreparedSize(prepared.calculatedSize),
  }
}

function sizeOfTexts(texts: ReadonlyMap<string, string>): number {
  let size = 0
  for (const [hash, text] of texts) size += hash.length + text.length
  return size
}
