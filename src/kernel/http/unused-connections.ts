import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Browsers open connections ahead of need. Node counts one that has not carried a request as busy, so that a shutdown
 * would wait for it as long as for a request that never comes. @returns closes them
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
