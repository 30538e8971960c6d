import { Search, X } from 'lucide-react'
import { type RefObject, useState } from 'react'
import type { DocumentQuery } from '../../domain/data/data-search.ts'
import {
  marksIn,
  marksOfRefusal,
  QUERY_FIELDS,
  type QueryTextMarks,
  type QueryTexts,
  queryOfTexts,
  textsOfQuery,
} from '../../domain/data/query-text.ts'
import { problemOf } from '../../http/problem.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { EditorField } from '../../parts/editor/editor-field.tsx'
import type { EditorHandle } from '../../parts/editor/editor-types.ts'
import { jsonLanguage } from '../../parts/editor/json-language.ts'
import styles from './documents.module.css'

type QueryCardProps = {
  query: DocumentQuery
  /** What the service says of this query. */
  error: unknown
  filterEditor: RefObject<EditorHandle | null>
  onFind(query: DocumentQuery): void
}

/** The filter, the sort and the fields by which documents are found. */
export function QueryCard({ query, error, filterEditor, onFind }: QueryCardProps) {
  const asked = textsOfQuery(query)
  const [texts, setTexts] = useState(asked)
  const [isHeld, setIsHeld] = useState(false)
  const [shown, setShown] = useState(query)
  if (shown !== query && JSON.stringify(shown) !== JSON.stringify(query)) {
    setShown(query)
    setTexts(asked)
  }
  const marks = shownMarks(texts, { asked, error })
  const isRefused = (name: keyof QueryTexts) => (isHeld || error !== undefined) && marks[name].length > 0
  const change = (next: Partial<QueryTexts>) => setTexts(old => Object.assign({}, old, next))
  const find = () => {
    const isWrong = QUERY_FIELDS.some(name => marksIn(texts)[name].length > 0)
    setIsHeld(isWrong)
    if (!isWrong) onFind(queryOfTexts(texts))
  }
  const fieldOf = (name: keyof QueryTexts, label: string) => ({
    label,
    value: texts[name],
    onChange: (text: string) => change({ [name]: text }),
    language: jsonLanguage,
    marks: marks[name],
    fault: isRefused(name) ? marks[name].map(({ message }) => message).join(' ') : undefined,
    onRun: find,
  })
  const isNarrow = QUERY_FIELDS.some(name => asked[name] !== '')
  return (
    <Card
      title="Find"
      actions={
        <>
          {isNarrow && (
            <Button icon={X} onClick={() => onFind({})}>
              Clear
            </Button>
          )}
          <Button icon={Search} onClick={find}>
            Find
          </Button>
        </>
      }
    >
      <div className={styles.query}>
        <EditorField {...fieldOf('filter', 'Filter')} lines={2} handle={filterEditor} foot="MongoDB’s operators" />
        <EditorField {...fieldOf('sort', 'Sort')} lines={2} foot="field, -field, or fields with 1 and -1" />
        <EditorField {...fieldOf('keys', 'Fields')} lines={2} foot="1: only these, 0: all but these" />
      </div>
    </Card>
  )
}

/** What is wrong with the texts as they are typed; where nothing is, what the service says of the same texts. */
function shownMarks(texts: QueryTexts, { asked, error }: { asked: QueryTexts; error: unknown }): QueryTextMarks {
  const typed = marksIn(texts)
  const isAsAsked = QUERY_FIELDS.every(name => texts[name].trim() === asked[name])
  const isFine = QUERY_FIELDS.every(name => typed[name].length === 0)
  return isFine && isAsAsked && error !== undefined ? marksOfRefusal(problemOf(error), texts) : typed
}
