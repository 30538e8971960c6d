import { Moon, Sun, SunMoon } from 'lucide-react'
import { THEMES, theme } from '../look/theme.ts'
import { useStore } from '../state/use-store.ts'
import { IconButton } from './button.tsx'

const ICONS = { system: SunMoon, light: Sun, dark: Moon }
const NAMES = { system: 'Theme: as the system has it', light: 'Theme: light', dark: 'Theme: dark' }

/** Goes on to the next theme. */
export function ThemeButton() {
  const current = useStore(theme)
  const next = THEMES[(THEMES.indexOf(current) + 1) % THEMES.length] ?? 'system'
  return <IconButton icon={ICONS[current]} name={NAMES[current]} onClick={() => theme.set(next)} />
}
