import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Tracks connections that have not carried a request. Browsers open connections in advance, and Node counts such a
 * connection as busy, so that a shutdown would wait for a request that never comes. @returns a function that closes
 * them
 */
export function watchUnusedConnections(server: Server): () => void {
  const unused = new Set<Socket>()
  server.on('connection', socket => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  return () => {
    for (const socket of unused) socket.destroy()
  }
}
