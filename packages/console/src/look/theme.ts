import { createStore } from '../state/store.ts'

export type Theme = 'system' | 'light' | 'dark'
export const THEMES: readonly Theme[] = ['system', 'light', 'dark']

/** `first-paint.ts` reads it, too. */
const KEY = 'sluice.theme'
const dark = matchMedia('(prefers-color-scheme: dark)')

function stored(): Theme {
  const found = localStorage.getItem(KEY)
  return THEMES.find(theme => theme === found) ?? 'system'
}

function apply(theme: Theme): void {
  const isDark = theme === 'dark' || (theme === 'system' && dark.matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
}

export const theme = createStore<Theme>(stored())
theme.subscribe(() => {
  localStorage.setItem(KEY, theme.get())
  apply(theme.get())
})
dark.addEventListener('change', () => apply(theme.get()))
addEventListener('storage', event => {
  if (event.key === KEY) theme.set(stored())
})
