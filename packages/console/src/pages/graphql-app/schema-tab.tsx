import { CircleCheck, CircleX } from 'lucide-react'
import { useMemo, useRef } from 'react'
import type { AppTexts, PlacedFault } from '../../domain/graphql/app-faults.ts'
import { withStub } from '../../domain/graphql/mapping-places.ts'
import { Bar } from '../../parts/bar.tsx'
import { Card } from '../../parts/card.tsx'
import { Editor } from '../../parts/editor/editor.tsx'
import type { EditorHandle, EditorProps } from '../../parts/editor/editor-types.ts'
import { MarkList } from '../../parts/editor/mark-list.tsx'
import { useNextMark } from '../../parts/editor/use-next-mark.ts'
import { BESIDE_WORDS } from '../../parts/icon.ts'
import { KeyCap } from '../../parts/key-cap.tsx'
import { FaultSummary } from '../../parts/states/fault-summary.tsx'
import styles from './app.module.css'
import { UnmappedCard } from './unmapped-card.tsx'
import type { AppDraft, JudgeState } from './use-app-draft.ts'
import { type EditorHandles, useMappingLinks } from './use-mapping-links.ts'

const LINES = 24

/** The schema and the mappings side by side, and what is wrong with them. */
export function SchemaTab({ draft, canChange }: { draft: AppDraft; canChange: boolean }) {
  const handles: EditorHandles = { schema: useRef<EditorHandle>(null), mappings: useRef<EditorHandle>(null) }
  const { texts, faults, refusal, change } = draft
  const marks = useMemo(() => Map.groupBy(faults, ({ where }) => where), [faults])
  const goTo = ({ where, line, column }: PlacedFault) => {
    if (where !== 'settings') handles[where].current?.goTo(line, column)
  }
  useNextMark(faults, goTo)
  const { outline, collections, languages } = useMappingLinks(texts, handles)
  return (
    <>
      {draft.isHeld && (
        <Bar look="bad" icon={CircleX} role="alert">
          <b>The app was not saved.</b> The mappings are not JSON: what is wrong stands below.
        </Bar>
      )}
      {refusal !== undefined && <FaultSummary title="The app was not saved." error={refusal} />}
      <div className={styles.two}>
        {TEXTS.map(text => (
          <TextCard
            key={text}
            text={text}
            value={texts[text]}
            onChange={canChange ? value => change({ [text]: value }) : undefined}
            language={languages[text]}
            faults={marks.get(text)}
            handle={handles[text]}
          />
        ))}
      </div>
      <FaultList faults={faults} judged={draft.judged} onGo={goTo} />
      {outline && (
        <UnmappedCard
          mappings={texts.mappings}
          outline={outline}
          onAdd={
            canChange
              ? path => change({ mappings: withStub(texts.mappings, path, { outline, collections }) })
              : undefined
          }
        />
      )}
    </>
  )
}

const TEXTS = ['schema', 'mappings'] as const

type TextCardProps = Pick<EditorProps, 'value' | 'onChange' | 'language' | 'handle'> & {
  text: keyof AppTexts
  faults: readonly PlacedFault[] | undefined
}

/** One of the two texts. */
function TextCard({ text, faults, ...editor }: TextCardProps) {
  return (
    <Card
      title={PLACES[text]}
      help={text}
      beside={<FaultCount faults={faults} />}
      actions={<JumpHint to={text === 'schema' ? 'its mapping' : 'its field'} />}
      isFull
    >
      <div className={styles.bare}>
        <Editor label={PLACES[text]} lines={LINES} marks={faults ?? NO_MARKS} {...editor} />
      </div>
    </Card>
  )
}

const JumpHint = ({ to }: { to: string }) => (
  <span className="small quiet">
    <KeyCap text="Ctrl B" /> to {to}
  </span>
)

const NO_MARKS: readonly PlacedFault[] = []

const FaultCount = ({ faults = NO_MARKS }: { faults?: readonly PlacedFault[] | undefined }) =>
  faults.length === 0 ? null : (
    <span className={styles.faults}>{faults.length === 1 ? '1 fault' : `${faults.length} faults`}</span>
  )

const JUDGED: Readonly<Record<JudgeState, string>> = {
  running: 'being checked',
  done: 'as the texts stand now',
  unknown: 'could not be checked just now',
}
const PLACES = { schema: 'Schema', mappings: 'Mappings', settings: 'Settings' } as const

type FaultListProps = { faults: readonly PlacedFault[]; judged: JudgeState; onGo(fault: PlacedFault): void }

function FaultList({ faults, judged, onGo }: FaultListProps) {
  return (
    <Card
      title="Faults"
      beside={
        <span className="small quiet" role="status">
          {JUDGED[judged]}
        </span>
      }
      actions={
        faults.length > 0 && (
          <span className="small quiet">
            <KeyCap text="F8" /> next
          </span>
        )
      }
      isFull
    >
      {faults.length === 0 && judged === 'done' && (
        <p className={styles.noFault}>
          <CircleCheck {...BESIDE_WORDS} /> The schema and the mappings fit together.
        </p>
      )}
      <MarkList
        marks={faults.map(fault => ({
          key: `${fault.where} ${fault.line} ${fault.column} ${fault.message}`,
          place: `${PLACES[fault.where]} ${fault.line}:${fault.column}`,
          message: fault.message,
          onGo: () => onGo(fault),
        }))}
      />
    </Card>
  )
}
