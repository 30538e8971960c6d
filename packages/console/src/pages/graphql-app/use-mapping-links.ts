import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { listCollections } from '../../api/collections.ts'
import type { AppTexts } from '../../domain/graphql/app-faults.ts'
import type { TextPlace } from '../../domain/graphql/json-place.ts'
import type { MappingWords } from '../../domain/graphql/mapping-completion.ts'
import { mappingAt, placeOfMapping } from '../../domain/graphql/mapping-places.ts'
import { fieldAt, fieldOfPath, type SchemaOutline } from '../../domain/graphql/outline.ts'
import type { EditorHandle } from '../../parts/editor/editor-types.ts'
import { followedSchemaLanguage, mappingLanguage } from '../../parts/graphql/graphql-language.ts'
import { useDebounced } from '../../state/use-debounced.ts'

/** The editors of the two texts. */
export type EditorHandles = Record<keyof AppTexts, RefObject<EditorHandle | null>>

const READ_AFTER_MS = 400
const NO_COLLECTIONS: MappingWords['collections'] = []

/** Binds the two texts of an app: each field leads to its mapping and back, and mappings are completed by the schema. */
export function useMappingLinks(texts: AppTexts, handles: EditorHandles) {
  const outline = useOutline(texts.schema)
  // Who may not list collections types their names.
  const { data: collections = NO_COLLECTIONS } = useQuery({ queryKey: ['collections'], queryFn: listCollections })
  const latest = useRef({ texts, outline, collections })
  useEffect(() => {
    latest.current = { texts, outline, collections }
  })
  const [languages] = useState(() => ({
    schema: followedSchemaLanguage(offset => {
      const path = latest.current.outline && fieldAt(latest.current.outline, offset)
      return goTo(handles.mappings, path && placeOfMapping(latest.current.texts.mappings, path))
    }),
    mappings: mappingLanguage({
      words: () => latest.current,
      jump: (offset, mappings) => {
        const path = mappingAt(mappings, offset)
        return goTo(handles.schema, path && latest.current.outline && fieldOfPath(latest.current.outline, path)?.place)
      },
    }),
  }))
  return { outline, collections, languages }
}

function goTo({ current }: RefObject<EditorHandle | null>, place: TextPlace | undefined): boolean {
  if (place) current?.goTo(place.line, place.column)
  return place !== undefined
}

/** What the schema declares; while it can't be read, what it did before. Its parser is in the chunk of the editors. */
function useOutline(schema: string): SchemaOutline | undefined {
  const settled = useDebounced(schema, READ_AFTER_MS)
  const [outline, setOutline] = useState<SchemaOutline>()
  useEffect(() => {
    let isGone = false
    void import('../../domain/graphql/read-schema.ts').then(({ outlineOf }) => {
      if (!isGone) setOutline(before => outlineOf(settled) ?? before)
    })
    return () => {
      isGone = true
    }
  }, [settled])
  return outline
}
