import GitHubSlugger from 'github-slugger'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { toString as textOf } from 'mdast-util-to-string'

/** A part of a page, from a heading to the next one. */
export type ManualSection = {
  page: string
  pageTitle: string
  /** The anchor of its heading; undefined of what stands above the second heading. */
  at: string | undefined
  title: string
  text: string
}

/** What stands between the cells of a table, which is text where it is only looked for. */
const RULES_OF_TABLES = /\s*\|[\s|:-]*/g

/** Splits a page into its sections. Anchors are those that the page gets when it is shown. */
export function manualSections(page: string, markdown: string): ManualSection[] {
  const slugs = new GitHubSlugger()
  const sections: ManualSection[] = []
  let pageTitle = page
  for (const node of fromMarkdown(markdown).children) {
    const text = textOf(node)
    const current = sections.at(-1)
    if (node.type === 'heading') {
      const at = slugs.slug(text)
      const isFirst = current === undefined
      if (isFirst) pageTitle = text
      sections.push({ page, pageTitle, at: isFirst ? undefined : at, title: text, text: '' })
    } else if (current) current.text += `${text.replaceAll(RULES_OF_TABLES, ' ')}\n`
  }
  return sections
}

/** Gives the title of a page, and its text without it. */
export function splitTitle(page: string, markdown: string): { title: string; text: string } {
  const title = /^# (.*)\n/.exec(markdown)
  return title?.[1] ? { title: title[1], text: markdown.slice(title[0].length) } : { title: page, text: markdown }
}
