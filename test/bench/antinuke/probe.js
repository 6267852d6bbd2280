import { AsyncLocalStorage } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'

/**
 * Loaded before a measured bot, which does not know of it: notes for each request that changes something when the
 * gateway's bytes arrived in this process that it is an answer to, and when its own first bytes were handed out.
 */
const file = process.env['NUKEBENCH_PROBE'] ?? '/dev/null'
const unixMs = () => performance.timeOrigin + performance.now()
/** CPU time of this thread (ms): what other processes take does not count. */
const cpuMs = () => {
  // Linux counts a running thread at each tick (4 ms) alone, unless somebody asks for the whole process.
  process.cpuUsage()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
// A bench that was killed leaves nobody behind.
const parent = process.ppid
setInterval(() => process.ppid !== parent && process.exit(), 1000).unref()
const cause = new AsyncLocalStorage()
const causes = new WeakMap()

channel('net.client.socket').subscribe(({ socket }) => {
  const push = socket.push
  let isGateway = false
  socket.push = piece => {
    isGateway ||= piece?.subarray?.(0, 12).toString() === 'HTTP/1.1 101'
    return isGateway
      ? cause.run({ at: unixMs(), cpu: cpuMs() }, () => push.call(socket, piece))
      : push.call(socket, piece)
  }
})
channel('undici:request:create').subscribe(({ request }) => {
  if (request.method !== 'GET') causes.set(request, cause.getStore())
})
channel('http.client.request.created').subscribe(({ request }) => {
  if (request.method === 'GET') return
  causes.set(request, cause.getStore())
  // Its bytes leave once it has its connection.
  request.once('socket', () => process.nextTick(note, request))
})
channel('undici:client:sendHeaders').subscribe(({ request }) => {
  if (causes.has(request)) note(request)
})

function note(request) {
  const began = causes.get(request)
  const { method, path } = request
  const line = { method, path, receivedAt: began?.at, cpuMs: began && cpuMs() - began.cpu, sentAt: unixMs() }
  // Not before the bytes have left.
  setTimeout(() => appendFileSync(file, `${JSON.stringify(line)}\n`))
}
