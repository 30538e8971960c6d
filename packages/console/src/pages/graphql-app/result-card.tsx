import { Check, CircleX } from 'lucide-react'
import type { QueryAnswer } from '../../api/run-query.ts'
import { readResult } from '../../domain/graphql/query-result.ts'
import { Badge } from '../../parts/badge.tsx'
import { Card } from '../../parts/card.tsx'
import { Editor } from '../../parts/editor/editor.tsx'
import { jsonLanguage } from '../../parts/editor/json-language.ts'
import marks from '../../parts/editor/mark-list.module.css'
import { CopyButton } from '../../parts/export/copy-button.tsx'
import styles from './app.module.css'

type ResultCardProps = { answer: QueryAnswer | undefined; isBusy: boolean }

/** The answer to a query, with what is wrong in it marked at its place. */
export function ResultCard({ answer, isBusy }: ResultCardProps) {
  if (!answer) {
    return (
      <Card title="Result">
        <p className="quiet">{isBusy ? 'The query runs.' : 'Nothing has run yet. Ctrl Enter in the query runs it.'}</p>
      </Card>
    )
  }
  const { text, faults } = readResult(answer.text)
  const isFine = answer.status < 400 && faults.length === 0
  return (
    <Card
      title="Result"
      beside={<Badge look={isFine ? 'ok' : 'bad'} icon={isFine ? Check : CircleX} word={String(answer.status)} />}
      actions={
        <>
          <span className="small quiet figures" role="status">
            {answer.ms.toLocaleString()} ms · {answer.bytes.toLocaleString()} B
          </span>
          <CopyButton text={text} what="the result" isIcon />
        </>
      }
      isFull
    >
      {faults.length > 0 && (
        <ul className={marks.marks}>
          {faults.map(({ code, message, path }) => (
            <li key={`${path} ${message}`}>
              <CircleX size={16} strokeWidth={1.75} aria-hidden className={marks.sign} />
              <code>{code}</code>
              <span>
                {message}
                {path && <span className="quiet"> at {path}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.bare}>
        <Editor label="Result" lines={16} value={text} language={jsonLanguage} marks={faults.filter(isPlaced)} />
      </div>
    </Card>
  )
}

const isPlaced = <T extends { line?: number }>(fault: T): fault is T & { line: number; column: number } =>
  fault.line !== undefined
