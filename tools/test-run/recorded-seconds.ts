import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { z } from 'zod'

const ROOT = join(import.meta.dirname, '../..')
const FILE = join(import.meta.dirname, 'seconds.recorded.json')
const recorded = z.record(z.string(), z.number())

type TimedFile = { path: string; tookMs: number }

/** How long each test file took when it was last recorded, in seconds, by its path in the repository; empty before that. */
export function readSeconds(): ReadonlyMap<string, number> {
  return new Map(existsSync(FILE) ? Object.entries(recorded.parse(JSON.parse(readFileSync(FILE, 'utf8')))) : [])
}

/** Replaces the record by the times of a whole run. @param files by their absolute paths */
export function recordSeconds(files: readonly TimedFile[]): void {
  const seconds = files
    .map(({ path, tookMs }): [string, number] => [toKey(path), Math.round(tookMs / 100) / 10])
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(seconds), null, 2)}\n`)
}

/** The name of a file in the record. @param path absolute */
export const toKey = (path: string): string => relative(ROOT, path)
