import { useSyncExternalStore } from 'react'
import type { ValueStore } from './store.ts'

export const useStore = <T>(store: Pick<ValueStore<T>, 'get' | 'subscribe'>): T =>
  useSyncExternalStore(store.subscribe, store.get)
