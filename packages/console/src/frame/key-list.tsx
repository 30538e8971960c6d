import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog/dialog.tsx'
import { KeyCap } from '../parts/key-cap.tsx'
import styles from './key-list.module.css'
import { NAVIGATION } from './navigation.ts'
import { PALETTE_KEYS } from './top-bar.tsx'

const GENERAL = [
  { keys: [PALETTE_KEYS, '/'], what: 'Search or go to' },
  { keys: ['?'], what: 'This list' },
  { keys: ['Esc'], what: 'Close' },
]

/** What letters do where the page has it. */
const ON_PAGES = [
  { keys: ['j', 'k'], what: 'Next, previous row' },
  { keys: ['Enter'], what: 'Open the row' },
  { keys: ['n'], what: 'New: key, app, webhook' },
  { keys: ['e', 't', 'l'], what: 'Edit, test, log of a webhook' },
  { keys: ['r'], what: 'Record; redeliver; restore' },
  { keys: ['x', 'Del'], what: 'Choose a row; revoke a key' },
  { keys: ['m'], what: 'Redeliver or revoke matching; make a webhook' },
  { keys: ['['], what: 'Newer entry or event' },
  { keys: [']'], what: 'Older entry or event' },
  { keys: ['.'], what: 'Live; pause' },
  { keys: ['f'], what: 'To the filters' },
  { keys: ['s'], what: 'Show skipped' },
  { keys: ['1', '6'], what: 'First to last part of the overview' },
  { keys: ['F8'], what: 'Next fault' },
]

/** The keys that do something on every page. */
export function KeyList({ onClose }: { onClose(): void }) {
  const goTo = NAVIGATION.flatMap(({ pages }) => pages.map(({ key, label }) => ({ keys: [`g ${key}`], what: label })))
  return (
    <Dialog title="Keys" isSmall onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <dl className={styles.keys}>
        {[...GENERAL, ...ON_PAGES, ...goTo].map(({ keys, what }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              {keys.map(key => (
                <KeyCap key={key} text={key} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="small quiet">Keys of a single letter can be switched off in the settings.</p>
    </Dialog>
  )
}
