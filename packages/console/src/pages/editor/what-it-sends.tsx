import { useQuery } from '@tanstack/react-query'
import { LayoutTemplate } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { type StarterTemplate, type TemplateKind, webhookTools } from '../../api/webhook-tools.ts'
import { namedOccurrences } from '../../domain/occurrences/occurrence-words.ts'
import { bytesInWords, withLineBreaks } from '../../domain/webhooks/body-words.ts'
import type { TrialSample } from '../../domain/webhooks/trial-sample.ts'
import { problemOf } from '../../http/problem.ts'
import { Card } from '../../parts/card.tsx'
import { Editor } from '../../parts/editor/editor.tsx'
import { EditorField } from '../../parts/editor/editor-field.tsx'
import type { EditorHandle } from '../../parts/editor/editor-types.ts'
import { jsonLanguage } from '../../parts/editor/json-language.ts'
import { templateLanguage } from '../../parts/editor/template-language.ts'
import { Choices, TextField } from '../../parts/field.tsx'
import { Toggle } from '../../parts/form/toggle.tsx'
import { MenuButton } from '../../parts/menu-button.tsx'
import styles from './editor.module.css'
import type { EditorPartProps } from './use-editor.ts'
import { useFieldPaths, usePreview } from './use-trial.ts'

type WhatItSendsProps = EditorPartProps & { sample: TrialSample }

/** The body: as it is, or by a template, which is shown with the sample. */
export function WhatItSends({ editor, sample }: WhatItSendsProps) {
  const { draft, change } = editor
  const isMail = draft.type === 'email'
  const isShown = isMail || draft.isTemplated
  return (
    <Card
      title="What it sends"
      help="template"
      beside={
        !isMail && (
          <Toggle label="By template" isOn={draft.isTemplated} onChange={isTemplated => change({ isTemplated })} />
        )
      }
      actions={<ReadyTemplates editor={editor} />}
    >
      {isMail && <MailFields editor={editor} />}
      {isShown ? (
        <TemplateEditor editor={editor} sample={sample} />
      ) : (
        <p className="quiet">
          The default body: the request, its answer and who made it, as JSON. A template sends what the target wants
          instead.
        </p>
      )}
    </Card>
  )
}

const BODY_TYPES = [
  { value: 'json', label: 'text, escaped as JSON' },
  { value: 'html', label: 'HTML' },
]

const MailFields = ({ editor: { draft, faults, change } }: EditorPartProps) => (
  <div className={styles.two}>
    <TextField
      label="Subject"
      hint="A template, too."
      autoComplete="off"
      value={draft.subject}
      onChange={event => change({ subject: event.target.value })}
      fault={faults.byField['email.subject']}
    />
    <Choices
      label="Body"
      kind="radio"
      choices={BODY_TYPES}
      chosen={[draft.bodyType]}
      onChange={([value]) => change({ bodyType: value === 'html' ? 'html' : 'json' })}
      fault={faults.byField['email.bodyType']}
    />
  </div>
)

function TemplateEditor({ editor, sample }: WhatItSendsProps) {
  const { draft, faults, change } = editor
  const handle = useRef<EditorHandle>(null)
  const isMail = draft.type === 'email'
  const [field, text] = isMail
    ? (['email.bodyTemplate', draft.bodyTemplate] as const)
    : (['transform.template', draft.template] as const)
  const as: TemplateKind = isMail && draft.bodyType === 'html' ? 'html' : 'json'
  const { preview, marks } = usePreview(text, as, { sample, name: draft.name })
  const paths = useFieldPaths(sample, draft.name)
  const bytes = new TextEncoder().encode(text).length
  return (
    <>
      <Variables paths={paths} onInsert={path => handle.current?.insert(`{{${path}}}`)} />
      <div className={styles.two}>
        <EditorField
          label="Template"
          lines={10}
          language={templateLanguage}
          value={text}
          onChange={value => change(isMail ? { bodyTemplate: value } : { template: value })}
          marks={marks}
          handle={handle}
          fault={marks[0]?.message ?? faults.byField[field]}
          foot={<span className="figures">{bytesInWords(bytes)} of 64 KiB</span>}
        />
        <div className={styles.preview}>
          <div className={styles.legend}>Preview with the sample</div>
          {text.trim() === '' ? (
            <p className="small quiet">
              {isMail && as === 'json' ? 'Blank: the default body is sent.' : 'Nothing to show yet.'}
            </p>
          ) : (
            <Preview preview={preview} hasMarks={marks.length > 0} />
          )}
        </div>
      </div>
    </>
  )
}

function Preview({ preview, hasMarks }: { preview: ReturnType<typeof usePreview>['preview']; hasMarks: boolean }) {
  if (hasMarks) return <p className="small quiet">It can’t be rendered yet: see the mark in the template.</p>
  if (preview.isError) return <p className="small quiet">{problemOf(preview.error).detail}</p>
  if (!preview.data) return <div className={styles.previewPlace} />
  const { output, validJson } = preview.data
  const shown = validJson ? withLineBreaks(output) : output
  return (
    <>
      <Editor label="Preview" lines={10} value={shown} {...(validJson && { language: jsonLanguage })} />
      <div className={styles.previewFoot}>
        {validJson !== null && <Validity isValid={validJson} />}
        <span className="figures">{bytesInWords(new TextEncoder().encode(output).length)}</span>
      </div>
    </>
  )
}

const Validity = ({ isValid }: { isValid: boolean }): ReactNode =>
  isValid ? (
    <span className={styles.valid}>✓ Valid JSON</span>
  ) : (
    <span className={styles.invalid}>✗ No valid JSON: it is sent all the same</span>
  )

function Variables({ paths, onInsert }: { paths: readonly string[]; onInsert(path: string): void }) {
  if (paths.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce fields, and these are buttons.
    <div className={styles.variables} role="group" aria-label="Insert a value of the sample">
      {paths.map(path => (
        <button key={path} type="button" className={styles.variable} onClick={() => onInsert(path)}>
          {path}
        </button>
      ))}
    </div>
  )
}

/** Whether a template is of what Sluice tells of itself. */
const isOfOwner = ({ id }: StarterTemplate): boolean => id.startsWith('owner-')

/** Templates to begin with, of the type of the webhook. */
function ReadyTemplates({ editor: { draft, change } }: EditorPartProps) {
  const { data = [] } = useQuery({ queryKey: ['webhook-templates'], queryFn: webhookTools.templates, retry: false })
  const isMail = draft.type === 'email'
  const fitting = data.filter(({ as, subject }) =>
    isMail ? subject !== undefined : as === 'json' && subject === undefined,
  )
  const take = ({ template, as, subject }: StarterTemplate) =>
    change(
      isMail
        ? { bodyTemplate: template, bodyType: as === 'html' ? 'html' : 'json', ...(subject && { subject }) }
        : { template, isTemplated: true },
    )
  if (fitting.length === 0) return null
  // Those of occurrences come last, unless the condition asks for some.
  const isTold = namedOccurrences(draft.condition).length > 0
  const ready = isTold ? fitting.toSorted((one, other) => Number(isOfOwner(other)) - Number(isOfOwner(one))) : fitting
  return (
    <MenuButton
      name="Ready templates"
      isWordShown
      icon={LayoutTemplate}
      entries={ready.map(each => ({ label: each.title, icon: LayoutTemplate, run: () => take(each) }))}
    />
  )
}
