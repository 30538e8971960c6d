import RequestQueue from 'kafkajs/src/network/requestQueue/index.js'

const CHECK_AGAIN_MS = 10
const LOOK_FOR_LATE_MS = 500

/**
 * kafkajs 2.2.4 checks its queue of requests for ever, hundreds of times a second, with nothing in it: 3 % of a core
 * for an idle consumer, and a warning about negative time-outs. Ours looks again only when something waits, and for
 * answers that are late twice a second, not ten times on each connection.
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

  RequestQueue.prototype.scheduleRequestTimeoutCheck = function (this: RequestQueue) {
    this.destroy()
    this.requestTimeoutIntervalId = setInterval(() => {
      for (const request of [...this.inflight.values()]) {
        if (Date.now() - request.sentAt > request.requestTimeout) request.timeoutRequest()
      }
      if (!this.isConnected()) this.destroy()
    }, LOOK_FOR_LATE_MS)
  }
}
