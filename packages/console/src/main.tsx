import './look/tokens.css'
import './look/base.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { installation } from './look/installation.ts'
import { ofChunk } from './of-chunk.tsx'
import { SignInPage } from './pages/sign-in/sign-in-page.tsx'
import { StatePage } from './pages/sign-in/state-page.tsx'
import { session } from './session/session.ts'
import { useSession } from './session/use-session.ts'
import { tellTypedInTime } from './state/typed-texts.ts'
import { onMissingChunk } from './upgrade.ts'

const App = ofChunk(async () => (await import('./app.tsx')).App)

/** Somebody who is not signed in sees the sign-in, whatever the address is. */
function Root() {
  const current = useSession()
  switch (current.kind) {
    case 'restoring':
      return null
    case 'unknown':
      return <StatePage text="Sluice can not tell at the moment who you are. Trying again every few seconds." />
    case 'signed-out':
      return <SignInPage notice={current.notice} />
    default:
      return <App />
  }
}

addEventListener('vite:preloadError', onMissingChunk)
tellTypedInTime()
session.start()
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <CSPProvider nonce={installation.nonce}>
        <Root />
      </CSPProvider>
    </StrictMode>,
  )
}
