import { pageOf, textOf } from '../webhooks/webhook-search.ts'

export const APP_TABS = ['schema', 'explorer', 'versions', 'documents', 'settings', 'use'] as const
export type AppTab = (typeof APP_TABS)[number]

/** The address says by this which apps are listed. */
export type AppsSearch = { q?: string; page?: number }
/** The address says by this which app is shown, and which of its tabs. */
export type AppSearch = { id: string; tab?: AppTab }

type RawSearch = Readonly<Record<string, unknown>>
export function readAppsSearch(raw: RawSearch): AppsSearch {
  const q = textOf(raw.q)
  const page = pageOf(raw.page)
  return { ...(q && { q }), ...(page && { page }) }
}

export function readAppSearch(raw: RawSearch): AppSearch {
  const tab = APP_TABS.find(each => each === raw.tab)
  return { id: textOf(raw.id) ?? '', ...(tab && { tab }) }
}
