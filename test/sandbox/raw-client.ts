import { GatewayIntentBits as Intent } from 'discord-api-types/v10'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { applicationOf } from '#sandbox/demo/environment.ts'
import type { RunningSandbox } from '#sandbox/server.ts'

interface Frame {
  op: number
  t: string | null
  s: number | null
  d: Record<string, unknown>
}

/** A gateway client that sends exactly what it is given. */
export interface RawClient {
  sandbox: RunningSandbox
  send(op: number, d: unknown): void
  say(text: string): void
  /** The first frame that fits, including past ones. */
  frame(fits: (frame: Frame) => boolean): Promise<Frame>
  event(type: string): Promise<Record<string, unknown>>
  frames: readonly Frame[]
  closed: Promise<number>
  close(code?: number): void
}

/** @param read turns a message of the socket into JSON; called with one message at a time, in their order */
export function connect(
  sandbox: RunningSandbox,
  query = 'v=10&encoding=json',
  read: (data: Buffer, binary: boolean) => string | Promise<string> = data => data.toString(),
): RawClient {
  const socket = new WebSocket(`${sandbox.url.replace('http', 'ws')}/gateway/?${query}`)
  const frames: Frame[] = []
  const waiting: { fits: (frame: Frame) => boolean; resolve: (frame: Frame) => void }[] = []
  let reading = Promise.resolve()
  socket.on('message', (data: Buffer, binary) => {
    reading = reading.then(async () => {
      const frame = JSON.parse(await read(data, binary)) as Frame
      frames.push(frame)
      for (const wait of waiting) if (wait.fits(frame)) wait.resolve(frame)
    })
  })
  const frame: RawClient['frame'] = fits =>
    new Promise(resolve => {
      const past = frames.find(fits)
      if (past) resolve(past)
      else waiting.push({ fits, resolve })
    })
  onTestFinished(() => socket.terminate())
  return {
    sandbox,
    frames,
    frame,
    send: (op, d) => socket.send(JSON.stringify({ op, d })),
    say: text => socket.send(text),
    event: async type => (await frame(({ t }) => t === type)).d,
    closed: new Promise(resolve => socket.on('close', resolve)),
    close: code => socket.close(code),
  }
}

/** The payload with which a bot identifies. */
export const identity = (sandbox: RunningSandbox, more: Record<string, unknown> = {}) => ({
  token: applicationOf(sandbox).token,
  intents: Intent.Guilds,
  properties: {},
  ...more,
})

export async function hello(sandbox: RunningSandbox): Promise<RawClient> {
  const client = connect(sandbox)
  await client.frame(({ op }) => op === 10)
  return client
}

export async function identified(sandbox: RunningSandbox, more?: Record<string, unknown>): Promise<RawClient> {
  const client = await hello(sandbox)
  client.send(2, identity(sandbox, more))
  await client.event('READY')
  return client
}

/** Waits for the answer to a heartbeat. Answers come in order, so everything sent before has arrived. */
export async function settled(client: RawClient): Promise<void> {
  const before = client.frames.length
  client.send(1, null)
  await client.frame(frame => frame.op === 11 && client.frames.indexOf(frame) >= before)
}
