import { type APIOverwrite, OverwriteType, PermissionFlagsBits as P, PermissionsBitField } from 'discord.js'
import { rolesOfPanel } from '../rights/rights.ts'
import type { PanelDesign } from '../panels/contract.ts'
import type { PanelTeam } from '../panels/panel-team.ts'
import type { Ticket } from './rows.ts'

type Overwrite = Pick<APIOverwrite, 'id' | 'type' | 'allow' | 'deny'>
type Own = Parameters<typeof rolesOfPanel>[0]

const reading = P.ViewChannel | P.ReadMessageHistory
const writing = reading | P.SendMessages | P.AttachFiles | P.EmbedLinks
/** What the bot needs in it. */
const working = writing | P.ManageChannels | P.ManageMessages

interface Facts {
  /** Also the id of the @everyone role. */
  guildId: string
  botId: string
  /** The bot's permissions in the server: Discord accepts no others in an overwrite. */
  held: bigint
  ticket: Pick<Ticket, 'state' | 'openerId' | 'claimedById' | 'askedHereUntil'>
  /** The panel's team. */
  seats: PanelTeam & Pick<PanelDesign, 'claim_visibility'>
  own: Own
  guests: readonly { kind: 'user' | 'role'; targetId: string }[]
  /** An overwrite must not name a role that was deleted. */
  roleExists(id: string): boolean
}

/**
 * Returns who sees a ticket's channel and who writes there, in its present state. A closed ticket is visible to the
 * team alone, except for an opener who is asked there for a rating. Source:
 * https://docs.discord.com/developers/topics/permissions#permission-overwrites
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
    // Enough to press a star, and nothing else.
    ...(openerId !== null && isClosed && askedHereUntil !== null
      ? [entry(openerId, OverwriteType.Member, reading, P.SendMessages)]
      : []),
  ]
  // Of several entries for the same id, the last one wins.
  return [...new Map(listed.map(one => [one.id, one])).values()]
}

const textOf = (overwrites: readonly Overwrite[]) =>
  overwrites
    .map(({ id, type, allow, deny }) => `${type} ${id} ${allow} ${deny}`)
    .toSorted()
    .join()

/** Whether two lists of overwrites are equal, in any order. */
export const sameOverwrites = (one: readonly Overwrite[], other: readonly Overwrite[]): boolean =>
  textOf(one) === textOf(other)

/**
 * Merges a channel's overwrites: ours become as wanted, those that people added stay, those in `dropped` are removed.
 */
export function mergedOverwrites(
  present: readonly Overwrite[],
  wanted: readonly Overwrite[],
  dropped: readonly string[],
): Overwrite[] {
  const ours = new Set([...wanted.map(({ id }) => id), ...dropped])
  return [...present.filter(({ id }) => !ours.has(id)), ...wanted]
}
