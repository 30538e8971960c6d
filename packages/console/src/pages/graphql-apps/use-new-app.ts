import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type AppContent, appsApi } from '../../api/apps.ts'
import { listCollections } from '../../api/collections.ts'
import type { CollectionPlace } from '../../domain/data/data-search.ts'
import { sortFaults } from '../../domain/form-faults.ts'
import { type ReadAppFile, readAppFile } from '../../domain/graphql/app-file.ts'
import { appIdOf } from '../../domain/graphql/app-text.ts'
import { problemOf } from '../../http/problem.ts'
import { useWrite } from '../../state/use-write.ts'

/** The beginning of a new app; `copy`: another app. */
export type AppSource = 'collection' | 'empty' | 'file' | 'copy'
export type NewAppForm = {
  source: AppSource
  /** Left empty, a draft of a collection keeps its own name; the same of its address. */
  name: string
  uri: string
  /** Its place in the list; undefined while nobody has chosen one. */
  collection?: number
  isEnabled?: boolean
  file?: ReadAppFile
}

const FIELDS = ['descriptor.name', 'descriptor.uri']
const EMPTY: AppContent = { descriptor: { name: '' }, schema: 'type Query {\n  hello: String\n}\n', mappings: {} }

type NewAppOptions = {
  /** What it begins with, where it is a copy. */
  from: AppContent | undefined
  /** The collection that is chosen at first. */
  collection: CollectionPlace | undefined
  onMade(): void
}

/** An app that is being made. */
export function useNewApp({ from, collection, onMade }: NewAppOptions) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [form, setForm] = useState<NewAppForm>({
    source: from ? 'copy' : 'collection',
    name: from ? `${from.descriptor.name} copy` : '',
    uri: '',
  })
  const { source, file } = form
  // A draft is complete, and who may call it is decided by permissions. All else may be half-done.
  const isEnabled = form.isEnabled ?? source === 'collection'
  const collections = useQuery({
    queryKey: ['collections'],
    queryFn: listCollections,
    enabled: source === 'collection',
  })
  const chosen = form.collection ?? placeIn(collections.data ?? [], collection)
  const picked = collections.data?.[chosen]

  const begin = async (): Promise<AppContent> => {
    if (source === 'collection' && picked) return appsApi.draft(picked.db, picked.collection)
    if (source === 'file' && file?.kind === 'app') return file.app
    return from ?? EMPTY
  }
  const make = useWrite({
    mutationFn: async () => appsApi.create(named(await begin(), { ...form, isEnabled })),
    onSuccess: app => {
      onMade()
      void queryClient.invalidateQueries({ queryKey: ['apps'] })
      return navigate({ to: '/graphql/app', search: { id: appIdOf(app._id) ?? '' } })
    },
  })
  const set = (next: Partial<NewAppForm>) => setForm(old => Object.assign({}, old, next))
  const readFile = async (picked: File | undefined) => {
    const read = readAppFile((await picked?.text()) ?? '')
    set({ file: read, ...(read.kind === 'app' && form.name === '' && { name: read.app.descriptor.name }) })
  }
  const canMake = { collection: picked !== undefined, file: file?.kind === 'app', empty: true, copy: true }
  return {
    form,
    make,
    collections,
    /** The place of the chosen collection in the list. */
    chosen,
    faults: sortFaults(make.isError ? problemOf(make.error) : {}, FIELDS),
    canMake: canMake[source],
    isEnabled,
    set,
    readFile,
  }
}

export type NewApp = ReturnType<typeof useNewApp>

/** The place of a collection in a list; the first one where it is not there. */
function placeIn(listed: readonly { db: string; collection: string }[], wanted: CollectionPlace | undefined): number {
  const at = listed.findIndex(
    ({ db, collection }) => collection === wanted?.collection && (wanted.db === undefined || wanted.db === db),
  )
  return Math.max(0, at)
}

/** Gives the beginning its own name and address. */
function named(
  { descriptor: { name: drafted, uri: draftedUri, ...rest }, schema, mappings }: AppContent,
  { source, name, uri, isEnabled: enabled = false }: NewAppForm,
): AppContent {
  const isDraft = source === 'collection'
  const address = uri || (isDraft ? draftedUri : undefined)
  const descriptor = { ...rest, name: name || (isDraft ? drafted : ''), enabled, ...(address && { uri: address }) }
  return { descriptor, schema, mappings }
}
