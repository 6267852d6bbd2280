import { slashPath } from '#kernel/commands/slash-tree.ts'
import { type Entry, isGroup, type ServerCommand } from '#kernel/feature.ts'
import {
  type APIActionRowComponent,
  type APIComponentInMessageActionRow,
  type APIEmbed,
  ComponentType,
} from 'discord.js'
import { colours } from '#kit/notices.ts'
import { linkRow } from '#kit/link-row.ts'
import { pageButtons } from '#kit/paging.ts'
import { inert, messageLimits } from '#kit/template.ts'
import { formatCount } from '#kit/numbers.ts'

const commandsOnAPage = 5
const mostCategories = 25
/** Discord's documentation, "Embed Limits". */
const mostFields = 25

export interface HelpView {
  /**
   * The custom ids of the menu, and of the buttons that open a page. Categories are numbered in them, because their
   * names could be too long.
   */
  menuId: string
  pageId(category: number, page: number): string
  prefix: string
  /** How the caller called help, which determines how commands are written. */
  as: 'prefix' | 'slash'
  productName: string
  avatar: string
  categories: readonly { name: string; entries: readonly Entry[] }[]
  /** The server's own commands, which can only be typed. */
  ofServer: readonly ServerCommand[]
  /** URLs of the documentation, and of this server's dashboard for members who may see it. */
  docs: string
  dashboard?: string
  /** Absent on the first page, which lists all names. */
  category?: number
  page?: number
}

interface HelpMessage {
  embeds: APIEmbed[]
  components: APIActionRowComponent<APIComponentInMessageActionRow>[]
}

type Naming = Pick<HelpView, 'prefix' | 'as'>

/** `.purgebots`, or `/purge bots` where that exists. */
export function nameOf({ prefix, as }: Naming, entry: Entry): string {
  const path = as === 'slash' ? slashPath(entry) : undefined
  return path === undefined ? `${prefix}${entry.name}` : `/${path}`
}

/** How help itself is called. */
const helpName = ({ prefix, as }: Naming) => `${as === 'slash' ? '/' : prefix}help <command>`

function commandLine(naming: Naming, entry: Entry): string {
  const { definition } = entry
  const words = isGroup(definition)
    ? Object.entries(definition.subcommands).flatMap(([word, { needs }]) => (needs?.includes('operator') ? [] : [word]))
    : []
  const subcommands = words.length > 0 ? `\n-# ${words.map(word => `\`${word}\``).join(' ')}` : ''
  return `**\`${nameOf(naming, entry)}\`** ${definition.description}${subcommands}`
}

/** The commands of one slash root, as `.help voice` shows them. */
export const rootEmbed = (naming: Naming, name: string, description: string, entries: readonly Entry[]): APIEmbed => ({
  color: colours.brand,
  title: `${naming.as === 'slash' ? '/' : naming.prefix}${name}`,
  description: [description, ...entries.map(entry => commandLine(naming, entry))].join('\n\n'),
})

/** A server's own command, as `.help rules` explains it. */
export const serverCommandEmbed = (prefix: string, { name, usage, description }: ServerCommand): APIEmbed => ({
  color: colours.brand,
  title: `${prefix}${name}${usage === '' ? '' : ` ${usage}`}`,
  ...(description !== '' && { description: inert(description) }),
  footer: { text: 'A command of this server' },
})

/** How many of the server's own commands are named: an embed has room for 6,000 characters. */
const mostNamed = 20

function namesOf({ prefix, ofServer }: HelpView): string[] {
  const names = ofServer.slice(0, mostNamed).map(({ name }) => `\`${prefix}${name}\``)
  const more = ofServer.length - names.length
  return more > 0 ? [...names, `and ${more} more`] : names
}

/** Puts names into as few fields as can hold them. */
function fieldsOf(heading: string, names: readonly string[]): { name: string; value: string }[] {
  const values: string[] = []
  for (const name of names) {
    const joined = [values.at(-1), name].filter(Boolean).join(' ')
    if (values.length > 0 && joined.length <= messageLimits.fieldValue) values[values.length - 1] = joined
    else values.push(name)
  }
  return values.map((value, place) => ({ name: place === 0 ? heading : `${heading}, continued`, value }))
}

function overview(view: HelpView): APIEmbed {
  const { productName, avatar, categories } = view
  const ours = categories.flatMap(({ name, entries }) =>
    fieldsOf(
      name,
      entries.map(entry => `\`${nameOf(view, entry)}\``),
    ),
  )
  // These can only be typed, and are the first to be left out if there are too many.
  const fields = [...ours, ...fieldsOf('Of this server', namesOf(view))]
  return {
    color: colours.brand,
    author: { name: `${productName} help`, icon_url: avatar },
    description: `These are the commands you can use here. Choose a category below, or type \`${helpName(view)}\` for one command.`,
    fields: fields.slice(0, mostFields),
  }
}

function categoryPage(view: HelpView, place: number, page: number, pages: number): APIEmbed {
  const category = view.categories[place]
  const entries = category?.entries.slice(page * commandsOnAPage, (page + 1) * commandsOnAPage) ?? []
  return {
    color: colours.brand,
    author: { name: category?.name ?? '', icon_url: view.avatar },
    description: entries.map(entry => commandLine(view, entry)).join('\n\n'),
    footer: { text: `Page ${page + 1} of ${pages} · ${helpName(view)} for details` },
  }
}

function controls(
  { menuId, pageId, categories, docs, dashboard }: HelpView,
  place: number | undefined,
  page: number,
  pages: number,
) {
  const options = categories.slice(0, mostCategories).map(({ name, entries }, value) => ({
    label: name,
    value: String(value),
    description: formatCount(entries.length, 'command'),
    default: value === place,
  }))
  const idOf = (to: number) => pageId(place ?? -1, to)
  const menu = {
    type: ComponentType.StringSelect as const,
    custom_id: menuId,
    placeholder: 'Choose a category',
    options,
  }
  return [
    { type: ComponentType.ActionRow as const, components: [menu] },
    ...(place === undefined ? [] : [pageButtons(page, pages, idOf)]),
    linkRow([
      ['Documentation', docs],
      ['Dashboard', dashboard],
    ]),
  ]
}

/** The help message for a category and page: the first page instead of a category that no longer exists. */
export function helpMessage(view: HelpView): HelpMessage {
  const known = view.category !== undefined && view.categories[view.category] !== undefined
  const place = known ? view.category : undefined
  const entries = place === undefined ? [] : (view.categories[place]?.entries ?? [])
  const pages = Math.max(1, Math.ceil(entries.length / commandsOnAPage))
  const page = Math.min(Math.max(0, view.page ?? 0), pages - 1)
  const embed = place === undefined ? overview(view) : categoryPage(view, place, page, pages)
  return { embeds: [embed], components: controls(view, place, page, pages) }
}
