import type { APIMessage, APIRole } from 'discord-api-types/v10'
import { expect } from 'vitest'
import tickets from '#features/tickets/contract.ts'
import { deleteTicket } from '#features/tickets/life/close.ts'
import { openedForBy } from '#features/tickets/life/opened-for.ts'
import { type Ticket, ticketOf, ticketsIn } from '#features/tickets/life/rows.ts'
import { unban } from '#sandbox/world/members/bans.ts'
import { leaveGuild } from '#sandbox/world/members/departure.ts'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { createHarness, type Harness } from '../harness.ts'
import { controlsOn } from '../ticket-panels.ts'
import { until } from '../until.ts'
import {
  deletedAfter,
  type Login,
  logins,
  opener,
  owner,
  type PanelId,
  panels,
  type Role,
  roles,
} from './participants.ts'
import { rolesAtFirst, titles, type Visibility, type Wish } from './participants.ts'

/** A server with two panels and two teams, in which one ticket after another is played. */
export interface Stage {
  harness: Harness
  roleId: Readonly<Record<Role, string>>
  /** By their purpose. */
  categories: Readonly<Record<'open' | 'billing' | 'closed' | 'elsewhere', string>>
  /** Applies the settings and opens a ticket. */
  open(wish: Wish): Promise<Ticket>
  /** The ticket as its row is now. */
  now(ticket: Ticket): Ticket
  save(panel: PanelId, change: { claim_visibility: Visibility }): Promise<void>
  /** Calls the dashboard as somebody who is signed in there. */
  call(login: Login, method: string, path: string, body?: object): Promise<{ status: number; body: unknown }>
  pass(minutes: number): Promise<void>
  setRoles(login: Login, held: Iterable<Role>): Promise<unknown>
  leave(login: Login, how: 'leaves' | 'is kicked' | 'is banned'): Promise<void>
  join(login: Login): void
  /** Deletes what is left of a ticket and brings everybody back. */
  clear(ticket: Ticket): Promise<void>
}

