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

/** Discord's limit of rows in a message. */
export const mostRows = 5

export const roleNames =
  ({ roles }: Guild): RoleName =>
  id =>
    roles.cache.get(id)?.name

const idsOf = (menuId: string): MenuControlIds => ({
  button: choiceId => pressChoice.id({ menuId, choiceId }),
  select: () => pickChoices.id({ menuId }),
})

/** Removes deleted emojis of the server: Discord refuses buttons and options that have one. */
function withoutGone(guild: Guild, design: MenuDesign): MenuDesign {
  const isThere = (emoji: string) => {
    const id = /:(\d{17,20})>$/.exec(emoji.trim())?.[1]
    return id === undefined || guild.emojis.cache.has(id)
  }
  return { ...design, choices: design.choices.map(one => (isThere(one.emoji) ? one : { ...one, emoji: '' })) }
}

/** The rows from which members choose, as a menu would be posted now. */
export const rowsOf = (guild: Guild, { id, design }: Pick<StoredMenu, 'id' | 'design'>): Row[] =>
  menuRows(withoutGone(guild, design), roleNames(guild), idsOf(id))

export const textOf = (guild: Guild, design: MenuDesign): MenuText => menuText(design, roleNames(guild))

/** The emojis of a reaction menu, as typed, in order. */
export const emojisOf = (guild: Guild, design: MenuDesign): string[] =>
  design.kind === 'reactions'
    ? shownChoices(withoutGone(guild, design), roleNames(guild)).flatMap(one => one.emoji || [])
    : []

/** A hash of what members see of a menu, to find out whether it has changed since it was posted. */
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

/** The other rows of a message of ours. */
export function otherRows({ components }: Pick<Message, 'components'>): unknown[] {
  return components.filter(row => !isOurs(row as unknown as Parameters<typeof isOurs>[0])).map(row => row.toJSON())
}

/** The menus on a message, with one changed or added, or without it. */
export const menusOnMessage = (
  services: Pick<Services, 'db' | 'memory'>,
  guildId: string,
  messageId: string,
  { put, without }: { put?: StoredMenu; without?: string },
): StoredMenu[] => {
  const known = menusAt(services, guildId, messageId).filter(({ id }) => id !== put?.id && id !== without)
  return [...known, ...(put ? [put] : [])].toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
}

/** The keys of the emojis that the menus on a message need there. */
export const neededEmojis = (guild: Guild, standing: readonly StoredMenu[]): ReadonlySet<string> =>
  new Set(standing.flatMap(({ design }) => emojisOf(guild, design).map(typedKey)))
