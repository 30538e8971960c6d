/** A document of a file, as its text, with the line that it begins at. */
export type ImportItem = { line: number; text: string }

/** Takes the text of a file piece by piece, and gives the documents that have become whole. */
export type ImportReader = {
  push(piece: string): ImportItem[]
  /** Gives what is left when the file has ended. */
  end(): ImportItem[]
}

/** A document of a file is longer than any document may be. */
export class ImportItemTooLongError extends Error {
  override name = 'ImportItemTooLongError'
}

/** The API takes no longer body. */
const LONGEST = 16 * 1024 * 1024
const BEGIN = /[^\s\uFEFF]/
const BLANK = ' \n\r\t'

/** Reads JSON lines, or one JSON array: its first sign says which. No more than one document is kept at a time. */
export function createImportReader(): ImportReader {
  let reader: ImportReader | undefined
  let before = ''
  return {
    push(piece) {
      if (reader) return reader.push(piece)
      before += piece
      const sign = BEGIN.exec(before)?.[0]
      if (sign === undefined) return []
      reader = sign === '[' ? createArrayReader() : createLineReader()
      return reader.push(before.replace(/^\uFEFF/, ''))
    },
    end: () => reader?.end() ?? [],
  }
}

function createLineReader(): ImportReader {
  let rest = ''
  let line = 1
  const itemOf = (text: string): ImportItem[] => {
    const at = line
    line += 1
    const kept = text.trim()
    return kept === '' ? [] : [{ line: at, text: kept }]
  }
  return {
    push(piece) {
      const lines = (rest + piece).split('\n')
      rest = checkLength(lines.pop() ?? '', line)
      return lines.flatMap(itemOf)
    },
    end() {
      const last = itemOf(rest)
      rest = ''
      return last
    },
  }
}

function checkLength(text: string, line: number): string {
  if (text.length <= LONGEST) return text
  throw new ImportItemTooLongError(`The document at line ${line} is longer than 16 MB, which no document may be.`)
}

type ArrayPlace = {
  line: number
  /** How many brackets are open, that of the array counted. */
  depth: number
  inText: boolean
  isEscaped: boolean
}

/** Splits an array at the commas that stand in nothing else. */
function createArrayReader(): ImportReader {
  const place: ArrayPlace = { line: 1, depth: 0, inText: false, isEscaped: false }
  let item = ''
  let begunAt = 1
  let isBegun = false
  const take = (): ImportItem[] => {
    const text = item.trim()
    item = ''
    isBegun = false
    return text === '' ? [] : [{ line: begunAt, text }]
  }
  return {
    push(piece) {
      const found: ImportItem[] = []
      let from = 0
      for (let at = 0; at < piece.length; at += 1) {
        const sign = piece[at] ?? ''
        if (isBorderOf(place, sign)) {
          item += piece.slice(from, at)
          found.push(...take())
          from = at + 1
        } else if (!isBegun && !BLANK.includes(sign)) {
          isBegun = true
          begunAt = place.line
        }
        move(place, sign)
      }
      item = checkLength(item + piece.slice(from), begunAt)
      return found
    },
    end: take,
  }
}

/** The brackets of the array itself, and the commas between its documents. */
const isBorderOf = ({ depth, inText }: ArrayPlace, sign: string): boolean => {
  if (inText) return false
  return (depth === 0 && sign === '[') || (depth === 1 && (sign === ',' || sign === ']'))
}

function move(place: ArrayPlace, sign: string): void {
  if (sign === '\n') place.line += 1
  if (place.inText) moveInText(place, sign)
  else if (sign === '"') place.inText = true
  else if (sign === '{' || sign === '[') place.depth += 1
  else if (sign === '}' || sign === ']') place.depth -= 1
}

function moveInText(place: ArrayPlace, sign: string): void {
  if (place.isEscaped) place.isEscaped = false
  else if (sign === '\\') place.isEscaped = true
  else if (sign === '"') place.inText = false
}
