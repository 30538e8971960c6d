import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { KeyRound, LogOut, Search, ShieldCheck, ShieldQuestionMark, SunMoon, Webhook } from 'lucide-react'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { permissionsApi } from '../api/permissions.ts'
import { useLeaves } from '../api/use-leaves.ts'
import { webhooksApi } from '../api/webhooks.ts'
import { readPasted } from '../domain/pasted-text.ts'
import { idText } from '../domain/permissions/permission-id.ts'
import { THEMES, theme } from '../look/theme.ts'
import { BESIDE_WORDS, type Icon } from '../parts/icon.ts'
import { KeyCap } from '../parts/key-cap.tsx'
import { session } from '../session/session.ts'
import { NAVIGATION } from './navigation.ts'
import styles from './palette.module.css'
import { type FoundPlaces, useFound } from './use-found.ts'
import { useSearched } from './use-searched.ts'

type PaletteEntry = { value: string; label: string; icon: Icon; isFixed?: boolean; run(): void }
type PaletteGroup = { value: string; items: PaletteEntry[] }

type PaletteProps = {
  onClose(): void
  /** Opens the report of a leaked key. @param secret that was pasted, or none */
  onLeak(secret: string): void
}

/** What was found by a text that is not in its name is shown all the same. */
const isListed = ({ label, isFixed }: PaletteEntry, query: string): boolean =>
  isFixed === true || label.toLowerCase().includes(query.trim().toLowerCase())

