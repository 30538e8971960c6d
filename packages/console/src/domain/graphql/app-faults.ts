import { jsonPlace, type TextPlace } from './json-place.ts'

/** A fault that the service finds in an app. `line`, `column`: in the schema, from 1. */
export type AppFault = { path: string; message: string; line?: number; column?: number }
export type AppTexts = { schema: string; mappings: string }

/** A fault with the editor that it belongs to, and the place there. */
export type PlacedFault = TextPlace & { where: 'schema' | 'mappings' | 'settings'; message: string }

const MAPPINGS = 'mappings'

/** Says for each fault in which editor it is shown, and where. @param texts as they stood when they were judged */
export const placeFaults = (faults: readonly AppFault[], texts: AppTexts): readonly PlacedFault[] =>
  faults.map(fault => placeFault(fault, texts))

function placeFault({ path, message, line = 1, column = 1 }: AppFault, texts: AppTexts): PlacedFault {
  const [first, ...rest] = path.split('.')
  if (first === MAPPINGS) return { where: MAPPINGS, message, ...jsonPlace(texts.mappings, rest.join('.')) }
  if (first === 'schema') return { where: 'schema', message: withoutPlace(message), line, column }
  return { where: 'settings', message: `${path}: ${message}`, line, column }
}

/** The place stands beside it. */
const withoutPlace = (message: string) => message.replace(/ \(line \d+, column \d+\)$/, '')
