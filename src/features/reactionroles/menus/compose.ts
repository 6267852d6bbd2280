import { createHash } from 'node:crypto'
import type { Guild, Message } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { pickChoices, pressChoice } from '../choosing/press.ts'
import { type MenuDesign, typedKey } from './contract.ts'
import { menusAt, type StoredMenu } from './rows.ts'
import {
  type MenuControlIds,
  type MenuText,
  menuRows,
  menuText,
  type RoleName,
  type Row,
  shownChoices,
} from './template.ts'

/** Discord's: rows of a message. */
export const mostRows = 5

export const roleNames =
  ({ roles }: Guild): RoleName =>
  id =>
    roles.cache.get(id)?.name

const idsOf = (menuId: string): MenuControlIds => ({
  button: choiceId => pressChoice.id({ menuId, choiceId }),
  select: () => pickChoices.id({ menuId }),
})

/** A button or option with an emoji of the server that was deleted is refused by Discord: it goes without. */
function withoutGone(guild: Guild, design: MenuDesign): MenuDesign {
  const isThere = (emoji: string) => {
    const id = /:(\d{17,20})>$/.exec(emoji.trim())?.[1]
    return id === undefined || guild.emojis.cache.has(id)
  }
  return { ...design, choices: design.choices.map(one => (isThere(one.emoji) ? one : { ...one, emoji: '' })) }
}

/** The rows by which members choose from a menu as it would be posted now. */
export const rowsOf = (guild: Guild, { id, design }: Pick<StoredMenu, 'id' | 'design'>): Row[] =>
  menuRows(withoutGone(guild, design), roleNames(guild), idsOf(id))

export const textOf = (guild: Guild, design: MenuDesign): MenuText => menuText(design, roleNames(guild))

/** The emoji of a menu of reactions, as they are typed, in their order. */
export const emojisOf = (guild: Guild, design: MenuDesign): string[] =>
  design.kind === 'reactions'
    ? shownChoices(withoutGone(guild, design), roleNames(guild)).flatMap(one => one.emoji || [])
    : []

/** Tells whether what members see of a menu has changed since it was posted. */
export const hashOf = (guild: Guild, menu: Pick<StoredMenu, 'id' | 'design'>): string => {
  const { design } = menu
  const shown = {
    text: design.source === 'written' ? textOf(guild, design) : undefined,
    rows: rowsOf(guild, menu),
    emojis: emojisOf(guild, design).map(typedKey),
    place: design.source === 'written' ? design.channel_id : design.attached_id,
  }
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)
}

/** Whether a row of a message belongs to one of our menus. */
const isOurs = (row: { components?: readonly { customId?: string | null }[] }): boolean =>
  (row.components ?? []).some(one => one.customId?.startsWith('reactionroles:') ?? false)

/** What else stands below a message of ours. */
export function foreignRows({ components }: Pick<Message, 'components'>): unknown[] {
  return components.filter(row => !isOurs(row as unknown as Parameters<typeof isOurs>[0])).map(row => row.toJSON())
}

/** The menus of a message with one as it is to stand there from now on, or without it. */
export const standingAt = (
  services: Pick<Services, 'db' | 'memory'>,
  guildId: string,
  messageId: string,
  { put, without }: { put?: StoredMenu; without?: string },
): StoredMenu[] => {
  const known = menusAt(services, guildId, messageId).filter(({ id }) => id !== put?.id && id !== without)
  return [...known, ...(put ? [put] : [])].toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
}

/** What tells the emoji apart that menus of a message need there. */
export const neededEmojis = (guild: Guild, standing: readonly StoredMenu[]): ReadonlySet<string> =>
  new Set(standing.flatMap(({ design }) => emojisOf(guild, design).map(typedKey)))
