import { readFileSync } from 'node:fs'
import { type ReadyTemplate, readyTemplate } from '@sluice/contracts'
import { z } from 'zod'

const FOLDER = new URL('../../templates/', import.meta.url)
const entry = readyTemplate.omit({ template: true }).extend({ file: z.string() })

const read = (file: string) => readFileSync(new URL(file, FOLDER), 'utf8')

/** The templates that come with the service, from its folder `templates`. */
export const readReadyTemplates = (): ReadyTemplate[] =>
  z
    .array(entry)
    .parse(JSON.parse(read('index.json')))
    .map(({ file, ...about }) => ({ ...about, template: read(file) }))
