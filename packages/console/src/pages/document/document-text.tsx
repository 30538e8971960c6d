import { useRef } from 'react'
import { jsonPlace } from '../../domain/graphql/json-place.ts'
import { readJson } from '../../domain/json-text.ts'
import { problemOf } from '../../http/problem.ts'
import { EditorField } from '../../parts/editor/editor-field.tsx'
import type { EditorHandle, EditorMark } from '../../parts/editor/editor-types.ts'
import { jsonLanguage } from '../../parts/editor/json-language.ts'
import { MarkList } from '../../parts/editor/mark-list.tsx'
import { useNextMark } from '../../parts/editor/use-next-mark.ts'
import { FaultSummary } from '../../parts/states/fault-summary.tsx'
import styles from './document.module.css'

type DocumentTextProps = {
  text: string
  onChange(text: string): void
  onRun(): void
  /** It was not sent, as it is no document. */
  isHeld: boolean
  /** Why the service did not take it. */
  refusal: unknown
  /** The text that the service did not take. */
  refused: string | undefined
  failed: string
}

type MarkInText = EditorMark & { path: string }

/** The JSON of a document in an editor, with a mark at each place where something is wrong. */
export function DocumentText({ text, onChange, onRun, isHeld, refusal, refused, failed }: DocumentTextProps) {
  const editor = useRef<EditorHandle>(null)
  const marks = marksOf(text, text === refused ? refusal : undefined)
  const goTo = ({ line, column }: EditorMark) => editor.current?.goTo(line, column)
  useNextMark(marks, goTo)
  const isUnreadable = marks.some(({ path }) => path === '')
  return (
    <>
      {refusal !== undefined && <FaultSummary title={failed} error={refusal} />}
      <EditorField
        label="Document"
        value={text}
        onChange={onChange}
        language={jsonLanguage}
        lines={18}
        handle={editor}
        marks={marks}
        fault={isHeld && isUnreadable ? marks[0]?.message : undefined}
        onRun={onRun}
        foot={
          <>
            <span className={styles.size}>{text.length.toLocaleString()} characters</span>
            <span>
              {'{"$oid": …}, {"$date": …}, {"$numberDecimal": …}, {"$uuid": …}; 5 is an integer, 5.0 a double.'}
            </span>
          </>
        }
      />
      {marks.length > 0 && (
        <MarkList
          marks={marks.map((mark, at) => ({
            key: `${mark.path} ${at}`,
            place: mark.path || `Line ${mark.line}`,
            message: mark.message,
            onGo: () => goTo(mark),
          }))}
        />
      )}
    </>
  )
}

function marksOf(text: string, refusal: unknown): MarkInText[] {
  const read = readJson(text)
  if (read.kind === 'unreadable') return [{ ...read, path: '' }]
  if (typeof read.value !== 'object' || read.value === null || Array.isArray(read.value)) {
    return [{ line: 1, column: 1, path: '', message: 'A document is a JSON object.' }]
  }
  const errors = (refusal === undefined ? undefined : problemOf(refusal).errors) ?? []
  return errors.map(({ path, message, line, column }) => ({
    path,
    message,
    ...(line === undefined ? jsonPlace(text, path) : { line, column: column ?? 1 }),
  }))
}
