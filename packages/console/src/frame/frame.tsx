import { Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import { useLeavesAfterRefusal } from '../api/use-leaves.ts'
import { InstallationBand } from '../parts/installation-band.tsx'
import { ReportLeakDialog } from '../parts/keys/report-leak-dialog.tsx'
import { OpenToReadersBar } from '../parts/open-to-readers-bar.tsx'
import { ToastRegion } from '../parts/toast.tsx'
import { EndingBar } from './ending-bar.tsx'
import styles from './frame.module.css'
import { KeyList } from './key-list.tsx'
import { Palette } from './palette.tsx'
import { SideColumn } from './side.tsx'
import { SideSheet } from './side-sheet.tsx'
import { TopBar } from './top-bar.tsx'
import { UnavailableBar } from './unavailable-bar.tsx'
import { UpgradeBar } from './upgrade-bar.tsx'
import { useShortcuts } from './use-shortcuts.ts'

type OpenPart = 'navigation' | 'palette' | 'keys' | 'leak'

/** The frame stands around every page. */
export function Frame() {
  const [open, setOpen] = useState<OpenPart>()
  useLeavesAfterRefusal()
  useShortcuts({ onPalette: () => setOpen('palette'), onKeys: () => setOpen('keys') })
  const [secret, setSecret] = useState('')
  const close = () => {
    setOpen(undefined)
    setSecret('')
  }
  const report = (pasted: string) => {
    setSecret(pasted)
    setOpen('leak')
  }
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <InstallationBand />
      <div className={styles.app}>
        <SideColumn />
        <div className={styles.main}>
          <TopBar onNavigation={() => setOpen('navigation')} onPalette={() => setOpen('palette')} />
          <main className={styles.page} id="main">
            <div className={styles.bars}>
              <OpenToReadersBar />
              <UpgradeBar />
              <UnavailableBar />
              <EndingBar />
            </div>
            <Outlet />
          </main>
        </div>
      </div>
      <SideSheet isOpen={open === 'navigation'} onChange={isOpen => !isOpen && close()} />
      {open === 'palette' && <Palette onClose={close} onLeak={report} />}
      {open === 'leak' && <ReportLeakDialog secret={secret} onClose={close} />}
      {open === 'keys' && <KeyList onClose={close} />}
      <ToastRegion />
    </>
  )
}
