import type { MongoClient } from 'mongodb'

/** What one run of a tool is asked for, and the server that it is connected to. */
export type ToolTask = {
  client: MongoClient
  db?: string
  collection?: string
  /** A file; `-` is standard output. */
  archive?: string
  out?: string
  file?: string
  mode?: string
  gzip: boolean
  oplog: boolean
  oplogReplay: boolean
  dryRun: boolean
  drop: boolean
  nsExclude: readonly string[]
}

/** A tool can't do what it is asked for. */
export class ToolError extends Error {
  override name = 'ToolError'
}

export const log = (line: string): void => void process.stderr.write(`${new Date().toISOString()}\t${line}\n`)

export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
