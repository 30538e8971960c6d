import { THEMES, type Theme, theme } from '../../look/theme.ts'
import { RoleTags } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Choices } from '../../parts/field.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { session } from '../../session/session.ts'
import { useSession } from '../../session/use-session.ts'
import { isInUtc, singleKeys } from '../../state/preferences.ts'
import { useStore } from '../../state/use-store.ts'
import { AboutCards } from './about-cards.tsx'
import { OwnPasswordCard } from './own-password-card.tsx'
import styles from './settings.module.css'

const LABELS: Readonly<Record<Theme, string>> = { system: 'As the system has it', light: 'Light', dark: 'Dark' }
const THEME_CHOICES = THEMES.map(value => ({ value, label: LABELS[value] }))
/** What the browser calls its own. */
const OWN_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone
const ZONE_CHOICES = [
  { value: 'browser', label: `As the browser has it: ${OWN_ZONE}` },
  { value: 'utc', label: 'UTC' },
]
const KEY_CHOICES = [{ value: 'on', label: 'Keys of a single letter' }]

/** The page shows who is signed in, how the console looks in this browser, and what runs here. */
export function SettingsPage() {
  const current = useSession()
  return (
    <>
      <PageHead title="Settings" />
      {'user' in current && (
        <Card title="Me">
          <dl className={styles.facts}>
            <dt>User</dt>
            <dd>{current.user}</dd>
            <dt>Roles</dt>
            <dd>
              <RoleTags roles={current.roles} />
            </dd>
          </dl>
          <div>
            <Button onClick={() => void session.signOut()}>Sign out</Button>
          </div>
        </Card>
      )}
      {'user' in current && <OwnPasswordCard user={current.user} />}
      <Appearance />
      <AboutCards />
    </>
  )
}

function Appearance() {
  const chosen = useStore(theme)
  const areOn = useStore(singleKeys)
  const isUtc = useStore(isInUtc)
  const choose = ([value]: readonly string[]) => theme.set(THEMES.find(one => one === value) ?? 'system')
  return (
    <Card title="This browser">
      <Choices label="Theme" kind="radio" choices={THEME_CHOICES} chosen={[chosen]} onChange={choose} />
      <Choices
        label="Time zone"
        kind="radio"
        choices={ZONE_CHOICES}
        chosen={[isUtc ? 'utc' : 'browser']}
        onChange={([value]) => isInUtc.set(value === 'utc')}
      />
      <Choices
        label="Shortcuts"
        hint="Such as g k for My keys. Press ? for the list."
        kind="checkbox"
        choices={KEY_CHOICES}
        chosen={areOn ? ['on'] : []}
        onChange={values => singleKeys.set(values.length > 0)}
      />
    </Card>
  )
}
