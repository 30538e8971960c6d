import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { MAP_PAGE } from '../../domain/manual/manual-links.ts'
import { splitTitle } from '../../domain/manual/manual-sections.ts'
import { SearchField } from '../../parts/form/search-field.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty } from '../../parts/states/empty.tsx'
import { findSections } from './find-sections.ts'
import styles from './manual.module.css'
import { ManualText } from './manual-text.tsx'
import { MANUAL } from './manual-texts.ts'

const route = getRouteApi('/manual')

const TRAIL = [
  <Link key="map" to="/manual">
    Manual
  </Link>,
]

/** The map of the manual, a page of it, or what was found in all of them. */
export function ManualView() {
  const { page = MAP_PAGE, at, q = '' } = route.useSearch()
  const navigate = useNavigate()
  const isMap = page === MAP_PAGE && q === ''
  return (
    <>
      <PageHead title={q === '' ? titleOf(page) : `“${q}” in the manual`} {...(!isMap && { trail: TRAIL })} />
      <div className={styles.search}>
        <SearchField
          label="Search the manual"
          placeholder="Search the manual"
          value={q}
          onChange={words => void navigate({ to: '/manual', search: words ? { q: words } : {}, replace: q !== '' })}
        />
      </div>
      {q === '' ? <Page page={page} at={at} /> : <Found words={q} />}
    </>
  )
}

function titleOf(page: string): string {
  const text = MANUAL.get(page)
  return page === MAP_PAGE ? 'Manual' : text === undefined ? 'Not found' : splitTitle(page, text).title
}

function Page({ page, at }: { page: string; at: string | undefined }) {
  const text = MANUAL.get(page)
  if (text === undefined)
    return <NoSuch title="The manual has no such page" text="It may be a page of another version." />
  return <ManualText key={page} page={page} text={splitTitle(page, text).text} at={at} />
}

const SHOWN_CHARACTERS = 300

function Found({ words }: { words: string }) {
  const sections = findSections(words)
  if (sections.length === 0) {
    return <NoSuch title="Nothing in the manual has these words" text="Try fewer of them, or the map of all pages." />
  }
  return (
    <ol className={styles.found} aria-label="Sections of the manual">
      {sections.map(({ page, pageTitle, at, title, text }) => (
        <li key={`${page}#${at}`}>
          <Link to="/manual" search={{ page, ...(at !== undefined && { at }) }}>
            {title}
          </Link>
          {title !== pageTitle && <span className="small quiet"> {pageTitle}</span>}
          <p>{text.slice(0, SHOWN_CHARACTERS)}</p>
        </li>
      ))}
    </ol>
  )
}

const NoSuch = ({ title, text }: { title: string; text: string }) => (
  <Empty title={title} text={text}>
    <Link to="/manual">Go to its map</Link>
  </Empty>
)
