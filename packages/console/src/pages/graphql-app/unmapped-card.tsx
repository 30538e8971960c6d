import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { unmappedOf } from '../../domain/graphql/mapping-places.ts'
import type { FieldPath, SchemaOutline } from '../../domain/graphql/outline.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import marks from '../../parts/editor/mark-list.module.css'
import styles from './app.module.css'

type UnmappedCardProps = { mappings: string; outline: SchemaOutline; onAdd: ((path: FieldPath) => void) | undefined }

/** What the schema declares and the mappings do not; nothing is shown where all is mapped. */
export function UnmappedCard({ mappings, outline, onAdd }: UnmappedCardProps) {
  const { fields, types } = useMemo(() => unmappedOf(mappings, outline), [mappings, outline])
  if (fields.length === 0 && types.length === 0) return null
  return (
    <Card title="Without a mapping" isFull>
      <ul className={marks.marks}>
        {fields.map(path => (
          <li key={`${path.type}.${path.field}`}>
            <code className={styles.unmapped}>
              {path.type}.{path.field}
            </code>
            <span>It needs a mapping.</span>
            {onAdd && (
              <Button icon={Plus} onClick={() => onAdd(path)}>
                Add a mapping for {path.field}
              </Button>
            )}
          </li>
        ))}
        {types.map(name => (
          <li key={name}>
            <code className={styles.unmapped}>{name}</code>
            <span>Its fields are the properties of the same names.</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
