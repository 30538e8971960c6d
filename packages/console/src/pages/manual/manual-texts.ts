import { manualSections } from '../../domain/manual/manual-sections.ts'

const FOLDER = '../../../../../docs/'
const TEXTS = import.meta.glob<string>(
  [
    '../../../../../docs/*.md',
    '../../../../../docs/{reference,how-to,runbook}/*.md',
    '!../../../../../docs/{performance,reliability,roadmap}.md',
  ],
  { query: '?raw', import: 'default', eager: true },
)

/** The pages of the manual in Markdown, by their names: those of `docs`, as they are in this version. */
export const MANUAL: ReadonlyMap<string, string> = new Map(
  Object.entries(TEXTS).map(([path, text]) => [path.slice(FOLDER.length).replace(/\.md$/, ''), text]),
)
export const MANUAL_PAGES: ReadonlySet<string> = new Set(MANUAL.keys())

/** All sections of all pages. */
export const readSections = () => [...MANUAL].flatMap(([page, text]) => manualSections(page, text))
