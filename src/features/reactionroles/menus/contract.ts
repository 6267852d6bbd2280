import { z } from 'zod'
import { embed, emptyMessage, type MessageDraft, typed } from '#kit/message/contract.ts'
import { problemsOf } from '#kit/message/limits/contract.ts'
import { channelId, limited, messageId, postedOf, roleId, snowflake } from '#contract'

/** The kind under which menus are recorded in the server's history. */
export const menusNoted = 'menus'

/** Discord's limits: 20 different reactions or 25 buttons on a message, and 25 options in a select. */
export const mostChoices = { reactions: 20, buttons: 25, select: 25 } as const
export const mostMenus = 50
/** In characters; the limits of what members see are Discord's. */
export const longest = { name: 100, label: 80, description: 100, placeholder: 150 } as const
/** The longest time (minutes) that a role can be given for: a year. */
const longestMinutes = 525_600

const kinds = ['reactions', 'buttons', 'select'] as const

/** What choosing does in each mode, with labels. */
export const modes = [
  { value: 'normal', label: 'Normal', help: 'Press to take, press again to give back.' },
  { value: 'unique', label: 'Unique', help: 'One at a time. A new choice replaces the old one.' },
  { value: 'verify', label: 'Verify', help: 'Take only. Nobody can give it back here.' },
  { value: 'drop', label: 'Drop', help: 'Give back only.' },
  { value: 'reversed', label: 'Reversed', help: 'A press takes the role away, a second one returns it.' },
  { value: 'binding', label: 'Binding', help: 'One choice, forever.' },
  { value: 'limit', label: 'At most', help: 'Any of them, up to the number.' },
] as const
export type Mode = (typeof modes)[number]['value']
export const modeNames: Readonly<Record<Mode, string>> = {
  normal: 'Normal',
  unique: 'Unique',
  verify: 'Verify',
  drop: 'Drop',
  reversed: 'Reversed',
  binding: 'Binding',
  limit: 'At most',
}
const modeValues = modes.map(({ value }) => value) as [Mode, ...Mode[]]

export const styles = [
  { value: 'primary', label: 'Blurple' },
  { value: 'secondary', label: 'Gray' },
  { value: 'success', label: 'Green' },
  { value: 'danger', label: 'Red' },
] as const
type MenuButtonStyle = (typeof styles)[number]['value']
const styleValues = styles.map(({ value }) => value) as [MenuButtonStyle, ...MenuButtonStyle[]]

/** An emoji of Discord's own, or of a server. */
export interface Emoji {
  id?: string
  name: string
  animated?: boolean
}

/** Reads a typed emoji: `🪵`, `<:clay:123>`; undefined if it is none. */
export function emojiOf(typed: string): Emoji | undefined {
  const text = typed.trim()
  const [, animated, name, id] = /^<(a?):(\w{2,32}):(\d{17,20})>$/.exec(text) ?? []
  if (name !== undefined && id !== undefined) return { id, name, ...(animated && { animated: true }) }
  // Some characters, such as a heart, are emoji only when followed by the emoji selector.
  const drawn = [text, `${text}\uFE0F`].find(one => /^\p{RGI_Emoji}$/v.test(one))
  return drawn === undefined ? undefined : { name: drawn }
}

/** A key that identifies an emoji: Discord leaves out the selector that says how it is drawn. */
export const emojiKey = ({ id, name }: { id?: string | null | undefined; name?: string | null | undefined }): string =>
  id ?? (name ?? '').replaceAll('\uFE0F', '')

/** The key of a typed emoji; '' if it is none. */
export function typedKey(typed: string): string {
  const emoji = emojiOf(typed)
  return emoji ? emojiKey(emoji) : ''
}

const emoji = z
  .string()
  .max(64)
  .refine(value => value.trim() === '' || emojiOf(value) !== undefined, {
    message: 'That is not an emoji. Use one of Discord’s own, or one of this server.',
  })
  .meta({ examples: ['🪵'] })

const key = z.string().regex(/^[\w-]{1,16}$/, 'A choice needs an ID.')

/** One of the roles that a menu offers. */
const choice = z.object({
  id: key,
  role_id: roleId,
  /** Empty for none; required for reactions. */
  emoji: emoji.default(''),
  /** The text of a button or option; the role's name if empty. */
  label: limited(longest.label, 'A label').default(''),
  /** Shown below an option of a select. */
  description: limited(longest.description, 'A description').default(''),
  style: z.enum(styleValues).default('secondary'),
})
export type Choice = z.output<typeof choice>

const roles = (label: string) => z.array(roleId).max(25, `${label}: at most 25 roles.`).default([])