/** Goes to a page, a webhook or a permission, or does something, by its name. A pasted id that is one thing's goes there by itself. */
export function Palette({ onClose, onLeak }: PaletteProps) {
  const [text, setText] = useState('')
  const found = useFound(text)
  const groups = usePaletteGroups(text, found, onLeak)
  const notePasted = useOnlyPlace(found, onClose)
  const choose = (entry: PaletteEntry) => {
    onClose()
    entry.run()
  }
  const highlighted = useRef<string>(undefined)
  /** The list may have changed since an entry was highlighted: what is not in it any more gives way to the first one. */
  const chooseByKey: ComponentProps<typeof Autocomplete.Input>['onKeyDown'] = event => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventBaseUIHandler()
    // When the dialog is gone, the button that has opened it has the focus, and would be pressed.
    event.preventDefault()
    const listed = groups.flatMap(({ items }) => items).filter(entry => isListed(entry, text))
    const entry = listed.find(({ value }) => value === highlighted.current) ?? listed[0]
    if (entry) choose(entry)
  }
  return (
    <Dialog.Root open onOpenChange={isOpen => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.veil} />
        <Dialog.Viewport className={styles.viewport}>
          <Dialog.Popup className={styles.palette} aria-label="Search or go to">
            <Autocomplete.Root
              open
              inline
              items={groups}
              filter={isListed}
              value={text}
              onValueChange={setText}
              onItemHighlighted={(entry: PaletteEntry | undefined) => {
                highlighted.current = entry?.value
              }}
              autoHighlight="always"
              keepHighlight
            >
              <div className={styles.field}>
                <Search {...BESIDE_WORDS} />
                <Autocomplete.Input
                  autoFocus
                  className={styles.input}
                  onKeyDown={chooseByKey}
                  onPaste={notePasted}
                  aria-label="Search or go to"
                  placeholder="Pages, names, actions, or a pasted id"
                />
                <KeyCap text="Esc" />
              </div>
              <Autocomplete.Empty className={styles.empty}>Nothing here has this name.</Autocomplete.Empty>
              <PaletteList onChoose={choose} />
            </Autocomplete.Root>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Goes where the one thing is that has a pasted id. What was typed is chosen first. @returns what is called at a paste */
function useOnlyPlace(found: FoundPlaces, onClose: () => void): () => void {
  const wasPasted = useRef(false)
  useEffect(() => {
    const [only, ...others] = found.places
    if (!wasPasted.current || found.isSearching || !only || others.length > 0) return
    onClose()
    only.go()
  }, [found, onClose])
  return () => {
    wasPasted.current = true
  }
}

const PaletteList = ({ onChoose }: { onChoose(entry: PaletteEntry): void }) => (
  <Autocomplete.List className={styles.list} aria-label="Pages and actions">
    {(group: PaletteGroup) => (
      <Autocomplete.Group key={group.value} items={group.items}>
        <Autocomplete.GroupLabel className={styles.label}>{group.value}</Autocomplete.GroupLabel>
        <Autocomplete.Collection>
          {(entry: PaletteEntry) => (
            <Autocomplete.Item key={entry.value} value={entry} className={styles.item} onClick={() => onChoose(entry)}>
              <entry.icon {...BESIDE_WORDS} />
              {entry.label}
            </Autocomplete.Item>
          )}
        </Autocomplete.Collection>
      </Autocomplete.Group>
    )}
  </Autocomplete.List>
)

function usePaletteGroups(text: string, found: FoundPlaces, onLeak: (secret: string) => void): PaletteGroup[] {
  const pasted = readPasted(text)
  const navigate = useNavigate()
  const may = useLeaves()
  const webhooks = useWebhookEntries()
  const permissions = usePermissionEntries()
  const searched = useSearched(pasted.kind === 'name' ? text : '')
  const pages = NAVIGATION.flatMap(group => group.pages)
    .filter(({ leave }) => may(leave))
    .map(({ to, label, icon }) => ({ value: to, label, icon, run: () => void navigate({ to }) }))
  const themes = THEMES.map(name => ({
    value: `theme ${name}`,
    label: `Theme: ${name}`,
    icon: SunMoon,
    run: () => theme.set(name),
  }))
  const explain = {
    value: 'explain',
    label: 'Explain who may do what',
    icon: ShieldQuestionMark,
    run: () => void navigate({ to: '/permissions/explain' }),
  }
  const leak = { label: 'Report a leaked key', icon: KeyRound }
  if (pasted.kind === 'secret') {
    const run = () => onLeak(pasted.secret)
    return [{ value: 'A secret', items: [{ ...leak, value: 'leak', isFixed: true, run }] }]
  }
  if (found.isAsked) {
    const items = found.places.map(({ label, go }) => ({ value: label, label, icon: Search, isFixed: true, run: go }))
    return [{ value: found.isSearching ? 'Looking for this id …' : 'What has this id', items }]
  }
  const report = { ...leak, value: 'leak', run: () => onLeak('') }
  const signOut = { value: 'sign out', label: 'Sign out', icon: LogOut, run: () => void session.signOut() }
  return [
    { value: 'Pages', items: pages },
    ...(webhooks.length > 0 ? [{ value: 'Webhooks', items: webhooks }] : []),
    ...(permissions.length > 0 ? [{ value: 'Permissions', items: permissions }] : []),
    ...searched,
    { value: 'Actions', items: [...(may('explainAccess') ? [explain] : []), report, ...themes, signOut] },
  ]
}

function useWebhookEntries(): PaletteEntry[] {
  const navigate = useNavigate()
  const may = useLeaves()
  const { data: hooks = [] } = useQuery({
    queryKey: ['webhooks', 'names'],
    queryFn: webhooksApi.names,
    enabled: may('seeWebhooks'),
    retry: false,
  })
  return hooks.map(({ _id: id, name }) => ({
    value: `webhook ${id}`,
    label: name,
    icon: Webhook,
    run: () => void navigate({ to: '/webhooks/one', search: { id } }),
  }))
}

function usePermissionEntries(): PaletteEntry[] {
  const navigate = useNavigate()
  const may = useLeaves()
  const { data = [] } = useQuery({
    queryKey: ['permissions', 'names'],
    queryFn: permissionsApi.names,
    enabled: may('seePermissions'),
    retry: false,
  })
  const ids = data.flatMap(({ _id }) => idText(_id) ?? [])
  return ids.map(id => ({
    value: `permission ${id}`,
    label: id,
    icon: ShieldCheck,
    run: () => void navigate({ to: '/permissions/one', search: { id } }),
  }))
}
