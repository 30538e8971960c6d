import { UserPen } from 'lucide-react'
import { areTypedSettings } from '../../domain/graphql/app-settings.ts'
import { areAppTexts } from '../../domain/graphql/app-text.ts'
import { Bar } from '../../parts/bar.tsx'
import { Button } from '../../parts/button.tsx'
import { KeptBar } from '../../parts/states/kept-bar.tsx'
import type { AppDraft } from './use-app-draft.ts'
import type { AppSettings } from './use-app-settings.ts'

type AppBarsProps = {
  draft: AppDraft
  settings: AppSettings
}

/** What was typed here before, and what somebody else has saved: of the texts, and of the settings. */
export const AppBars = ({ draft, settings }: AppBarsProps) => (
  <>
    <KeptBar page={draft.page} isDraft={areAppTexts} onRestore={draft.restore} />
    <KeptBar
      page={settings.page}
      isDraft={areTypedSettings}
      onRestore={settings.restore}
      note="It is of the settings."
    />
    {draft.isBehind && <ChangedTexts draft={draft} />}
    {settings.isBehind && <ChangedSettings settings={settings} />}
  </>
)

const ChangedTexts = ({ draft }: { draft: AppDraft }) => (
  <Bar
    look="warn"
    icon={UserPen}
    role="status"
    actions={
      <Button onClick={draft.isDirty ? draft.compare : draft.takeTheirs}>
        {draft.isDirty ? 'Compare' : 'Show it'}
      </Button>
    }
  >
    <b>Somebody has saved another version.</b>{' '}
    {draft.isDirty ? 'Nothing of yours is lost: compare the two.' : 'What you see is older.'}
  </Bar>
)

const ChangedSettings = ({ settings }: { settings: AppSettings }) => (
  <Bar
    look="warn"
    icon={UserPen}
    role="status"
    actions={
      <>
        <Button onClick={settings.keepMine}>Keep mine</Button>
        <Button onClick={settings.takeTheirs}>Take theirs</Button>
      </>
    }
  >
    <b>Somebody has saved other settings.</b> Nothing of yours is lost: what you have changed can be kept over theirs.
  </Bar>
)
