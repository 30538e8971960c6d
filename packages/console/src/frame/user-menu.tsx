import { Menu } from '@base-ui/react/menu'
import { useNavigate } from '@tanstack/react-router'
import { ChevronDown, LogOut, Settings2 } from 'lucide-react'
import { BESIDE_WORDS } from '../parts/icon.ts'
import { session } from '../session/session.ts'
import { useSession } from '../session/use-session.ts'
import styles from './top-bar.module.css'

/** The menu says who is signed in, and has the way out. */
export function UserMenu() {
  const current = useSession()
  const navigate = useNavigate()
  if (!('user' in current)) return null
  const { user, roles } = current
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className={styles.user} aria-label={`Signed in as ${user}`}>
        <b aria-hidden="true">{user.slice(0, 1).toUpperCase()}</b>
        <span>{user}</span>
        <ChevronDown size={14} aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={styles.positioner} align="end" sideOffset={4}>
          <Menu.Popup className={styles.popup}>
            <div className={styles.about}>
              {roles.length === 0 ? 'No role' : `${roles.length === 1 ? 'Role' : 'Roles'} ${roles.join(', ')}`}
            </div>
            <Menu.Item className={styles.item} onClick={() => void navigate({ to: '/settings' })}>
              <Settings2 {...BESIDE_WORDS} />
              Settings
            </Menu.Item>
            <Menu.Item className={styles.item} onClick={() => void session.signOut()}>
              <LogOut {...BESIDE_WORDS} />
              Sign out
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
