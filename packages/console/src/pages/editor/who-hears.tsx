import { Card } from '../../parts/card.tsx'
import { TextField } from '../../parts/field.tsx'
import { TextAreaField } from '../../parts/form/text-area-field.tsx'
import { Toggle } from '../../parts/form/toggle.tsx'
import styles from './editor.module.css'
import type { EditorPartProps } from './use-editor.ts'

/** Who is told that it fails, and whether it is switched off then. */
export function WhoHears({ editor: { draft, faults, change } }: EditorPartProps) {
  const { byField } = faults
  return (
    <Card title="Who hears of it" help="occurrences">
      <div className={styles.two}>
        <TextAreaField
          label="Contacts"
          hint="Up to 5 addresses that are mailed when it fails, is held back or was switched off."
          value={draft.contact}
          onChange={contact => change({ contact })}
          fault={byField.contact}
        />
        <div className={styles.fields}>
          <Toggle
            label="Switch off by itself"
            isOn={draft.isSwitchedOff}
            onChange={isSwitchedOff => change({ isSwitchedOff })}
          />
          {draft.isSwitchedOff ? (
            <div className={styles.pair}>
              <TextField
                label="Failures in a row"
                hint="1 to 100,000"
                inputMode="numeric"
                autoComplete="off"
                value={draft.failures}
                onChange={event => change({ failures: event.target.value })}
                fault={byField['disableAfter.failures'] ?? byField.disableAfter}
              />
              <TextField
                label="Days in a row"
                hint="1 to 30, both have to be reached"
                inputMode="numeric"
                autoComplete="off"
                value={draft.days}
                onChange={event => change({ days: event.target.value })}
                fault={byField['disableAfter.days']}
              />
            </div>
          ) : (
            <p className="small quiet">It stays on, however long its target fails.</p>
          )}
        </div>
      </div>
    </Card>
  )
}
