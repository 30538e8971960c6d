import { useStore } from '../state/use-store.ts'
import { type SessionState, session } from './session.ts'

export const useSession = (): SessionState => useStore(session)
