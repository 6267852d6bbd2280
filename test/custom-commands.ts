import type { APIMessage } from 'discord-api-types/v10'
import type { CustomCommand } from '#features/customcommands/design/contract.ts'
import { emptyMessage, type MessageDraft } from '#kit/message/contract.ts'
import type { Harness } from './harness.ts'
import { textOf } from './member.ts'
import { until } from './until.ts'
import type { Visitor } from './visitor.ts'

type Posted = Partial<Omit<CustomCommand, 'answers' | 'arguments'>> & {
  answers?: unknown[]
  arguments?: unknown[]
  text?: string
}

/** Custom commands as people use them: the dashboard's API, and messages. */
export interface Commands {
  owner: Visitor
  under(path: string): string
  /** @param posted.text the content of its only answer */
  post(posted: Posted, visitor?: Visitor): Promise<{ status: number; body: unknown }>
  save(posted: Posted): Promise<CustomCommand>
  list(): Promise<CustomCommand[]>
  /** Types into #general. @returns the bot's answer */
  ask(login: string, text: string, channelName?: string): Promise<APIMessage>
  /** The same as text. */
  told(login: string, text: string, channelName?: string): Promise<string>
  /** What the bot wrote in #general because of `act`, up to its answer to a later command. */
  writtenDuring(act: () => Promise<unknown>): Promise<string[]>
  /** Makes a role. @returns its id */
  role(name: string, permissions?: bigint): Promise<string>
  /** Gives a member exactly these roles. */
  wear(login: string, roleIds: readonly string[]): Promise<void>
  rolesOf(login: string): string[]
}

export const answerWith = (content: string, more: Partial<MessageDraft> = {}): MessageDraft => ({
  ...emptyMessage,
  content,
  ...more,
})

export async function createCommands(harness: Harness): Promise<Commands> {
  const { guildId, sandbox } = harness
  const owner = await harness.signIn('owner')
  const under = (path: string) => `/api/guild/${guildId}/customcommands${path}`
  const post = ({ text, ...posted }: Posted, visitor = owner) =>
    visitor.call('POST', under('/commands'), {
      ...posted,
      ...(text !== undefined && { answers: [answerWith(text)] }),
    })
  const rolesOf = (login: string) =>
    sandbox.context.world.guilds.get(guildId)?.members.get(harness.as(login).userId)?.roles ?? []
  const ask = async (login: string, text: string, channelName = 'general') =>
    harness.answerTo(await harness.as(login).say(harness.channel(channelName), text))
  const written = () => harness.messages(harness.channel('general')).filter(({ author }) => author.id === harness.botId)
  const guild = () => harness.product.services.client.guilds.cache.get(guildId)
  return {
    owner,
    under,
    post,
    ask,
    rolesOf,
    async save(posted) {
      const { status, body } = await post(posted)
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
      return (body as { command: CustomCommand }).command
    },
    list: async () => ((await owner.call('GET', under('/commands'))).body as { commands: CustomCommand[] }).commands,
    told: async (login, text, channelName) => textOf(await ask(login, text, channelName)),
    async writtenDuring(act) {
      const before = written().length
      await act()
      await harness.heard()
      await ask('member8', '.ping')
      return written().slice(before, -1).map(textOf)
    },
    async role(name, permissions = 0n) {
      const made = await harness
        .as('owner')
        .rest<{ id: string }>('POST', `/guilds/${guildId}/roles`, { name, permissions: String(permissions) })
      await until('the role to be known', () => guild()?.roles.cache.has(made.id))
      return made.id
    },
    async wear(login, roleIds) {
      const { userId } = harness.as(login)
      await harness.as('owner').rest('PATCH', `/guilds/${guildId}/members/${userId}`, { roles: roleIds })
      await until('the roles to be known', () => {
        const known = guild()?.members.cache.get(userId)?.roles.cache
        return roleIds.every(id => known?.has(id) === true) && known?.size === roleIds.length + 1
      })
    },
  }
}
