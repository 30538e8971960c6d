import { z } from 'zod'

export const MANIFEST_FILE = 'console.json'
export const INDEX_FILE = 'index.html'

/** What a build has made: the media type of each file below `/console/`, by its name there, and what it was made of. */
export const consoleManifest = z.object({ stamp: z.string(), files: z.record(z.string(), z.string()) })
export type ConsoleManifest = z.infer<typeof consoleManifest>

/** The forms in which each file lies in the folder, by what a browser calls them. */
export const ENCODINGS = { br: '.br', gzip: '.gz', identity: '' } as const
export type FileEncoding = keyof typeof ENCODINGS
