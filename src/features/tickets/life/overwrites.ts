import { type APIOverwrite, OverwriteType, PermissionFlagsBits as P, PermissionsBitField } from 'discord.js'
import { rolesOfPanel } from '../rights/rights.ts'
import type { PanelDesign } from '../panels/contract.ts'
import type { PanelTeam } from '../panels/panel-team.ts'
import type { Ticket } from './rows.ts'

type Overwrite = Pick<APIOverwrite, 'id' | 'type' | 'allow' | 'deny'>
type Own = Parameters<typeof rolesOfPanel>[0]

const reading = P.ViewChannel | P.ReadMessageHistory
const writing = reading | P.SendMessages | P.AttachFiles | P.EmbedLinks
/** What the bot does in it. */
const working = writing | P.ManageChannels | P.ManageMessages

interface Facts {
  /** Its id is that of the role everyone has. */
  guildId: string
  botId: string
  /** What the bot holds in the server: Discord lets it say nothing else. */
  held: bigint
  ticket: Pick<Ticket, 'state' | 'openerId' | 'claimedById' | 'askedHereUntil'>
  /** Its panel's. */
  seats: PanelTeam & Pick<PanelDesign, 'claim_visibility'>
  own: Own
  guests: readonly { kind: 'user' | 'role'; targetId: string }[]
  /** A role that is gone must not be named. */
  roleExists(id: string): boolean
}

/**
 * Who sees a ticket's channel and who writes there, as it is now. Closed, it is the team's alone, but for an opener who
 * is asked there how it went.
 * Source: https://docs.discord.com/developers/topics/permissions#permission-overwrites
 */
export function ticketOverwrites(facts: Facts): Overwrite[] {
  const { guildId, botId, held, ticket, seats, own, guests, roleExists } = facts
  const { openerId, claimedById, askedHereUntil } = ticket
  const isClosed = ticket.state === 'closed' || ticket.state === 'deleted'
  const roles = rolesOfPanel(own, seats)
  const kept = claimedById === null ? 'everyone' : seats.claim_visibility
  const sayable = (held & P.Administrator) !== 0n ? PermissionsBitField.All : held
  const entry = (id: string, type: OverwriteType, allow: bigint, deny = 0n): Overwrite => ({
    id,
    type,
    allow: String(allow & sayable),
    deny: String(deny & sayable),
  })
  const role = (id: string, allow: bigint, deny = 0n) => entry(id, OverwriteType.Role, allow, deny)
  const person = (id: string, allow: bigint) => entry(id, OverwriteType.Member, allow)

  const team = {
    everyone: (id: string) => role(id, writing),
    read_only: (id: string) => role(id, reading, P.SendMessages),
    hidden: (id: string) => role(id, 0n, P.ViewChannel),
  }[kept]
  const listed = [
    role(guildId, 0n, P.ViewChannel),
    person(botId, working),
    ...roles.read.filter(roleExists).map(id => role(id, reading, P.SendMessages)),
    ...roles.answer.filter(roleExists).map(team),
    ...(isClosed ? [] : guests.filter(({ kind, targetId }) => kind === 'role' && roleExists(targetId))).map(
      ({ targetId }) => role(targetId, writing),
    ),
    ...(isClosed ? [] : guests.filter(({ kind }) => kind === 'user')).map(({ targetId }) => person(targetId, writing)),
    ...(claimedById !== null && kept !== 'everyone' ? [person(claimedById, writing)] : []),
    ...(openerId !== null && !isClosed ? [person(openerId, writing)] : []),
    // For pressing a star, nothing else.
    ...(openerId !== null && isClosed && askedHereUntil !== null
      ? [entry(openerId, OverwriteType.Member, reading, P.SendMessages)]
      : []),
  ]
  // Somebody in two of these has the last of them.
  return [...new Map(listed.map(one => [one.id, one])).values()]
}

const textOf = (overwrites: readonly Overwrite[]) =>
  overwrites
    .map(({ id, type, allow, deny }) => `${type} ${id} ${allow} ${deny}`)
    .toSorted()
    .join()

/** Whether two lists of overwrites say the same, in whatever order. */
export const sameOverwrites = (one: readonly Overwrite[], other: readonly Overwrite[]): boolean =>
  textOf(one) === textOf(other)

/**
 * What a channel's overwrites become: those we know of as wanted, those that people made stay, those in `dropped` go.
 */
export function mergedOverwrites(
  present: readonly Overwrite[],
  wanted: readonly Overwrite[],
  dropped: readonly string[],
): Overwrite[] {
  const ours = new Set([...wanted.map(({ id }) => id), ...dropped])
  return [...present.filter(({ id }) => !ours.has(id)), ...wanted]
}
