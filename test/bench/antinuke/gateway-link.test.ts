import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openGatewayLink } from './gateway-link.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
})

/** Blocks the thread for this long. */
const keepBusy = (ms: number) => {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('a bot reads everything in the order in which it was sent, however late each piece and however busy the machine is', async () => {
  const gateway = createServer()
  open.push(() => gateway.close())
  gateway.listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  const { port } = gateway.address() as AddressInfo
  // Each piece is delayed less than the one before, and took a while to be read.
  const delays = [30, 20, 10, 0]
  const link = await openGatewayLink(new URL(`http://127.0.0.1:${port}`), () => {
    keepBusy(5)
    return delays.shift() ?? 0
  })
  open.push(() => link.close())

  const answered = once(gateway, 'connection') as Promise<[Socket]>
  const bot = connect(Number(new URL(link.address).port), '127.0.0.1')
  open.push(() => bot.destroy())
  const [discord] = await answered
  const read: Buffer[] = []
  const hasRead = (bytes: number) =>
    new Promise<void>(resolve => {
      const look = () => {
        if (Buffer.concat(read).length < bytes) return
        bot.off('data', look)
        resolve()
      }
      bot.on('data', look)
    })
  bot.on('data', piece => read.push(piece))
  const greeted = hasRead(5)
  discord.write('hello')
  await greeted

  // More than is read at once.
  const sent = Buffer.from(Array.from({ length: 150_000 }, (_, place) => `${place} `).join(''))
  const all = hasRead(5 + sent.length)
  discord.write(sent)
  await all
  expect(Buffer.concat(read).subarray(5).equals(sent)).toBe(true)
})
