import type { APIMessage } from 'discord-api-types/v10'
import type { RunningSandbox } from '#sandbox/server.ts'

/** Somebody in the sandbox who does what people do in a Discord client. */
export interface Member {
  userId: string
  token: string
  /** Calls the sandbox's REST API as this person: `rest('GET', '/users/@me')`. @throws Error with Discord's refusal */
  rest<T = unknown>(method: string, path: string, body?: unknown): Promise<T>
  say(channelId: string, content: string, more?: Record<string, unknown>): Promise<APIMessage>
  /** Runs a slash command: `slash(channelId, 'config show', { module: 'general' })`. */
  slash(channelId: string, path: string, options?: Record<string, string | number>): Promise<void>
  /** Presses a button, or picks `values` in a menu, by its custom id. */
  press(message: APIMessage, customId: string, values?: readonly string[]): Promise<void>
}

/** Everything a person reads of a message: its text and that of its embeds. */
export function textOf(message: APIMessage): string {
  const embeds = message.embeds.flatMap(({ author, title, description, fields = [], footer }) => [
    author?.name,
    title,
    description,
    ...fields.flatMap(({ name, value }) => [name, value]),
    footer?.text,
  ])
  return [message.content, ...embeds].filter(Boolean).join('\n')
}

interface Place {
  sandbox: RunningSandbox
  applicationId: string
  guildId: string
}

interface Listed {
  id: string
  name: string
  options?: { name: string; type: number; options?: { name: string; type: number }[] }[]
}

export function memberOf({ sandbox, applicationId, guildId }: Place, login: string): Member {
  const token = sandbox.tokenOf(login)
  const account = [...sandbox.context.world.accounts.values()].find(one => one.login === login)
  if (!account) throw new Error(`no account ${login}`)

  async function rest<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${sandbox.api}/v10${path}`, {
      method,
      headers: { authorization: token, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }

  const interact = (body: Record<string, unknown>) =>
    rest<void>('POST', '/interactions', {
      application_id: applicationId,
      guild_id: guildId,
      session_id: 'test',
      ...body,
    })

  return {
    userId: account.user.id,
    token,
    rest,
    say: (channelId, content, more = {}) => rest('POST', `/channels/${channelId}/messages`, { content, ...more }),
    async slash(channelId, path, options = {}) {
      const [name = '', sub] = path.split(' ')
      const index = await rest<{ application_commands: Listed[] }>(
        'GET',
        `/guilds/${guildId}/application-command-index`,
      )
      const command = index.application_commands.find(one => one.name === name)
      if (!command) throw new Error(`no slash command /${name}`)
      const group = command.options?.find(option => option.name === sub && option.type === 1)
      const known = (group ? group.options : command.options) ?? []
      const given = Object.entries(options).map(([option, value]) => ({
        name: option,
        type: known.find(one => one.name === option)?.type ?? 3,
        value,
      }))
      const data = { id: command.id, name, type: 1, options: group ? [{ name: sub, type: 1, options: given }] : given }
      await interact({ type: 2, channel_id: channelId, data })
    },
    async press(message, customId, values) {
      const data = values
        ? { component_type: 3, custom_id: customId, values }
        : { component_type: 2, custom_id: customId }
      await interact({
        type: 3,
        channel_id: message.channel_id,
        message_id: message.id,
        message_flags: message.flags ?? 0,
        data,
      })
    },
  }
}
