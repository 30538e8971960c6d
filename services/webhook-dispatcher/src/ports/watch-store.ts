import type { WatchRecord } from '@sluice/contracts'

/** What makes events wanted for a while. Each write is a change of the topic `watches`. */
export type WatchStore = {
  /** At most one runs at a time. @returns this one, or the one that runs */
  startRecording(recording: WatchRecord): Promise<WatchRecord>
  recording(id: string): Promise<WatchRecord | undefined>
  put(watch: WatchRecord): Promise<void>
  /** Removes a watch that has ended or is about to. Followers are not told, because each knows the end itself. */
  remove(id: string): Promise<void>
  /** Removes what ended before this moment. */
  forgetBefore(moment: Date): Promise<void>
}
