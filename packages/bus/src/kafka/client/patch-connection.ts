import { share } from '@sluice/bounds'
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
  const attempts = share((connection: Connection) => {
    connection.chunks = []
    connection.bytesBuffered = 0
    connection.bytesNeeded = SIZE_BYTES
    return connectAnew.call(connection)
  })

  Connection.prototype.connect = function (this: Connection) {
    return this.isConnected() ? Promise.resolve(true) : attempts.run(this)
  }

  const disconnectAgain = Connection.prototype.disconnect
  Connection.prototype.disconnect = function (this: Connection) {
    const isOver = this.connectionStatus === 'disconnected' && this.socket?.destroyed
    return isOver ? Promise.resolve(true) : disconnectAgain.call(this)
  }
}
