import { Menu as MenuIcon, Search } from 'lucide-react'
import { installation } from '../look/installation.ts'
import { IconButton } from '../parts/button.tsx'
import { BESIDE_WORDS } from '../parts/icon.ts'
import { KeyCap } from '../parts/key-cap.tsx'
import { ThemeButton } from '../parts/theme-button.tsx'
import { TailBadge } from './tail-badge.tsx'
import styles from './top-bar.module.css'
import { UserMenu } from './user-menu.tsx'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)
export const PALETTE_KEYS = isApple ? '⌘ K' : 'Ctrl K'

type TopBarProps = { onNavigation(): void; onPalette(): void }

export function TopBar({ onNavigation, onPalette }: TopBarProps) {
  return (
    <header className={styles.top}>
      <IconButton className={styles.menu} icon={MenuIcon} name="Navigation" onClick={onNavigation} />
      <div className={styles.installation}>
        <span>{installation.name}</span>
        <span className={styles.host}>{location.host}</span>
      </div>
      <button type="button" className={styles.palette} aria-label="Search or go to" onClick={onPalette}>
        <Search {...BESIDE_WORDS} />
        <span>Search or go to</span>
        <KeyCap text={PALETTE_KEYS} />
      </button>
      <TailBadge />
      <ThemeButton />
      <UserMenu />
    </header>
  )
}
