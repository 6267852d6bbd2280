import { createInflate, createZstdDecompress, inflateSync, type Inflate, type ZstdDecompress } from 'node:zlib'
import { GatewayDispatchEvents as Event } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { connect, identity, settled } from '#test/sandbox/raw-client.ts'
import { startSandbox } from '#test/sandbox.ts'

/** Unpacks each message of the socket by one decompressor, as clients do; each has to be whole on its own. */
function unpacker(stream: Inflate | ZstdDecompress) {
  let parts: Buffer[] = []
  stream.on('data', (part: Buffer) => parts.push(part))
  return async (data: Buffer) => {
    parts = []
    stream.write(data)
    await new Promise<void>(resolve => {
      const look = () => {
        if (isWhole(Buffer.concat(parts).toString())) resolve()
        else setImmediate(look)
      }
      look()
    })
    return Buffer.concat(parts).toString()
  }
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** What each message ends with: zlib's flush marker; zstd has none. */
const methods = [
  ['zlib-stream', () => createInflate(), /0000ffff$/],
  ['zstd-stream', () => createZstdDecompress(), /./],
] as const
test.each(methods)('%s: every payload is one message, unpacked by one stream, in order', async (...method) => {
  const [compress, create, end] = method
  const sandbox = await startSandbox()
  const messages: Buffer[] = []
  const unpack = unpacker(create())
  const client = connect(sandbox, `v=10&encoding=json&compress=${compress}`, (data, binary) => {
    expect(binary).toBe(true)
    messages.push(data)
    return unpack(data)
  })
  await client.frame(({ op }) => op === 10)
  client.send(2, identity(sandbox))
  const [guildId = ''] = sandbox.context.world.guilds.keys()
  await client.event('GUILD_CREATE')
  const names = Array.from({ length: 200 }, (_, index) => `${index} ${'tide '.repeat(index * 7)}`)
  const deletion = (role_id: string) => ({
    type: Event.GuildRoleDelete,
    data: { guild_id: guildId, role_id },
    audience: { guildId },
  })
  for (const name of names) sandbox.context.emit(deletion(name))
  await settled(client)
  expect(client.frames.filter(({ t }) => t === Event.GuildRoleDelete).map(({ d }) => d['role_id'])).toEqual(names)
  expect(messages).toHaveLength(client.frames.length)
  for (const message of messages) expect(message.toString('hex')).toMatch(end)
  // What closes the connection comes after what was said before.
  sandbox.context.emit(deletion('last'))
  sandbox.gateway.drop(4000)
  expect(await client.closed).toBe(4000)
  await client.frame(({ d }) => d?.['role_id'] === 'last')
})

test('an unknown compression is refused', async () => {
  expect(await connect(await startSandbox(), 'v=10&encoding=json&compress=lzma').closed).toBe(4002)
})

test('a client that identifies with compress gets large payloads compressed one by one', async () => {
  const sandbox = await startSandbox()
  const kinds = new Set<boolean>()
  const client = connect(sandbox, undefined, (data, binary) => {
    kinds.add(binary)
    return (binary ? inflateSync(data) : data).toString()
  })
  await client.frame(({ op }) => op === 10)
  client.send(2, identity(sandbox, { compress: true }))
  expect((await client.event('GUILD_CREATE'))['name']).toBe('Tidewater Makers')
  expect(kinds).toEqual(new Set([false, true]))
})
