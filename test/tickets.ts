import { type APIMessage, ChannelType, OverwriteType, PermissionFlagsBits } from 'discord-api-types/v10'
import type { Settings } from '#contract'
import tickets from '#features/tickets/contract.ts'
import { controlsOf } from '#features/tickets/life/controls.ts'
import { act, insertTicket, type Ticket, ticketOf } from '#features/tickets/life/rows.ts'
import { defaultPanel, panelDesign, type PanelDesign } from '#features/tickets/panels/contract.ts'
import { ticketPanels, tickets as ticketRows } from '#features/tickets/table.ts'
import type { Harness } from './harness.ts'
import { textOf } from './member.ts'
import { until } from './until.ts'

/** A server whose team answers tickets: `moderator` has its role. */
export interface Desk {
  harness: Harness
  /** The support team's role. */
  teamRole: string
  /** Makes a panel, or changes it. */
  panel(change?: Partial<PanelDesign>): void
  configure(change: Partial<Settings<typeof tickets>>): void
  /** Opens a ticket for a member, with its channel and opening message. */
  open(login: string): Promise<Ticket>
  /** The ticket as its row is now. */
  now(ticket: Ticket): Ticket
  opening(ticket: Ticket): APIMessage
  /** The overwrites of its channel, by id. */
  overwrites(ticket: Ticket): Map<string, { allow: bigint; deny: bigint }>
  sees(ticket: Ticket, id: string): boolean
  writes(ticket: Ticket, id: string): boolean
  isKeptOut(ticket: Ticket, id: string): boolean
  reaches(ticket: Ticket, state: Ticket['state']): Promise<unknown>
  /** What was said in its channel. */
  said(ticket: Ticket): string[]
  /** Types a command. @returns the bot's answer to it, without other messages that the bot sends in the ticket */
  command(login: string, ticket: Ticket, text: string): Promise<string>
  /** The labels of the buttons under its opening message. */
  labels(ticket: Ticket): string[]
  /** Presses the button with this label on the newest message of the ticket's channel that has one. */
  press(login: string, ticket: Ticket, label: string): Promise<void>
}

const guildRoles = (harness: Harness) => harness.sandbox.context.world.guilds.get(harness.guildId)?.roles.values() ?? []

export function createTicketDesk(harness: Harness): Desk {
  const { guildId } = harness
  const services = () => harness.product.services
  const guild = () => {
    const found = services().client.guilds.cache.get(guildId)
    if (!found) throw new Error('no guild')
    return found
  }
  const teamRole = [...guildRoles(harness)].find(({ name }) => name === 'Moderator')?.id
  if (teamRole === undefined) throw new Error('no role for the team')
  const author = { userId: null, via: 'bot' } as const
  const now = (ticket: Ticket) => {
    const found = ticketOf(services(), guildId, ticket.id)
    if (!found) throw new Error('no ticket')
    return found
  }
  const design = () =>
    panelDesign.parse(services().db.select().from(ticketPanels).all().at(0)?.design ?? { title: defaultPanel.title })

  const overwrites: Desk['overwrites'] = ({ channelId }) => {
    const held = harness.sandbox.context.world.channels.get(channelId ?? '')?.channel
    const all = held && 'permission_overwrites' in held ? (held.permission_overwrites ?? []) : []
    return new Map(all.map(({ id, allow, deny }) => [id, { allow: BigInt(allow), deny: BigInt(deny) }]))
  }
  const { ViewChannel, SendMessages } = PermissionFlagsBits
  const has = (bits: bigint | undefined, wanted: bigint) => ((bits ?? 0n) & wanted) !== 0n

  const desk: Desk = {
    harness,
    overwrites,
    sees: (ticket, id) => has(overwrites(ticket).get(id)?.allow, ViewChannel),
    writes: (ticket, id) => has(overwrites(ticket).get(id)?.allow, SendMessages),
    isKeptOut: (ticket, id) => has(overwrites(ticket).get(id)?.deny, ViewChannel),
    reaches: (ticket, state) => until(`state ${state}`, () => now(ticket).state === state),
    said: ({ channelId }) => harness.messages(channelId ?? '').map(textOf),
    async command(login, { channelId }, text) {
      const { id } = await harness.as(login).say(channelId ?? '', text)
      const isAnswer = (one: APIMessage) => one.author.id === harness.botId && one.message_reference?.message_id === id
      return textOf(await until(`an answer to ${text}`, () => harness.messages(channelId ?? '').find(isAnswer)))
    },
    labels: ticket => buttonsOf(desk.opening(ticket)).map(({ label }) => label),
    teamRole,
    now,
    configure: change => void services().settings.write(guildId, tickets, change, author),
    panel(change = {}) {
      const all = { ...design(), ...change }
      services()
        .db.insert(ticketPanels)
        .values({ guildId, id: 'help', design: all, createdAt: 1 })
        .onConflictDoUpdate({ target: [ticketPanels.guildId, ticketPanels.id], set: { design: all } })
        .run()
    },
    async open(login) {
      const { userId } = harness.as(login)
      const at = services().now()
      const { db } = services()
      const number = db.select().from(ticketRows).all().length
      const row = insertTicket(services(), {
        guildId,
        number: number + 1,
        state: 'opening',
        panelId: 'help',
        panelTitle: design().title,
        kind: 'channel',
        name: `ticket-${login}-${number + 1}`,
        openerId: userId,
        openerName: login,
        openedAt: at,
        lastMessageAt: at,
        awaiting: 'team',
        awaitingSince: at,
      })
      const { botId } = harness
      const allow = ['ViewChannel', 'SendMessages', 'ReadMessageHistory'] as const
      const channel = await guild().channels.create({
        name: row.name,
        type: ChannelType.GuildText,
        permissionOverwrites: [
          { id: guildId, deny: ['ViewChannel'] },
          ...[botId, userId].map(id => ({ id, allow, type: OverwriteType.Member })),
          { id: teamRole, allow, type: OverwriteType.Role },
        ],
      })
      const sent = await channel.send({ content: 'opened', components: controlsOf(row, design()) })
      const opened = act(services(), row, 'opened', {
        change: { channelId: channel.id, openMessageId: sent.id },
        event: { kind: 'opened', by: { id: userId, name: login } },
      })
      if (!opened) throw new Error('not opened')
      return opened
    },
    opening(ticket) {
      const found = harness.messages(ticket.channelId ?? '').find(({ id }) => id === now(ticket).openMessageId)
      if (!found) throw new Error('no opening message')
      return found
    },
    async press(login, ticket, label) {
      const { message, customId } = await until(`a button ${label}`, () => {
        // Messages in other tickets may be gone.
        const shown = harness.shownTo(login).filter(one => one.channel_id === ticket.channelId)
        const all = [...harness.messages(ticket.channelId ?? ''), ...shown].toReversed()
        return all
          .flatMap(message =>
            buttonsOf(message).flatMap(one => (one.label === label ? [{ message, customId: one.custom_id }] : [])),
          )
          .at(0)
      })
      await harness.as(login).press(message, customId)
    },
  }
  desk.configure({ supportTeamRole: teamRole })
  desk.panel()
  return desk
}

interface ShownButton {
  label: string
  custom_id: string
  disabled?: boolean
}

/** The buttons under a message. */
export const buttonsOf = (message: APIMessage): ShownButton[] =>
  ((message.components ?? []) as unknown as { components?: ShownButton[] }[]).flatMap(({ components = [] }) =>
    components.filter(one => typeof one.label === 'string'),
  )
