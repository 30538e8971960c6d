/** A field of a query and the command that it asks of the store, as `POST /gql-apps/<id>/explain` gives it. */
export type PlannedField = {
  path: string
  db?: string
  collection?: string
  how?: string
  filter?: unknown
  sort?: unknown
  limit?: number
  stages?: unknown
  sharing?: { kind: 'once' | 'batched' | 'each'; most?: number; shared?: boolean }
  error?: string
}

/** The way of a query, and the bounds that all of its commands have in common. */
export type PlanWay = {
  kind: string
  why?: string
  bounds: { documents: number; timeMs: number; commandsAtOnce: number }
  isCut?: boolean
}

const counted = (count: number): string => count.toLocaleString('en')

/** Says which way a query takes, and what keeps it from the shorter one. */
export function wayWords({ kind, why }: PlanWay): string {
  if (kind === 'flat') return 'Flat: the answer is copied out of the stored bytes.'
  const general = 'General: documents are decoded, and the answer is written from them.'
  return why ? `${general} Not flat because of: ${why.replaceAll('-', ' ')}.` : general
}

/** Says what all commands of a query together may come to. */
export const boundsWords = ({ bounds, isCut }: PlanWay): string => {
  const { documents, timeMs, commandsAtOnce } = bounds
  const most = `At most ${counted(documents)} documents in ${counted(timeMs)} ms, ${counted(commandsAtOnce)} commands at once.`
  return isCut ? `${most} More fields than these ask the store.` : most
}

/** A command that was sent to the store. `index`: null where all documents are looked at. */
export type SentCommand = {
  db?: string
  collection?: string
  how?: string
  filter?: unknown
  documents: number | null
  ms: number | null
  index: string | null
}

/** Says how often a field asks the store. */
export function sharingWords({ sharing }: PlannedField): string {
  if (sharing === undefined || sharing.kind === 'once') return 'once'
  if (sharing.kind === 'batched') return `one query for up to ${(sharing.most ?? 0).toLocaleString('en')} parents`
  return sharing.shared ? 'one query for each different parent' : 'one query for each parent'
}

/** The commands of one collection that looked by the same index, summed up. */
export type CommandSum = {
  name: string
  commands: number
  documents: number
  ms: number
  index: string | null
  /** The fields that were looked by, where no index served. */
  unserved: readonly string[]
}

/** Sums up what was sent, in the order in which it was sent first. */
export function sumCommands(commands: readonly SentCommand[]): readonly CommandSum[] {
  const sums = new Map<string, CommandSum>()
  for (const command of commands) {
    const { db = '', collection = '', documents, ms, index } = command
    const fields = filterFields(command.filter)
    const name = `${db}.${collection}`
    const key = JSON.stringify([name, index, fields])
    const sum = sums.get(key) ?? {
      name,
      commands: 0,
      documents: 0,
      ms: 0,
      index,
      unserved: index === null ? fields : [],
    }
    sums.set(key, {
      ...sum,
      commands: sum.commands + 1,
      documents: sum.documents + (documents ?? 0),
      ms: sum.ms + (ms ?? 0),
    })
  }
  return [...sums.values()]
}

const filterFields = (filter: unknown): readonly string[] =>
  typeof filter === 'object' && filter !== null ? Object.keys(filter).filter(name => !name.startsWith('$')) : []
