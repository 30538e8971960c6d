import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Braces, Database, UserRound } from 'lucide-react'
import { appsApi } from '../api/apps.ts'
import { listCollections } from '../api/collections.ts'
import { useLeaves } from '../api/use-leaves.ts'
import { usersApi } from '../api/users.ts'
import { appIdOf } from '../domain/graphql/app-text.ts'
import type { Icon } from '../parts/icon.ts'
import { useDebounced } from '../state/use-debounced.ts'

/** A thing that was found by its name, and the way to its page. */
type SearchedEntry = { value: string; label: string; icon: Icon; run(): void }
type SearchedGroup = { value: string; items: SearchedEntry[] }

const ASK_AFTER_MS = 200
const SHORTEST = 2
/** More are found by typing on. */
const MOST_COLLECTIONS = 20
/** A secret begins like this. No part of one is looked for. */
const SECRET_BEGIN = /sl[ks]_?/i

/** The collections with a text in their name. They come all together, and are kept for a while. @param q empty finds none */
function useSearchedCollections(q: string): SearchedEntry[] {
  const may = useLeaves()
  const navigate = useNavigate()
  const { data = [] } = useQuery({
    queryKey: ['collections'],
    queryFn: listCollections,
    enabled: q !== '' && may('seeData'),
    retry: false,
  })
  const wanted = q.toLowerCase()
  const found = q === '' ? [] : data.filter(({ collection }) => collection.toLowerCase().includes(wanted))
  return found.slice(0, MOST_COLLECTIONS).map(({ db, collection, isDefault }) => {
    const place = { ...(!isDefault && { db }), collection }
    const run = () => void navigate({ to: '/data/documents', search: place })
    return { value: `collection ${db} ${collection}`, label: collection, icon: Database, run }
  })
}

/** The apps, the users and the collections with a text in their name, of whom there may be many: they are looked for by the services. */
export function useSearched(text: string): SearchedGroup[] {
  const may = useLeaves()
  const navigate = useNavigate()
  const q = useDebounced(text.trim(), ASK_AFTER_MS)
  const isAsked = q.length >= SHORTEST && !SECRET_BEGIN.test(q)
  const apps = useQuery({
    queryKey: ['apps', 'list', q, 1],
    queryFn: () => appsApi.list(q, 1),
    enabled: isAsked && may('seeApps'),
    retry: false,
  })
  const users = useQuery({
    queryKey: ['users', 'searched', q],
    queryFn: () => usersApi.list(q, 1),
    enabled: isAsked && may('seeUsers'),
    retry: false,
  })
  const collections = useSearchedCollections(isAsked ? q : '')
  const foundApps = (apps.data?.value ?? []).map(app => {
    const id = appIdOf(app._id) ?? ''
    const run = () => void navigate({ to: '/graphql/app', search: { id } })
    return { value: `app ${id}`, label: app.descriptor.name, icon: Braces, run }
  })
  const foundUsers = (users.data?.users ?? []).flatMap(({ id, name }) => {
    if (id === undefined) return []
    return {
      value: `user ${id}`,
      label: name,
      icon: UserRound,
      run: () => void navigate({ to: '/users/one', search: { user: id } }),
    }
  })
  const groups = [
    { value: 'Collections', items: collections },
    { value: 'GraphQL apps', items: foundApps },
    { value: 'Users', items: foundUsers },
  ]
  return isAsked ? groups.filter(({ items }) => items.length > 0) : []
}