export async function createStage(): Promise<Stage> {
  const clock: { harness?: Harness } = {}
  const harness = await createHarness({
    now: () => clock.harness?.sandbox.context.now() ?? Date.now(),
    writesPerMinute: 100_000,
  })
  clock.harness = harness
  const { guildId, sandbox } = harness
  const { context } = sandbox
  const channelId = harness.channel('general')
  const owners = harness.as(owner)
  const made = async (kind: string, body: object) =>
    (await owners.rest<{ id: string }>('POST', `/guilds/${guildId}/${kind}`, body)).id
  const role = (name: Role) => made('roles', { name, permissions: '0', mentionable: true } satisfies Partial<APIRole>)
  const category = (name: string) => made('channels', { name, type: 4 })
  const roleId = { support: await role('support'), billing: await role('billing'), watch: await role('watch') }
  const categories = {
    open: await category('open'),
    billing: await category('billing'),
    closed: await category('closed'),
    elsewhere: await category('elsewhere'),
  }
  await harness.heard()
  const memberOf = (login: Login) => context.world.guilds.get(guildId)?.members.get(harness.as(login).userId)
  const others = new Map(logins.map(login => [login, [...(memberOf(login)?.roles ?? [])]]))
  const limits = { maxTicketsPerUser: 20, maxOpenTickets: 200, rateLimitEnabled: false }
  const services = () => harness.product.services
  const settings = { openCategories: [categories.open], defaultOpen: categories.open }
  services().settings.write(
    guildId,
    tickets,
    {
      ...settings,
      ...limits,
      userLimits: { default: 20, premium: 20, vip: 20 },
      closedCategories: [categories.closed],
      defaultClosed: categories.closed,
      additionalRoles: [{ id: roleId.watch, name: 'watch' }],
      supportTeamRole: roleId.support,
      twoStepTicket: false,
    },
    { userId: null, via: 'bot' },
  )

  const sessions = new Map<Login, string>()
  const call: Stage['call'] = async (login, method, path, body) => {
    const cookie = sessions.get(login)
    const at = `/api/guild/${guildId}/tickets${path}`
    const answer = cookie && (await harness.visitor().call(method, at, body, { cookie }))
    if (answer && answer.status !== 401) return answer
    const visitor = await harness.signIn(login)
    sessions.set(login, visitor.cookies())
    return visitor.call(method, at, body)
  }
  const post = async (path: string, body: object) => {
    const answer = await call(owner, 'POST', path, body)
    expect([path, answer]).toMatchObject([path, { status: 200 }])
    return answer.body
  }
  const designs: Readonly<Record<PanelId, object>> = {
    help: { id: 'help', title: titles.help },
    billing: {
      id: 'billing',
      title: titles.billing,
      categories: [categories.billing],
      support_team_view: false,
      support_roles: [roleId.billing],
    },
  }
  const save = async (panel: PanelId, change: object) =>
    void (await post('/panels', { ...designs[panel], max_open: 0, channel_id: channelId, ...change }))
  for (const panel of panels) await save(panel, {})
  const { message_id } = (await post('/panels/help/deploy', { channelId })) as { message_id: string }
  const posted = await until('the panel', () => harness.messages(channelId).find(({ id }) => id === message_id))

  const open = async (openedBy: Wish['openedBy']): Promise<void> => {
    if (openedBy === 'press') return harness.as(opener).press(posted, controlsOn(posted)[0] ?? '')
    const { userId } = harness.as(opener)
    if (openedBy === 'command') return void (await owners.say(channelId, `.desk open <@${userId}> Help`))
    await post('/open-for', { panelId: 'help', memberId: userId, key: crypto.randomUUID() })
  }

  const stage: Stage = {
    harness,
    roleId,
    categories,
    save,
    now(ticket) {
      const found = ticketOf(services(), guildId, ticket.id)
      if (!found) throw new Error('no ticket')
      return found
    },
    call,
    async open({ kind, rules, closesOnLeave, asks, twoSteps, inactive, openedBy }) {
      for (const panel of panels)
        await save(panel, {
          kind,
          close_on_leave: closesOnLeave,
          feedback: asks !== 'nobody',
          claim_visibility: rules[panel].visibility,
          auto_claim: rules[panel].autoClaim,
          max_duration: rules[panel].longest,
          auto_delete: rules[panel].deletes,
          auto_delete_time: deletedAfter,
        })
      await post('/general', { twoStepClose: twoSteps })
      const silence = {
        autoCloseInactive: inactive !== null,
        ...(inactive !== null && { inactiveThreshold: inactive }),
      }
      await post('/limits', { limits: { ...limits, ...silence } })
      const account = context.world.accounts.get(harness.as(opener).userId)
      if (account) account.directMessagesClosed = asks === 'there'
      await open(openedBy)
      const ticket = await until('a ticket', () => ticketsIn(services(), guildId, ['open'])[0])
      expect(openedForBy(services(), ticket)?.byId).toBe(openedBy === 'press' ? undefined : owners.userId)
      return ticket
    },
    async pass(minutes) {
      sandbox.advance(minutes * 60_000)
      // Also runs what becomes due because of these jobs.
      for (let turn = 0; turn < 4; turn += 1) {
        await services().scheduler.tick()
        sandbox.advance(2000)
      }
    },
    setRoles: (login, held) =>
      owners.rest('PATCH', `/guilds/${guildId}/members/${harness.as(login).userId}`, {
        roles: [...(others.get(login) ?? []), ...Array.from(held, name => roleId[name])],
      }),
    async leave(login, how) {
      const { userId } = harness.as(login)
      if (how === 'leaves') leaveGuild(context, userId, guildId)
      else
        await owners.rest(
          how === 'is kicked' ? 'DELETE' : 'PUT',
          `/guilds/${guildId}/${how === 'is kicked' ? 'members' : 'bans'}/${userId}`,
          how === 'is kicked' ? undefined : {},
        )
    },
    join(login) {
      const { userId } = harness.as(login)
      const isBanned = context.world.guilds.get(guildId)?.bans.has(userId) === true
      if (isBanned) unban(context, { userId: owners.userId }, guildId, userId)
      joinGuild(context, userId, guildId)
      others.set(login, [])
    },
    async clear(ticket) {
      const row = stage.now(ticket)
      if (row.state !== 'deleted') await deleteTicket(services(), row, { by: null })
      await until('the channel to go', () => !context.world.channels.has(row.channelId ?? ''))
      for (const login of logins) {
        if (!memberOf(login)) stage.join(login)
        const held = new Set(memberOf(login)?.roles)
        const wanted = rolesAtFirst[login] ?? []
        if (roles.some(name => held.has(roleId[name]) !== wanted.includes(name))) await stage.setRoles(login, wanted)
      }
    },
  }
  for (const login of logins) await stage.setRoles(login, rolesAtFirst[login] ?? [])
  return stage
}

/** The messages of a ticket's channel, oldest first. */
export const messagesOf = ({ harness }: Stage, { channelId }: Ticket): APIMessage[] => harness.messages(channelId ?? '')
