import RequestQueue from 'kafkajs/src/network/requestQueue/index.js'

const CHECK_AGAIN_MS = 10

/**
 * kafkajs 2.2.4 checks its queue of requests for ever, hundreds of times a second, with nothing in it: 3 % of a core
 * for an idle consumer, and a warning about negative time-outs. Ours looks again only when something waits.
 */
export function patchRequestQueue() {
  RequestQueue.prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
    if (this.pending.length === 0 || this.throttleCheckTimeoutId) return
    const delayMs = Math.max(this.throttledUntil - Date.now(), CHECK_AGAIN_MS)
    this.throttleCheckTimeoutId = setTimeout(() => {
      this.throttleCheckTimeoutId = null
      this.checkPendingRequests()
    }, delayMs)
  }
}
