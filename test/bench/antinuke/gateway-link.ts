import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The way from the gateway to a bot: what Discord sends arrives late, in its order. */
export interface GatewayLink {
  /** What `conditions.gatewayAddress` takes. */
  address: string
  /** When an entry of the audit log was delivered (Unix ms), by its id. */
  deliveredAt(entryId: string): number | undefined
  /** Cuts every connection. */
  cut(): void
  close(): Promise<void>
}

const entryEvent = 'GUILD_AUDIT_LOG_ENTRY_CREATE'
const unixMs = () => performance.timeOrigin + performance.now()

/**
 * Listens on this machine and passes everything on.
 * @param to the sandbox, 'http://127.0.0.1:3100'
 * @param delayMs drawn for each piece that the gateway sends
 */
export async function openGatewayLink(to: URL, delayMs: () => number): Promise<GatewayLink> {
  const delivered = new Map<string, number>()
  const sockets = new Set<Socket>()

  /** Frames to a client are not masked, and bots that do not ask for compression get JSON. */
  function noteEntries(piece: Buffer): void {
    if (!piece.includes(entryEvent)) return
    const text = piece.toString('latin1')
    for (const part of text.split(entryEvent).slice(1)) {
      const [, id] = /"id":"(\d+)"/.exec(part) ?? []
      if (id !== undefined && !delivered.has(id)) delivered.set(id, unixMs())
    }
  }

  const server = createServer(bot => {
    const gateway = connect(Number(to.port), to.hostname)
    let last = 0
    let opened = false
    for (const [socket, other] of [
      [bot, gateway],
      [gateway, bot],
    ] as const) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    bot.on('data', piece => gateway.write(piece))
    gateway.on('data', piece => {
      const deliver = () => {
        if (bot.destroyed) return
        noteEntries(piece)
        bot.write(piece)
      }
      // The handshake has no delay: what is measured begins after it.
      const late = opened ? delayMs() : 0
      opened = true
      last = Math.max(last, performance.now() + late)
      const wait = last - performance.now()
      if (wait < 1 && late === 0) deliver()
      else setTimeout(deliver, wait)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    address: `ws://127.0.0.1:${port}/gateway`,
    deliveredAt: id => delivered.get(id),
    cut: () => sockets.forEach(socket => void socket.destroy()),
    async close() {
      sockets.forEach(socket => void socket.destroy())
      server.close()
      await once(server, 'close')
    },
  }
}
