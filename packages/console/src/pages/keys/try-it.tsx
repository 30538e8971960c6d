import { Tabs } from '@base-ui/react/tabs'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { keySnippets } from '../../domain/snippets.ts'
import { IconButton } from '../../parts/button.tsx'
import { Code } from '../../parts/code.tsx'
import { copyText } from '../../parts/export/copy-text.ts'
import { showToast } from '../../parts/toast.tsx'
import styles from './keys.module.css'

/** Lines that try the key. They read it from the environment, so that it stands in no history of a shell. */
export function TryIt() {
  const snippets = keySnippets(location.origin)
  const [language, setLanguage] = useState('curl')
  const shown = snippets.find(snippet => snippet.language === language)
  const copy = async () => {
    if (shown && (await copyText(shown.text))) showToast('The lines are copied.')
  }
  return (
    <Tabs.Root className={styles.try} value={language} onValueChange={value => setLanguage(String(value))}>
      <div className={styles.tryHead}>
        <span>Try it</span>
        <Tabs.List className={styles.tabs} aria-label="Language">
          {snippets.map(snippet => (
            <Tabs.Tab key={snippet.language} value={snippet.language}>
              {snippet.language}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <IconButton icon={Copy} name="Copy the lines" onClick={() => void copy()} />
      </div>
      {snippets.map(snippet => (
        <Tabs.Panel key={snippet.language} value={snippet.language}>
          <Code text={snippet.text} />
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  )
}
