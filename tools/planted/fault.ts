export type CheckName =
  | 'check:console'
  | 'check:duplication'
  | 'check:format'
  | 'check:generated'
  | 'check:imports'
  | 'check:lint'
  | 'check:types'
  | 'check:unused'
  | 'house rules'
  | 'properties'

/** A file that is added, or a place of one that is there. */
export type PlantedText = { file: string; text: string } | { file: string; from: string; to: string }

/** A fault is caught when its check fails and one finding has all of these words in it. */
export type PlantedFault = {
  what: string
  check: CheckName
  plantings: readonly PlantedText[]
  finding: readonly string[]
}

/** A folder of `domain/` that is not there without planted faults. */
export const ROOM = 'services/keys/src/domain/planted'

/** The lines that `line` makes of 0 to `count` - 1. */
export const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n')
