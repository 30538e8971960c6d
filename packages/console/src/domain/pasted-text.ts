/** What somebody has pasted: a secret, which is looked for nowhere; an id that Sluice has made; or the name of something. */
export type PastedText = { kind: 'secret'; secret: string } | { kind: 'id'; id: string } | { kind: 'name' }

/** API keys and sessions. */
const SECRET = /\bsl[ks]_[\w-]{8,}/
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function readPasted(text: string): PastedText {
  const secret = SECRET.exec(text)?.[0]
  if (secret !== undefined) return { kind: 'secret', secret }
  const id = text.trim()
  return ID.test(id) ? { kind: 'id', id: id.toLowerCase() } : { kind: 'name' }
}

/** The time that an id holds, epoch ms. */
export const timeOfId = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
