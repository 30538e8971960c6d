import { PERMISSION_FLAGS, type PermissionFlag, type PermissionRule } from '../../domain/permissions/permission-form.ts'
import { Card } from '../../parts/card.tsx'
import { ruleLanguage } from '../../parts/condition/rule-language.ts'
import { EditorField } from '../../parts/editor/editor-field.tsx'
import { Fault } from '../../parts/field.tsx'
import { Toggle } from '../../parts/form/toggle.tsx'
import styles from './permission.module.css'
import type { PermissionPartProps } from './use-permission-draft.ts'

const RULES: readonly { rule: PermissionRule; label: string; says: string }[] = [
  { rule: 'readFilter', label: 'Read filter', says: 'What it leaves out is not there.' },
  { rule: 'writeFilter', label: 'Write filter', says: 'What it leaves out can’t be changed or deleted.' },
  { rule: 'mergeRequest', label: 'Fields that it writes', says: 'Set last in every document that is written.' },
  {
    rule: 'projectResponse',
    label: 'Fields that it shows or hides',
    says: 'Shown (1) or hidden (0) in every answer.',
  },
]
const FLAGS: Readonly<Record<PermissionFlag, string>> = {
  allowManagementRequests: 'Requests that manage collections, indexes and databases',
  allowBulkPatch: 'Changes of many documents at once',
  allowBulkDelete: 'Deletions of many documents at once',
  allowWriteMode: 'Requests that choose a write mode (wm)',
}

/** The card says what a permission narrows, and what it lets in besides. */
export function HowFar({ editor, canChange }: PermissionPartProps) {
  const { form, marks, change } = editor
  const { byField } = marks.fields
  const flip = (flag: PermissionFlag, isOn: boolean) =>
    change({ flags: PERMISSION_FLAGS.filter(each => (each === flag ? isOn : form.flags.includes(each))) })
  return (
    <Card
      title="How far it reaches"
      help="filters"
      beside={<span className="small quiet">JSON; variables begin with @</span>}
    >
      <div className={styles.pair}>
        {RULES.map(({ rule, label, says }) => (
          <EditorField
            key={rule}
            label={label}
            lines={3}
            language={ruleLanguage}
            value={form[rule]}
            onChange={canChange ? text => change({ [rule]: text }) : undefined}
            marks={marks.rules[rule]}
            fault={marks.rules[rule][0]?.message ?? byField[`mongo.${rule}`]}
            foot={says}
          />
        ))}
      </div>
      {byField.mongo && <Fault id="permission-mongo" text={byField.mongo} />}
      {PERMISSION_FLAGS.map(flag => (
        <Toggle
          key={flag}
          label={FLAGS[flag]}
          isOn={form.flags.includes(flag)}
          disabled={!canChange}
          onChange={isOn => flip(flag, isOn)}
        />
      ))}
    </Card>
  )
}
