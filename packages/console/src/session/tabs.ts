/** Tabs of one installation tell each other these. No token is among them. */
export type TabMessage = { kind: 'signed-in' | 'replaced' | 'signed-out' } | { kind: 'renewed'; seconds: number }

type TabListener = { signedIn(): void; replaced(): void; signedOut(): void; renewed(seconds: number): void }

/** Longest time that a tab waits before it does what one of them has to do, where the browser has no locks. */
const JITTER_MS = 2_000
const NAME = 'sluice.session'

/** The other tabs with this console in the same browser. */
export function openTabs(listener: TabListener) {
  const channel = new BroadcastChannel(NAME)
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    switch (data.kind) {
      case 'signed-in':
        return listener.signedIn()
      case 'replaced':
        return listener.replaced()
      case 'signed-out':
        return listener.signedOut()
      default:
        return listener.renewed(data.seconds)
    }
  })
  return {
    tell: (message: TabMessage): void => channel.postMessage(message),
    /** Does it in one tab. Over plain HTTP there are no locks: then whoever is first tells the others before they begin. */
    async alone(work: () => Promise<void>): Promise<void> {
      if ('locks' in navigator) return void (await navigator.locks.request(NAME, { ifAvailable: true }, run(work)))
      const random = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0
      await new Promise(resolve => setTimeout(resolve, random % JITTER_MS))
      await work()
    },
  }
}

const run = (work: () => Promise<void>) => (lock: Lock | null) => (lock ? work() : undefined)
