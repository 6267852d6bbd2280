import type { APIMessage, ReactionType } from 'discord-api-types/v10'
import { react, unreact } from '#sandbox/world/messages/reactions.ts'
import type { Menu, MenuDesign } from '#features/reactionroles/menus/contract.ts'
import type { Report } from '#features/reactionroles/repair/contract.ts'
import type { Harness } from './harness.ts'
import { textOf } from './member.ts'
import { controlsOn } from './ticket-panels.ts'
import { until } from './until.ts'
import type { Visitor } from './visitor.ts'

type Posted = Partial<Omit<MenuDesign, 'choices' | 'embeds'>> & {
  choices?: unknown[]
  id?: string
  revision?: number
  embeds?: unknown[]
}

/** Reaction role menus as people use them: the dashboard's API, button presses and reactions. */
export interface Menus {
  owner: Visitor
  under(path: string): string
  /** Makes a role that may be handed out. @returns its id */
  role(name: string): Promise<string>
  /** Saves a menu in #general and posts it. @returns its message and id */
  menu(design: Posted): Promise<{ id: string; message: APIMessage }>
  save(design: Posted): Promise<Menu>
  deploy(id: string): Promise<APIMessage>
  list(): Promise<Menu[]>
  /** Choices for a menu, one per role, each with an emoji. */
  choices(...roleIds: string[]): { id: string; role_id: string; emoji: string; label: string }[]
  /** Presses the button at this position. @returns the answer that the member gets */
  press(login: string, message: APIMessage, at: number): Promise<string>
  pick(login: string, message: APIMessage, values: readonly string[]): Promise<string>
  react(login: string, message: APIMessage, at: number, type?: ReactionType): void
  unreact(login: string, message: APIMessage, at: number): void
  reactors(message: APIMessage, at: number): string[]
  /** Which of these roles a member has, in the order of `roleIds`. */
  has(login: string, roleIds: readonly string[]): string[]
  /** Waits until, of these roles, a member has exactly the wanted ones. */
  holds(login: string, roleIds: readonly string[], wanted: readonly string[]): Promise<unknown>
  /** Waits until no role change is in progress for anybody. */
  settled(): Promise<unknown>
  report(): Promise<Report | null>
  /** The message as it is now. */
  now(message: APIMessage): APIMessage
}

export const emojis = ['🪵', '🌱', '🏺', '🧶', '🎲', '🎹', '📷', '🔭'] as const

export async function createMenus(harness: Harness): Promise<Menus> {
  const { guildId, sandbox } = harness
  const owner = await harness.signIn('owner')
  const under = (path: string) => `/api/guild/${guildId}/reactionroles${path}`
  const done = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const { status, body: answer } = await desk.owner.call(method, under(path), body)
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`)
    return answer as Record<string, unknown>
  }
  const { world } = sandbox.context
  const rolesOf = (login: string) => world.guilds.get(guildId)?.members.get(harness.as(login).userId)?.roles ?? []
  const now = (message: APIMessage) => {
    const found = harness.messages(message.channel_id).find(({ id }) => id === message.id)
    if (!found) throw new Error('the message is gone')
    return found
  }
  const told = async (login: string, act: () => Promise<void>) => {
    const before = harness.shownTo(login).map(({ id, edited_timestamp }) => `${id} ${edited_timestamp}`)
    await act()
    const answer = await until(`what ${login} is told`, () =>
      harness.shownTo(login).find(one => !before.includes(`${one.id} ${one.edited_timestamp}`) && textOf(one) !== ''),
    )
    return textOf(answer)
  }
  const emojiAt = (at: number) => emojis[at] ?? ''
  const desk: Menus = {
    owner,
    under,
    now,
    async role(name) {
      const made = await harness
        .as('owner')
        .rest<{ id: string }>('POST', `/guilds/${guildId}/roles`, { name, permissions: '0' })
      await until('the role to be known', () =>
        harness.product.services.client.guilds.cache.get(guildId)?.roles.cache.has(made.id),
      )
      return made.id
    },
    save: async design => (await done('POST', '/menus', design))['menu'] as Menu,
    async deploy(id) {
      const { message_id: messageId } = await done('POST', `/menus/${id}/deploy`)
      const found = [...world.channels.values()].flatMap(({ messages }) => messages.get(String(messageId)) ?? [])
      if (!found[0]) throw new Error('the menu was not posted')
      return found[0]
    },
    async menu(design) {
      const { id } = await desk.save({ name: 'What do you make?', channel_id: harness.channel('general'), ...design })
      return { id, message: await desk.deploy(id) }
    },
    list: async () => (await done('GET', '/menus'))['menus'] as Menu[],
    choices: (...roleIds) => roleIds.map((role_id, at) => ({ id: `c${at}`, role_id, emoji: emojiAt(at), label: '' })),
    press: (login, message, at) => told(login, () => harness.as(login).press(message, controlsOn(message)[at] ?? '')),
    pick: (login, message, values) =>
      told(login, () => harness.as(login).press(message, controlsOn(message)[0] ?? '', values)),
    react: (login, { channel_id, id }, at, type) =>
      react(sandbox.context, harness.as(login).userId, channel_id, id, emojiAt(at), type),
    unreact: (login, { channel_id, id }, at) =>
      unreact(sandbox.context, harness.as(login).userId, channel_id, id, emojiAt(at)),
    reactors: ({ id }, at) => [...(world.reactions.get(id)?.get(emojiAt(at)) ?? [])],
    has: (login, roleIds) => roleIds.filter(id => rolesOf(login).includes(id)),
    holds: (login, roleIds, wanted) =>
      until(`${login} to have ${wanted.length} of ${roleIds.length} roles`, () => {
        const has = desk.has(login, roleIds)
        return has.length === wanted.length && wanted.every(id => has.includes(id))
      }),
    settled: () =>
      until('nothing to be due', () => {
        const { n } = harness.product.services.db.$client
          .prepare('SELECT count(*) AS n FROM reactionrole_notes WHERE due IS NOT NULL')
          .get() as { n: number }
        return n === 0
      }),
    report: async () => (await done('GET', '/report'))['report'] as Report | null,
  }
  return desk
}
