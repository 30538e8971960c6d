import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { TextField } from '../../parts/field.tsx'
import styles from './data.module.css'
import { useServiceFacts } from './use-collections.ts'

/** A collection by its name, for who may read it and not list them all. */
export function OpenCollection() {
  const navigate = useNavigate()
  const facts = useServiceFacts()
  const [db, setDb] = useState('')
  const [collection, setCollection] = useState('')
  const open = (event: FormEvent) => {
    event.preventDefault()
    if (collection.trim() === '') return
    const place = { ...(db.trim() && { db: db.trim() }), collection: collection.trim() }
    void navigate({ to: '/data/documents', search: place })
  }
  return (
    <Card title="Open a collection" beside={<span className="small quiet">whose documents you may read</span>}>
      <form className={styles.open} onSubmit={open}>
        {facts?.tier === 'dedicated' && (
          <TextField
            label="Database"
            placeholder={facts.defaultDatabase}
            autoComplete="off"
            spellCheck={false}
            value={db}
            onChange={event => setDb(event.target.value)}
          />
        )}
        <TextField
          label="Collection"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={collection}
          onChange={event => setCollection(event.target.value)}
        />
        <Button type="submit" disabled={collection.trim() === ''}>
          Open
        </Button>
      </form>
    </Card>
  )
}