/** The editable part of a menu. */
export const menuDesign = z.object({
  /** For lists; members do not see it. */
  name: limited(longest.name, 'The name').refine(value => value.trim() !== '', 'A menu needs a name.'),
  /** Whether the bot writes the message, or the menu is attached to an existing one. */
  source: z.enum(['written', 'attached']).default('written'),
  channel_id: channelId.nullable().default(null),
  /** The message it is attached to. */
  attached_id: messageId.nullable().default(null),
  content: typed.unwrap().default('Choose your roles.'),
  embeds: z.array(embed).max(10, 'A message has at most 10 embeds.').default([]),
  /** Whether the message lists which choice gives which role. */
  lists: z.boolean().default(false),
  kind: z.enum(kinds).default('buttons'),
  mode: z.enum(modeValues).default('normal'),
  /** In the mode 'limit': how many of its roles one member may have. */
  most: z.int().min(1, 'Enter at least 1.').max(25, 'Enter at most 25.').default(3),
  choices: z.array(choice).max(25, 'A menu has at most 25 roles.').default([]),
  required_roles: roles('Needs one of'),
  forbidden_roles: roles('Not with'),
  /** Minutes after which a role is taken back; null for never. */
  lasts: z
    .int()
    .min(1, 'Enter at least a minute.')
    .max(longestMinutes, 'Enter at most a year.')
    .nullable()
    .default(null),
  /** The text in a select before something is chosen. */
  placeholder: limited(longest.placeholder, 'The placeholder').default('Choose your roles'),
})
export type MenuDesign = z.output<typeof menuDesign>

/** The body that edits a menu: a key that is left out keeps its stored value, or gets its default in a new menu. */
export const postedDesign = postedOf(menuDesign)

/** Conflicts among the choices, by the path of the field. */
export function choiceProblems({ kind, choices }: Pick<MenuDesign, 'kind' | 'choices'>): Record<string, string> {
  const found: Record<string, string> = {}
  const roleIds = new Set<string>()
  const emojis = new Set<string>()
  for (const [at, one] of choices.entries()) {
    const emojiId = typedKey(one.emoji)
    if (roleIds.has(one.role_id)) found[`choices.${at}.role_id`] = 'This role is in the menu already.'
    if (kind === 'reactions' && emojiId === '') found[`choices.${at}.emoji`] = 'A reaction needs an emoji.'
    if (kind === 'reactions' && emojiId !== '' && emojis.has(emojiId))
      found[`choices.${at}.emoji`] = 'This emoji is in the menu already.'
    roleIds.add(one.role_id)
    emojis.add(emojiId)
  }
  if (choices.length > mostChoices[kind])
    found['choices'] =
      `A message takes at most ${mostChoices[kind]} different ${kind === 'reactions' ? 'reactions' : 'choices'}.`
  return found
}

/** A menu's text as a message, in the format that all features use. */
export const draftOf = ({ content, embeds }: Pick<MenuDesign, 'content' | 'embeds'>): MessageDraft => ({
  ...emptyMessage,
  content,
  embeds,
})

/** Why Discord would refuse the text, by the path of the field; an empty text is reported only when it is posted. */
export const textProblems = (design: Pick<MenuDesign, 'content' | 'embeds'>): Record<string, string> =>
  Object.fromEntries(
    problemsOf(draftOf(design))
      .filter(({ sentence }) => sentence !== 'There is nothing to send yet.')
      .map(({ path, place, sentence }) => [path, path === 'content' ? sentence : `${place}: ${sentence}`])
      .toReversed(),
  )

/** The ids in a link to a message; undefined if it is not one. */
export function messageLink(text: string): { guildId: string; channelId: string; messageId: string } | undefined {
  const [, guildId, channelId, messageId] =
    /^<?https?:\/\/[\w.:-]+\/channels\/(\d{17,20})\/(\d{17,20})\/(\d{17,20})\/?>?$/.exec(text.trim()) ?? []
  return guildId && channelId && messageId ? { guildId, channelId, messageId } : undefined
}

export const menuId = z.string().regex(/^[\w-]{1,32}$/, 'A menu needs an ID.')

/** A reason why part of a menu does not work. */
const problem = z.object({
  /** The field that it is about: `choices.2.role_id`, `channel_id`, `message`. */
  field: z.string(),
  sentence: z.string(),
  /** The action that fixes it with one press. */
  offer: z.enum(['repost', 'remove', 'update']).nullable(),
})
export type MenuProblem = z.output<typeof problem>

/** A menu as pages show it. */
export const menu = menuDesign.extend({
  id: menuId,
  /** Counts saves: posted with a menu, so that nothing is saved over changes by others. */
  revision: z.int(),
  message_id: snowflake.nullable(),
  /** The channel of the posted message, which may differ from the currently chosen one. */
  message_channel_id: snowflake.nullable(),
  message_missing: z.boolean(),
  deployed_at: z.number().nullable(),
  /** Whether changes have been saved that are not in Discord yet. */
  outdated: z.boolean(),
  /** How many members have each choice's role through the menu. */
  held: z.record(z.string(), z.int()),
  /** The number of roles given so far. */
  given: z.int(),
  problems: z.array(problem),
})
export type Menu = z.output<typeof menu>
