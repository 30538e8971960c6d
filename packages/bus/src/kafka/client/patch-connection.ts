import Connection from 'kafkajs/src/network/connection.js'

const SIZE_BYTES = 4

/**
 * kafkajs 2.2.4 opens a second socket when it is asked to connect while it is connecting, reads both into one buffer,
 * and keeps half a message of a connection that was cut in front of the next one's: either ends in a RangeError that
 * nobody catches. Ours connects once at a time, and begins with an empty buffer. And a socket that is over is not ended
 * again with every look for a broker: each time it got one more listener.
 */
export function patchConnection() {
  const connectAnew = Connection.prototype.connect
  const underWay = new WeakMap<Connection, Promise<boolean>>()

  Connection.prototype.connect = function (this: Connection) {
    if (this.isConnected()) return Promise.resolve(true)
    const present = underWay.get(this)
    if (present) return present
    this.chunks = []
    this.bytesBuffered = 0
    this.bytesNeeded = SIZE_BYTES
    const attempt = connectAnew.call(this).finally(() => underWay.delete(this))
    underWay.set(this, attempt)
    return attempt
  }

  const disconnectAgain = Connection.prototype.disconnect
  Connection.prototype.disconnect = function (this: Connection) {
    const isOver = this.connectionStatus === 'disconnected' && this.socket?.destroyed
    return isOver ? Promise.resolve(true) : disconnectAgain.call(this)
  }
}
