import type { APIChannel, APIMessage } from 'discord-api-types/v10'
import { expect } from 'vitest'
import type { RunningSandbox } from '#sandbox/server.ts'
import { eventually } from './eventually.ts'

/** A demo account in the chat: everything goes through the REST routes that Discord's own client uses. */
export interface Member {
  id: string
  token: string
  /** @returns the answer's status and JSON */
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>
  channel(name: string): Promise<APIChannel>
  say(channel: string, content: string): Promise<APIMessage>
  /** Newest first. */
  messages(channel: string): Promise<APIMessage[]>
  /** What the bot answered to `message`: a reply to it. Waits for it. */
  answerTo(message: APIMessage): Promise<APIMessage>
  /** Says `content` and waits for the answer. */
  ask(channel: string, content: string): Promise<APIMessage>
}

/** Everything a person reads of a message: its text and that of its embeds. */
export function textOf(message: APIMessage): string {
  const embeds = message.embeds.flatMap(embed => [
    embed.author?.name,
    embed.title,
    embed.description,
    ...(embed.fields ?? []).flatMap(({ name, value }) => [name, value]),
    embed.footer?.text,
  ])
  return [message.content, ...embeds].filter(Boolean).join('\n')
}

export function createMember(sandbox: RunningSandbox, login: string, guildId: string): Member {
  const token = sandbox.tokenOf(login)
  const id = [...sandbox.context.world.accounts].find(([, account]) => account.login === login)?.[0] ?? ''

  const call: Member['call'] = async (method, path, body) => {
    const answer = await fetch(`${sandbox.api}/v10${path}`, {
      method,
      headers: { authorization: token, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: answer.status === 204 ? undefined : await answer.json() }
  }
  const expectOk = async <T>(answer: Promise<{ status: number; body: unknown }>): Promise<T> => {
    const { status, body } = await answer
    if (status >= 400) throw new Error(`${login} was refused: ${status} ${JSON.stringify(body)}`)
    return body as T
  }
  const channel: Member['channel'] = async name => {
    const all = await expectOk<APIChannel[]>(call('GET', `/guilds/${guildId}/channels`))
    const found = all.find(each => each.name === name)
    if (!found) throw new Error(`no channel '${name}'`)
    return found
  }
  const messages: Member['messages'] = async name =>
    expectOk<APIMessage[]>(call('GET', `/channels/${(await channel(name)).id}/messages?limit=100`))
  const answerTo: Member['answerTo'] = async message =>
    eventually(async () => {
      const list = await expectOk<APIMessage[]>(call('GET', `/channels/${message.channel_id}/messages?limit=100`))
      const answer = list.find(each => each.message_reference?.message_id === message.id)
      expect(answer, `an answer to '${message.content}'`).toBeDefined()
      return answer as APIMessage
    })
  const say: Member['say'] = async (name, content) =>
    expectOk<APIMessage>(call('POST', `/channels/${(await channel(name)).id}/messages`, { content }))

  return {
    id,
    token,
    call,
    channel,
    messages,
    say,
    answerTo,
    ask: async (name, text) => answerTo(await say(name, text)),
  }
}
