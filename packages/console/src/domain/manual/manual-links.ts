/** Where a link of a page of the manual leads: to another place of it, to another site, or to what a browser can't show. */
export type ManualLink =
  | { kind: 'place'; page: string; at: string | undefined }
  | { kind: 'outside'; href: string }
  | { kind: 'unshown' }

/** The name of the page that is the map of all others. */
export const MAP_PAGE = 'README'

const ROOT = '/docs/'

/**
 * Gives the place of a link as it stands in Markdown.
 * @param from the page that it stands on, as `reference/keys`
 * @param pages the names of all pages
 */
export function readManualLink(href: string, from: string, pages: ReadonlySet<string>): ManualLink {
  if (/^https?:\/\//.test(href)) return { kind: 'outside', href }
  if (/^[a-z][a-z\d+.-]*:/i.test(href) || href.startsWith('/')) return { kind: 'unshown' }
  const { pathname, hash } = new URL(href, `file://${ROOT}${from}.md`)
  if (!pathname.startsWith(ROOT)) return { kind: 'unshown' }
  const at = hash === '' ? undefined : decodeURIComponent(hash.slice(1))
  const name = decodeURIComponent(pathname.slice(ROOT.length)).replace(/\.md$/, '')
  const page = [name, `${name.replace(/\/$/, '')}/README`].find(each => pages.has(each))
  return page === undefined ? { kind: 'unshown' } : { kind: 'place', page, at }
}
