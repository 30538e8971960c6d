import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { tinykeys } from 'tinykeys'
import { outsideFields, useKeysEverywhere } from '../state/page-keys.ts'
import { singleKeys } from '../state/preferences.ts'
import { useStore } from '../state/use-store.ts'
import { NAVIGATION } from './navigation.ts'

type Shortcuts = { onPalette(): void; onKeys(): void }

/** The keys for every page. Those of a single letter can be switched off, and never act in a field. */
export function useShortcuts({ onPalette, onKeys }: Shortcuts): void {
  const navigate = useNavigate()
  const areOn = useStore(singleKeys)
  useKeysEverywhere({
    '$mod+k': event => {
      event.preventDefault()
      onPalette()
    },
  })
  useEffect(() => {
    if (!areOn) return
    const goTo = NAVIGATION.flatMap(({ pages }) =>
      pages.map(({ key, to }) => [`g ${key}`, outsideFields(() => void navigate({ to }))] as const),
    )
    const single = { '/': outsideFields(onPalette), '?': outsideFields(onKeys), 'Shift+?': outsideFields(onKeys) }
    return tinykeys(window, { ...single, ...Object.fromEntries(goTo) })
  }, [areOn, navigate, onPalette, onKeys])
}
