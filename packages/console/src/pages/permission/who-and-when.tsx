import { useRef } from 'react'
import { Card } from '../../parts/card.tsx'
import { conditionLanguage } from '../../parts/condition/condition-language.ts'
import { EditorField } from '../../parts/editor/editor-field.tsx'
import type { EditorHandle } from '../../parts/editor/editor-types.ts'
import { TextField } from '../../parts/field.tsx'
import { useNamedRoles } from '../permissions/use-permissions.ts'
import styles from './permission.module.css'
import type { PermissionPartProps } from './use-permission-draft.ts'

const SNIPPETS = ["path('/')", "path-prefix('/')", "method('GET')", 'equals(%u, name)']
const MOST_ROLES = 6

/** The card says for which roles a permission is, and at which requests. */
export function WhoAndWhen({ editor, canChange }: PermissionPartProps) {
  const { form, base, marks, change } = editor
  const { byField } = marks.fields
  return (
    <Card title="Whom it lets in, and when" help="predicate">
      {!base && (
        <TextField
          label="Name"
          hint="Its _id. It can not be changed later; left empty, it gets an id of its own."
          autoComplete="off"
          spellCheck={false}
          value={form.id}
          onChange={event => change({ id: event.target.value })}
          fault={byField._id}
        />
      )}
      {base && byField._id && <p role="alert">{byField._id}</p>}
      <TextField
        label="Description"
        autoComplete="off"
        value={form.description}
        onChange={event => change({ description: event.target.value })}
        fault={byField.description}
      />
      <div className={styles.pair}>
        <Roles editor={editor} canChange={canChange} />
        <TextField
          label="Priority"
          hint="Of all that match a request the highest applies, alone. Left empty, it comes last."
          inputMode="numeric"
          autoComplete="off"
          value={form.priority}
          onChange={event => change({ priority: event.target.value })}
          fault={byField.priority}
        />
      </div>
      <PredicateField editor={editor} canChange={canChange} />
    </Card>
  )
}

function Roles({ editor: { form, marks, change } }: PermissionPartProps) {
  const typed = form.roles.split(/[\s,;]+/)
  const named = useNamedRoles().filter(role => !typed.includes(role))
  return (
    <TextField
      label="Roles"
      hint="With blanks between. $unauthenticated is for callers who have not signed in."
      autoComplete="off"
      spellCheck={false}
      value={form.roles}
      onChange={event => change({ roles: event.target.value })}
      fault={marks.fields.byField.roles}
      after={
        named.length > 0 && (
          <span>
            {named.slice(0, MOST_ROLES).map(role => (
              <button
                key={role}
                type="button"
                className={styles.insert}
                aria-label={`Add the role ${role}`}
                onClick={() => change({ roles: `${form.roles} ${role}`.trim() })}
              >
                {role}
              </button>
            ))}
          </span>
        )
      }
    />
  )
}

function PredicateField({ editor: { form, marks, change }, canChange }: PermissionPartProps) {
  const handle = useRef<EditorHandle>(null)
  const insert = (text: string) => handle.current?.insert(form.predicate.trim() === '' ? text : ` and ${text}`)
  return (
    <EditorField
      label="Predicate"
      lines={4}
      language={conditionLanguage}
      value={form.predicate}
      onChange={canChange ? predicate => change({ predicate }) : undefined}
      marks={marks.predicate}
      handle={handle}
      fault={marks.fields.byField.predicate}
      foot={
        <>
          {canChange && <span>Insert</span>}
          {canChange &&
            SNIPPETS.map(text => (
              <button key={text} type="button" className={styles.insert} onClick={() => insert(text)}>
                {text.slice(0, text.indexOf('('))}
              </button>
            ))}
          <a href="/docs" target="_blank" rel="noreferrer">
            API docs
          </a>
        </>
      }
    />
  )
}
