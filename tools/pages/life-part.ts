import { markdownTable } from './markdown.ts'

/** The life of a thing as its service has it: `moves` says into which state each event brings it from each state. */
export type TypedLife = {
  states: Readonly<Record<string, string>>
  events: Readonly<Record<string, string>>
  moves: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** The state that it begins in, where it has no state `none`. */
  first?: string
}

/** Writes a life as a drawing, with what its states and events mean. */
export function lifePart(life: TypedLife): string {
  return [
    drawing(life),
    '',
    markdownTable(['state', 'means'], rowsOf(life.states)),
    '',
    markdownTable(['event', 'means'], rowsOf(life.events)),
  ].join('\n')
}

const rowsOf = (words: TypedLife['states']): string[][] =>
  Object.entries(words).map(([word, meaning]) => [`\`${word}\``, meaning])

/** Draws one arrow for all events that lead from one state into the same other one; `none` is the start and the end. */
function drawing({ states, moves, first }: TypedLife): string {
  const arrows = Object.entries(moves).flatMap(([event, row]) =>
    Object.entries(row).flatMap(([from, to]) =>
      to in states ? [{ event, arrow: `${drawn(from)} --> ${drawn(to)}` }] : [],
    ),
  )
  const lines = [...Map.groupBy(arrows, ({ arrow }) => arrow)].map(
    ([arrow, same]) => `${arrow}: ${same.map(({ event }) => event).join(', ')}`,
  )
  const start = first === undefined ? [] : [`[*] --> ${first}`]
  return ['```mermaid', 'stateDiagram-v2', ...[...start, ...lines].map(line => `  ${line}`), '```'].join('\n')
}

const drawn = (state: string): string => (state === 'none' ? '[*]' : state)
