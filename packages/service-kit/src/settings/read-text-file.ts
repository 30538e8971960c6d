import { readFileSync, statSync } from 'node:fs'

type TextReading = { kind: 'text'; text: string } | { kind: 'unreadable'; reason: string }

/** How a small file is read; tests bring texts of their own. */
export type ReadText = (path: string) => TextReading

/** No secret and no list of authorities is larger. */
const MAX_BYTES = 4 * 1024 * 1024

/** The text of a file without the white space around it. Nothing but a file is read: a pipe would hold up the process. */
export const readTextFile: ReadText = path => {
  try {
    const about = statSync(path)
    if (!about.isFile()) return unreadable(`${path} is no file`)
    if (about.size > MAX_BYTES) return unreadable(`${path} has more than ${MAX_BYTES} bytes`)
    const text = readFileSync(path, 'utf8').trim()
    return text === '' ? unreadable(`${path} is empty`) : { kind: 'text', text }
  } catch (error) {
    return unreadable(error instanceof Error ? error.message : String(error))
  }
}

const unreadable = (reason: string): TextReading => ({ kind: 'unreadable', reason })
