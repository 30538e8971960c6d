export type ReadTrustedFile = { kind: 'documents'; texts: readonly string[] } | { kind: 'refused'; reason: string }

const REFUSED: ReadTrustedFile = {
  kind: 'refused',
  reason: 'The file is to hold JSON: a list of documents, or an object with documents as its values.',
}

/** Reads documents from a file: a list of texts, or the object that build tools of clients write, with hashes as names. */
export function readTrustedFile(file: string): ReadTrustedFile {
  const read = parsed(file)
  if (typeof read !== 'object' || read === null) return REFUSED
  const texts = Object.values(read)
  return texts.length > 0 && texts.every(text => typeof text === 'string') ? { kind: 'documents', texts } : REFUSED
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
