import type { APIMessage } from 'discord-api-types/v10'
import type { RunningSandbox } from '#sandbox/server.ts'
import { until } from './until.ts'

let completions = 0

type SlashValues = Record<string, string | number | boolean | File>
interface Choice {
  name: string
  value: string | number
}

/** A person in the sandbox who does what people do in a Discord client. */
export interface Member {
  userId: string
  token: string
  /** Calls the sandbox's REST API as this person: `rest('GET', '/users/@me')`. @throws Error with Discord's refusal */
  rest<T = unknown>(method: string, path: string, body?: unknown): Promise<T>
  say(channelId: string, content: string, more?: Record<string, unknown>, files?: readonly File[]): Promise<APIMessage>
  /** Runs a slash command: `slash(channelId, 'config show', { module: 'general' })`. */
  slash(channelId: string, path: string, options?: SlashValues): Promise<void>
  /** Types into an option of a slash command. @returns the bot's suggestions, once it has answered */
  complete(channelId: string, path: string, option: string, typed: string): Promise<readonly Choice[]>
  /** Chooses an entry in the menu of a message, or of a user by id. @throws Error when it is not offered */
  choose(channelId: string, title: string, target: APIMessage | string): Promise<void>
  /** Presses a button, or picks `values` in a menu, by its custom id. */
  press(message: APIMessage, customId: string, values?: readonly string[]): Promise<void>
}

/** Everything that a person can read in a message: its text and that of its embeds. */
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

interface ListedOption {
  name: string
  type: number
  options?: ListedOption[]
}
interface Listed {
  id: string
  name: string
  type: number
  options?: ListedOption[]
}

interface Sent {
  name: string
  type: number
  value?: unknown
  focused?: true
  options?: Sent[]
}

/** The filled-in options, nested in the subcommands that `words` name. */
function nested(
  known: readonly ListedOption[],
  words: readonly string[],
  fill: (inner: readonly ListedOption[]) => Sent[],
): Sent[] {
  const [word, ...deeper] = words
  if (word === undefined) return fill(known)
  const sub = known.find(option => option.name === word && option.type <= 2)
  if (!sub) throw new Error(`no subcommand ${word}`)
  return [{ name: word, type: sub.type, options: nested(sub.options ?? [], deeper, fill) }]
}

export function memberOf({ sandbox, applicationId, guildId }: Place, login: string): Member {
  const token = sandbox.tokenOf(login)
  const account = [...sandbox.context.world.accounts.values()].find(one => one.login === login)
  if (!account) throw new Error(`no account ${login}`)

  async function rest<T>(method: string, path: string, body?: unknown, files: readonly File[] = []): Promise<T> {
    const form = new FormData()
    if (files.length > 0) form.set('payload_json', JSON.stringify(body))
    for (const [place, file] of files.entries()) form.set(`files[${place}]`, file)
    const response = await fetch(`${sandbox.api}/v10${path}`, {
      method,
      headers: {
        authorization: token,
        ...(body !== undefined && files.length === 0 && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: files.length > 0 ? form : JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }

  const interact = (body: Record<string, unknown>, files: readonly File[] = []) =>
    rest<void>(
      'POST',
      '/interactions',
      { application_id: applicationId, guild_id: guildId, session_id: 'test', ...body },
      files,
    )

  async function offered(type: number, name: string): Promise<Listed> {
    const index = await rest<{ application_commands: Listed[] }>('GET', `/guilds/${guildId}/application-command-index`)
    const command = index.application_commands.find(one => one.name === name && one.type === type)
    if (!command) throw new Error(type === 1 ? `no slash command /${name}` : `no entry ${name} in the menu`)
    return command
  }

  return {
    userId: account.user.id,
    token,
    rest,
    say: (channelId, content, more = {}, files = []) =>
      rest('POST', `/channels/${channelId}/messages`, { content, ...more }, files),
    async slash(channelId, path, options = {}) {
      const [name = '', ...words] = path.split(' ')
      const command = await offered(1, name)
      const files: File[] = []
      const valueOf = (value: SlashValues[string]) => (value instanceof File ? String(files.push(value) - 1) : value)
      const fill = (known: readonly ListedOption[]) =>
        Object.entries(options).map(([option, value]) => ({
          name: option,
          type: known.find(one => one.name === option)?.type ?? 3,
          value: valueOf(value),
        }))
      const data = { id: command.id, name, type: 1, options: nested(command.options ?? [], words, fill) }
      await interact({ type: 2, channel_id: channelId, data }, files)
    },
    async complete(channelId, path, option, typed) {
      const [name = '', ...words] = path.split(' ')
      const command = await offered(1, name)
      const fill = (known: readonly ListedOption[]): Sent[] => [
        { name: option, type: known.find(one => one.name === option)?.type ?? 3, value: typed, focused: true },
      ]
      const data = { id: command.id, name, type: 1, options: nested(command.options ?? [], words, fill) }
      const nonce = `complete-${(completions += 1)}`
      await interact({ type: 4, channel_id: channelId, data, nonce })
      const id = [...sandbox.context.world.interactions.values()].find(one => one.nonce === nonce)?.id
      const answered = await until(`what is offered for ${option}`, () =>
        sandbox.requests().find(one => one.path.startsWith(`/interactions/${id}/`)),
      )
      return (answered.body as { data: { choices: Choice[] } }).data.choices
    },
    async choose(channelId, title, target) {
      const isUser = typeof target === 'string'
      const { id } = await offered(isUser ? 2 : 3, title)
      const data = { id, name: title, type: isUser ? 2 : 3, target_id: isUser ? target : target.id }
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
