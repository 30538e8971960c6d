import { LockOpen } from 'lucide-react'
import { isOpenToReaders } from '../look/installation.ts'
import { Bar } from './bar.tsx'

/** It can't be closed: what is typed here can be read on the way. */
export function OpenToReadersBar() {
  if (!isOpenToReaders()) return null
  return (
    <Bar look="warn" icon={LockOpen}>
      This page came over plain HTTP: passwords and keys can be read on the way. Whoever runs Sluice can set{' '}
      <code>TLS_CERT</code>.
    </Bar>
  )
}
