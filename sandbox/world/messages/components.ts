import { ButtonStyle, ChannelType, ComponentType as Type, SelectMenuDefaultValueType } from 'discord-api-types/v10'
import { z } from 'zod'
import { optional, refusal, snowflake, text, url, whole } from '../form.ts'

/** Source: Discord's documentation, "Component Reference". What a message may carry; modals have their own. */

export const customId = z.string().min(1).max(100)
const base = { id: optional(whole(0, 2 ** 31 - 1)) }

/** Enough to reject plain words; whether a custom emoji exists is not checked. */
const looksLikeEmoji = (name: string) => /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u{20E3}/u.test(name)

export const emoji = z
  .object({ id: optional(snowflake), name: optional(z.string()), animated: optional(z.boolean()) })
  .refine(
    value => value.id !== undefined || looksLikeEmoji(value.name ?? ''),
    refusal('COMPONENT_INVALID_EMOJI', 'Invalid emoji'),
  )

const button = z
  .object({
    ...base,
    type: z.literal(Type.Button),
    style: z.union([1, 2, 3, 4, 5, 6].map(style => z.literal(style as ButtonStyle))),
    label: optional(text(80)),
    emoji: optional(emoji),
    custom_id: optional(customId),
    url: optional(url(['http', 'https', 'discord'], 512)),
    sku_id: optional(snowflake),
    disabled: optional(z.boolean()),
  })
  .superRefine((value, context) => {
    const refuse = (path: string, code: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], ...refusal(code, message) })
    if (value.style === ButtonStyle.Premium) {
      if (!value.sku_id) refuse('sku_id', 'BASE_TYPE_REQUIRED', 'This field is required')
      return
    }
    if (!value.label && !value.emoji) refuse('label', 'BASE_TYPE_REQUIRED', 'This field is required')
    if (value.style === ButtonStyle.Link) {
      if (!value.url) refuse('url', 'BASE_TYPE_REQUIRED', 'A url is required')
      if (value.custom_id)
        refuse(
          'custom_id',
          'BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE',
          'A custom id and url cannot both be specified',
        )
    } else {
      if (!value.custom_id) refuse('custom_id', 'BUTTON_COMPONENT_CUSTOM_ID_REQUIRED', 'A custom id is required')
      if (value.url)
        refuse(
          'url',
          'BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE',
          'A custom id and url cannot both be specified',
        )
    }
  })

const option = z.object({
  label: text(100, 1),
  value: z.string().min(1).max(100),
  description: optional(text(100)),
  emoji: optional(emoji),
  default: optional(z.boolean()),
})

const selectOptions = z
  .array(option)
  .min(1)
  .max(25)
  .superRefine((list, context) => {
    for (const [index, { value }] of list.entries()) {
      if (list.findIndex(other => other.value === value) === index) continue
      const said = refusal('SELECT_COMPONENT_OPTION_VALUE_DUPLICATED', 'The specified option value is already used')
      context.addIssue({ code: 'custom', path: [index, 'value'], ...said })
    }
  })

const selectBase = {
  ...base,
  custom_id: customId,
  placeholder: optional(text(150)),
  min_values: whole(0, 25)
    .nullish()
    .transform(value => value ?? 1),
  max_values: whole(1, 25)
    .nullish()
    .transform(value => value ?? 1),
  disabled: optional(z.boolean()),
  required: optional(z.boolean()),
}

const defaults = (...kinds: SelectMenuDefaultValueType[]) =>
  optional(z.array(z.object({ id: snowflake, type: z.enum(kinds) })).max(25))
const { Channel, Role, User } = SelectMenuDefaultValueType

export const selects = [
  z.object({ ...selectBase, type: z.literal(Type.StringSelect), options: selectOptions }),
  z.object({ ...selectBase, type: z.literal(Type.UserSelect), default_values: defaults(User) }),
  z.object({ ...selectBase, type: z.literal(Type.RoleSelect), default_values: defaults(Role) }),
  z.object({ ...selectBase, type: z.literal(Type.MentionableSelect), default_values: defaults(User, Role) }),
  z.object({
    ...selectBase,
    type: z.literal(Type.ChannelSelect),
    default_values: defaults(Channel),
    channel_types: optional(z.array(z.enum(ChannelType))),
  }),
] as const

const row = z
  .object({
    ...base,
    type: z.literal(Type.ActionRow),
    components: z
      .array(z.discriminatedUnion('type', [button, ...selects]))
      .min(1)
      .max(5),
  })
  .superRefine(({ components }, context) => {
    if (components.length === 1 || components.every(one => one.type === Type.Button)) return
    const said = refusal('COMPONENT_LAYOUT_WIDTH_EXCEEDED', 'The specified component exceeds the maximum width')
    context.addIssue({ code: 'custom', path: ['components', 1], ...said })
  })

const spoiler = z
  .boolean()
  .nullish()
  .transform(value => value ?? false)
const description = text(1024)
  .nullish()
  .transform(value => value || null)
const media = z.object({ url: url(['http', 'https', 'attachment']) })

const textDisplay = z.object({ ...base, type: z.literal(Type.TextDisplay), content: text(4000, 1) })
const thumbnail = z.object({ ...base, type: z.literal(Type.Thumbnail), media, description, spoiler })
const section = z.object({
  ...base,
  type: z.literal(Type.Section),
  components: z.array(textDisplay).min(1).max(3),
  accessory: z.discriminatedUnion('type', [button, thumbnail]),
})
const gallery = z.object({
  ...base,
  type: z.literal(Type.MediaGallery),
  items: z.array(z.object({ media, description, spoiler })).min(1).max(10),
})
const file = z.object({
  ...base,
  type: z.literal(Type.File),
  file: z.object({ url: url(['attachment']) }),
  spoiler,
})
const separator = z.object({
  ...base,
  type: z.literal(Type.Separator),
  spacing: z
    .union([z.literal(1), z.literal(2)])
    .nullish()
    .transform(value => value ?? 1),
  divider: z
    .boolean()
    .nullish()
    .transform(value => value ?? true),
})
const contents = [row, section, textDisplay, gallery, file, separator] as const
const container = z.object({
  ...base,
  type: z.literal(Type.Container),
  accent_color: whole(0, 0xff_ff_ff)
    .nullish()
    .transform(value => value ?? null),
  spoiler,
  components: z.array(z.discriminatedUnion('type', contents)).min(1).max(40),
})

/** Messages without the Components V2 flag: rows alone, five of them. */
export const rows = z.array(z.discriminatedUnion('type', [row])).max(5)
/** With the flag. Limits on the whole tree are checked by `treeProblems`. */
export const layout = z.array(z.discriminatedUnion('type', [...contents, container])).max(40)
