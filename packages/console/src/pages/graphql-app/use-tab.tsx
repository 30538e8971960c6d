import { useState } from 'react'
import type { ShownApp } from '../../api/apps.ts'
import { appSnippets } from '../../domain/graphql/app-snippets.ts'
import { endpointOf } from '../../domain/graphql/endpoint.ts'
import { Card } from '../../parts/card.tsx'
import { Code } from '../../parts/code.tsx'
import { CopyButton } from '../../parts/export/copy-button.tsx'
import { Segments } from '../../parts/form/segments.tsx'

const QUERY = '{ __typename }'

/** Lines that ask this app. They read the key from the environment, so that it stands in no history of a shell. */
export function UseTab({ app }: { app: ShownApp }) {
  const snippets = appSnippets(`${location.origin}${endpointOf(app)}`, QUERY)
  const [language, setLanguage] = useState('curl')
  const text = snippets.find(snippet => snippet.language === language)?.text ?? ''
  return (
    <Card
      title="Use it"
      beside={<span className="small quiet">with an API key in SLUICE_KEY</span>}
      actions={<CopyButton text={text} what="the lines" />}
    >
      <Segments
        label="Language"
        segments={snippets.map(snippet => ({ value: snippet.language, label: snippet.language }))}
        value={language}
        onChange={setLanguage}
      />
      <Code text={text} />
    </Card>
  )
}
