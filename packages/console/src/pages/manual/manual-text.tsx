import { Link } from '@tanstack/react-router'
import { type ComponentProps, useEffect, useRef } from 'react'
import Markdown, { type Components } from 'react-markdown'
import rehypeSlug from 'rehype-slug'
import remarkGfm from 'remark-gfm'
import { readManualLink } from '../../domain/manual/manual-links.ts'
import styles from './manual.module.css'
import { MANUAL_PAGES } from './manual-texts.ts'

type ManualTextProps = {
  page: string
  /** In Markdown, without its title. */
  text: string
  /** The anchor of a heading that is brought into sight. */
  at: string | undefined
}

/** A page of the manual. What is wider than the page is scrolled by itself. */
export function ManualText({ page, text, at }: ManualTextProps) {
  const article = useRef<HTMLElement>(null)
  useEffect(() => {
    const heading = at && article.current?.querySelector(`[id="${CSS.escape(at)}"]`)
    if (heading) heading.scrollIntoView({ block: 'start' })
    else window.scrollTo(0, 0)
  }, [at])
  return (
    <article ref={article} className={styles.text}>
      <Markdown remarkPlugins={[remarkGfm]} rehypePlugins={[rehypeSlug]} components={partsOf(page)}>
        {text}
      </Markdown>
    </article>
  )
}

const partsOf = (page: string): Components => ({
  a: ({ href, children }) => <ManualLink href={href ?? ''} page={page} words={children} />,
  // Those of the manual show the console, in which one is.
  img: () => null,
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard.
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
  // A table of facts has no word over its first column, and a heading that says nothing is none.
  th: ({ children }) => (children ? <th>{children}</th> : <td />),
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard.
    <div className={styles.table} tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
})

type ManualLinkProps = { href: string; page: string; words: ComponentProps<'a'>['children'] }

function ManualLink({ href, page, words }: ManualLinkProps) {
  const link = readManualLink(href, page, MANUAL_PAGES)
  switch (link.kind) {
    case 'place':
      return (
        <Link to="/manual" search={{ page: link.page, ...(link.at !== undefined && { at: link.at }) }}>
          {words}
        </Link>
      )
    case 'outside':
      return (
        <a href={link.href} target="_blank" rel="noreferrer">
          {words}
        </a>
      )
    case 'unshown':
      return words
  }
}
