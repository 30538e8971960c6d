import { Menu } from '@base-ui/react/menu'
import { Ellipsis } from 'lucide-react'
import { buttonClass } from './button.tsx'
import { BESIDE_WORDS, type Icon } from './icon.ts'
import styles from './menu-button.module.css'

type MenuEntry = { label: string; icon: Icon; isDanger?: boolean; run(): void }

type MenuButtonProps = {
  name: string
  entries: readonly MenuEntry[]
  /** In the place of the three dots. */
  icon?: Icon
  /** The name stands beside the icon, as in a button. */
  isWordShown?: boolean
}

/** The button shows what else can be done, behind three dots or a word. */
export function MenuButton({ name, entries, icon: Sign = Ellipsis, isWordShown }: MenuButtonProps) {
  return (
    <Menu.Root modal={false}>
      {isWordShown ? (
        <Menu.Trigger className={buttonClass()}>
          <Sign {...BESIDE_WORDS} />
          {name}
        </Menu.Trigger>
      ) : (
        <Menu.Trigger className={styles.trigger} aria-label={name} title={name}>
          <Sign {...BESIDE_WORDS} />
        </Menu.Trigger>
      )}
      <Menu.Portal>
        <Menu.Positioner className={styles.positioner} align="end" sideOffset={4}>
          <Menu.Popup className={styles.popup}>
            {entries.map(({ label, icon: Shown, isDanger, run }) => (
              <Menu.Item
                key={label}
                className={[styles.item, isDanger && styles.danger].filter(Boolean).join(' ')}
                onClick={run}
              >
                <Shown {...BESIDE_WORDS} />
                {label}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
